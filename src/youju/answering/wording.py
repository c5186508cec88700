"""What a person is told while an answer is made, in the question's language."""

from __future__ import annotations

from youju.errors import ModelTrouble
from youju.text.language import Language

_TEXTS: dict[str, dict[Language, str]] = {
    "plan": {"zh": "分成 {n} 个问题：{parts}", "en": "{n} questions in one: {parts}"},
    "search": {"zh": "检索资料", "en": "Searching the documents"},
    "found": {"zh": "{n} 处命中，逐句核对", "en": "{n} passages found, checking each sentence"},
    "nothing": {"zh": "没有足以回答的内容", "en": "Nothing that could answer"},
    "write": {"zh": "模型作答，逐句核对后显示", "en": "The model writes; each sentence is checked before it is shown"},
    "retry": {
        "zh": "{n} 句未通过核对，请模型改写一次",
        "en": "{n} sentence(s) did not pass; the model is asked once more",
    },
    "called_search": {
        "zh": "检索“{asked}”：{outcome}（{used}/{of}）",
        "en": "Search “{asked}”: {outcome} ({used}/{of})",
    },
    "called_look_up": {
        "zh": "查条文“{asked}”：{outcome}（{used}/{of}）",
        "en": "Look up “{asked}”: {outcome} ({used}/{of})",
    },
    "called": {
        "zh": "工具 {name}“{asked}”：{outcome}（{used}/{of}）",
        "en": "Tool {name} “{asked}”: {outcome} ({used}/{of})",
    },
    "calculated": {"zh": "计算：{outcome}", "en": "Calculated: {outcome}"},
    "calculated_so": {"zh": "按您所说计算如下：", "en": "From what you say:"},
    "please_add": {"zh": "请补充：{ask}", "en": "Please add: {ask}"},
    "thought": {"zh": "模型的思考（不是回答）：{text}", "en": "The model thinks (no answer): {text}"},
    "stopped": {"zh": "已停止。", "en": "Stopped."},
    "stopped_shown": {"zh": "已停止；以上内容均已核对。", "en": "Stopped; what is shown was checked."},
    "not_kept": {
        "zh": "这次回答没能存入底账，之后无法再打开。",
        "en": "This answer could not be kept in the ledger; it cannot be opened again.",
    },
    "no_tools": {
        "zh": "该模型不支持自行检索，仅依据首次检索到的资料作答。",
        "en": "This model cannot search by itself; it answers from the first search alone.",
    },
    "shrunk": {
        "zh": "资料超出模型的篇幅，只给了最相关的部分。",
        "en": "The passages were too long for the model; it was given the most relevant ones only.",
    },
    "no_judge": {
        "zh": "复核模型不可用，未经复核的内容未予显示。",
        "en": "The judge model is not available; what it did not confirm is not shown.",
    },
    "runaway": {
        "zh": "模型输出重复或过长，已截断；以上内容均已核对。",
        "en": "The model repeated itself or wrote without end and was cut off; what is shown was checked.",
    },
    "out_of_tokens": {
        "zh": "模型的回答因长度限制中断，可能不完整；以上内容均已核对。",
        "en": "The model reached its length limit; the answer may be incomplete, what is shown was checked.",
    },
    "filtered": {
        "zh": "模型服务方中止了这次回答，可能不完整。",
        "en": "The model's provider ended this answer; it may be incomplete.",
    },
    "extracts": {
        "zh": "语言模型不可用（{why}），以下为资料原文摘录。",
        "en": "The language model is not available ({why}); these are verbatim extracts.",
    },
    "broken_off": {
        "zh": "语言模型中途中断（{why}），以上内容均已核对，可能不完整。",
        "en": "The language model broke off ({why}); what is shown was checked and may be incomplete.",
    },
}

_TROUBLES: dict[ModelTrouble, dict[Language, str]] = {
    "unreachable": {"zh": "无法连接", "en": "cannot be reached"},
    "unauthorised": {"zh": "密钥无效或没有权限", "en": "the key is wrong or has no permission"},
    "no_such_model": {"zh": "没有所配置的模型", "en": "there is no model of that name"},
    "no_tools": {"zh": "不支持工具调用", "en": "it takes no tools"},
    "context_overflow": {"zh": "内容超出模型的篇幅", "en": "the text is too long for it"},
    "rate_limited": {"zh": "请求过于频繁", "en": "too many requests"},
    "server_error": {"zh": "服务出错", "en": "its server failed"},
    "timeout": {"zh": "长时间没有响应", "en": "it did not answer in time"},
    "broken_stream": {"zh": "连接中断", "en": "the connection broke"},
    "not_understood": {"zh": "返回的内容无法识别", "en": "its reply cannot be read"},
    "empty": {"zh": "没有写出回答", "en": "it wrote no answer"},
    "out_of_tokens": {"zh": "达到长度上限", "en": "it reached its length limit"},
    "filtered": {"zh": "被服务方中止", "en": "its provider ended the answer"},
    "runaway": {"zh": "输出重复或过长", "en": "it repeated itself or wrote without end"},
    "rejected": {"zh": "请求被拒绝", "en": "it rejected the request"},
}


def say(what: str, language: Language, **values: object) -> str:
    """One of the sentences above. Raises `KeyError` for an unknown one."""
    return _TEXTS[what][language].format(**values)


def trouble(kind: ModelTrouble, language: Language) -> str:
    """Why a model could not answer, in a few words."""
    return _TROUBLES[kind][language]
