// Every word of the page, in its two languages: Chinese first.

const WORDS = {
  ask: "提问|Ask",
  documents: "资料|Documents",
  too_long: "超出 {} 字|{} characters too many",
  try: "试着问|Try",
  empty_base: "还没有资料。|There are no documents yet.",
  add_first: "先添加资料|Add documents first",
  ask_owner: "请资料的管理者添加。|Ask the owner of this knowledge base to add some.",
  evidence: "依据|Sources",
  evidence_number: "依据 {}|Source {}",
  working: "正在查找依据…|Looking for grounds…",
  answered: "已回答|Answered",
  partial: "部分有据|Partly grounded",
  refused: "未找到依据|Nothing found",
  unverified: "未经核实|Not verified",
  blocked: "未作答|Not answered",
  stopped: "已停止|Stopped",
  failed: "未能完成|Failed",
  withheld: "{} 句未显示|withheld: {}",
  steps: "过程：{} 步|Steps: {}",
  sources_count: "{} 处依据|sources: {}",
  seconds: "{} 秒|{} s",
  as_said: "按您所说：{}|From what you say: {}",
  needed: "还需要：{}|Still needed: {}",
  useful: "可补充：{}|May be added: {}",
  elsewhere: "另行确定|set elsewhere",
  copy: "复制答案和出处|Copy with sources",
  copied: "已复制|Copied",
  not_copied: "复制失败，请手动选择|Could not copy; please select the text",
  quote_of: "依据 {}：{}|Source {}: {}",
  opened: "原文：{}|Document: {}",
  page: "第 {} 页|Page {}",
  ocr: "图片识别，置信度 {}%|OCR, {}% sure",
  score: "{}得分 {}|{} score {}",
  lexical: "词语|Keyword",
  dense: "语义|Meaning",
  fusion: "融合|Fused",
  rerank: "重排|Rerank",
  exact: "条款|Reference",
  in_force: "现行有效|In force",
  repealed: "已失效|No longer in force",
  not_yet: "尚未生效|Not yet in force",
  ungrounded: "没有依据|without ground",
  answer_missing: "这个答案已不在，或引用的资料已变动。|This answer is gone, or what it cites has changed.",
  gone: "连接不上有据的服务。它可能已停止：在终端里运行 youju serve，本页会自动恢复。|The server does not answer. Start it with youju serve; this page comes back by itself.",
  broken_off: "连接中断，回答停在这里。|The connection broke; the answer stops here.",
  filling: "语义索引已完成 {}%，完成前主要按词语查找。|Meaning index {}% done; until then search goes mainly by words.",
  part_ledger: "底账|ledger",
  part_index: "词语索引|keyword index",
  part_embedder: "语义检索|search by meaning",
  part_vectors: "语义索引|meaning index",
  part_chat: "语言模型|language model",
  part_judge: "复核模型|judge model",
  degraded: "部分功能降级：{}。答案仍逐句核对。|Degraded: {}. Every sentence is still checked.",
  too_many: "同时提问太多，请稍候再试。|Too many questions at once; try again in a moment.",
  filter: "按名称筛选|Filter by name",
  no_match: "没有名称相符的资料。|No document has such a name.",
  name: "名称|Name",
  state: "状态|State",
  ready: "可检索|Searchable",
  needs_ocr: "需要OCR|Needs OCR",
  needs_ocr_why: "没有可读的文字，暂不能检索|No readable text, so it cannot be searched yet",
  unreadable: "无法识别|Not readable",
  pages: "页数|Pages",
  passages: "段落|Passages",
  roles: "谁可以读|Open to",
  everyone: "所有人|Everybody",
  imported: "导入时间|Imported",
  delete: "删除|Delete",
  delete_named: "删除 {}|Delete {}",
  deleted: "已删除 {}。|Deleted {}.",
  importing: "正在导入 {} / {}：{}|Importing {} of {}: {}",
  added: "已添加|Added",
  updated: "已更新|Updated",
  restored: "已恢复旧版本|Earlier version restored",
  moved: "权限或日期已更新|Roles or dates changed",
  unchanged: "没有变化|Unchanged",
  joined: "同一份文件|Same file",
  renamed: "改名|Renamed",
  file_failed: "未导入|Not imported",
  forbidden: "只有资料的管理者可以这样做。|Only the owner may do this.",
  too_large: "文件太大。|The file is too large.",
  error: "出错了：{}|Something went wrong: {}",
};

let at = localStorage.getItem("youju-language") === "en" ? 1 : 0;

export const language = () => (at ? "en" : "zh");

/** The words for a key, or of a pair `中文|English`, `{}` filled in order. An unknown key is shown as it is. */
export function t(key, ...values) {
  return ((WORDS[key] ?? key).split("|")[at] ?? key).replace(/\{\}/g, () => values.shift() ?? "");
}

export const knows = (key) => Object.hasOwn(WORDS, key);

export function switchLanguage() {
  at = 1 - at;
  localStorage.setItem("youju-language", language());
  translate();
}

/** Put the words of the chosen language into everything that names its words. */
export function fill(root) {
  for (const node of root.querySelectorAll("[data-t]")) node.textContent = t(node.dataset.t);
  for (const node of root.querySelectorAll("[data-t-label]")) node.ariaLabel = t(node.dataset.tLabel);
  for (const node of root.querySelectorAll("[data-t-placeholder]")) node.placeholder = t(node.dataset.tPlaceholder);
}

/** Words of a node's own, with these values in them. */
export const put = (node, ...values) => (node.textContent = t(node.dataset.words, ...values));

export function translate() {
  document.documentElement.lang = at ? "en" : "zh-CN";
  fill(document);
  const other = document.getElementById("language");
  other.textContent = at ? "中文" : "English";
  other.lang = at ? "zh-CN" : "en";
}
