// The list of documents; for the owner also adding and deleting, with what will happen said first.

import { call, Problem } from "./api.js";
import { explain } from "./asking.js";
import { byId, el } from "./dom.js";
import { fill, put, t } from "./words.js";

let me = null;
let wanted = "";

export async function showLibrary(caller) {
  me = caller;
  byId("library-top").replaceChildren(me?.owner ? uploader() : "");
  say("");
  if (me) await refresh(); // else it comes again with the caller
}

async function refresh() {
  const list = byId("library-list");
  try {
    const { documents } = await call("GET", "/documents");
    list.replaceChildren(...(documents.length ? [filterBox(documents), table(documents)] : [el("p", { class: "nothing" }, t("empty_base"))]));
  } catch (error) {
    list.replaceChildren(el("p", { class: "notice failed", role: "alert" }, explain(error)));
  }
}

function filterBox(documents) {
  if (documents.length < 10) return "";
  const narrow = (event) => {
    wanted = event.target.value.trim().toLowerCase();
    byId("library-list").lastElementChild.replaceWith(table(documents));
  };
  return el("input", { type: "search", class: "filter", "aria-label": t("filter"), placeholder: t("filter"), value: wanted, oninput: narrow });
}

function table(documents) {
  const shown = documents.filter((d) => `${d.source} ${d.title}`.toLowerCase().includes(wanted));
  if (!shown.length) return el("p", { class: "nothing" }, t("no_match"));
  const heads = ["name", "state", "pages", "passages", me.owner && "roles", "imported", me.owner && "delete"].filter(Boolean);
  return el(
    "table",
    {},
    el("thead", {}, el("tr", {}, heads.map((key) => el("th", { scope: "col" }, el("span", { class: key === "delete" && "unseen" }, t(key)))))),
    el("tbody", {}, shown.map(row)),
  );
}

function row(data) {
  const cell = (key, ...content) => el("td", { "data-label": t(key), class: key }, ...content);
  const state = el("span", { class: `state ${data.state}`, title: data.state === "needs_ocr" ? t("needs_ocr_why") : null }, t(data.state));
  const force = data.in_force.status === "repealed" || data.in_force.status === "not_yet";
  return el(
    "tr",
    {},
    el("th", { scope: "row", class: "name" }, data.title, data.title !== data.source && el("small", {}, data.source)),
    cell("standing", state, force && el("span", { class: `state ${data.in_force.status}` }, t(data.in_force.status))),
    cell("pages", data.pages || "–"),
    cell("passages", data.passages),
    me.owner && cell("roles", data.roles.length ? data.roles.join("、") : t("everyone")),
    cell("imported", new Date(data.imported_at).toLocaleDateString(document.documentElement.lang)),
    me.owner && cell("act", el("button", { type: "button", class: "quiet", "aria-label": t("delete_named", data.title), onclick: () => remove(data) }, t("delete"))),
  );
}

async function remove(data) {
  const box = byId("confirm");
  put(byId("confirm-title"), data.title);
  put(byId("confirm-text"), data.version, data.passages);
  box.returnValue = "no";
  box.showModal();
  await new Promise((closed) => box.addEventListener("close", closed, { once: true }));
  if (box.returnValue !== "yes") return;
  try {
    await call("DELETE", `/documents/${data.id}`);
    say(t("deleted", data.title));
  } catch (error) {
    say(explain(error));
  }
  await refresh();
}

const say = (words) => (byId("library-said").textContent = words);

function uploader() {
  const form = byId("uploader").content.cloneNode(true);
  fill(form);
  put(form.querySelector("#formats"), me.max_file_mb);
  form.querySelector("#files").addEventListener("change", (event) => send([...event.target.files]));
  const zone = form.querySelector(".drop");
  const over = (on) => (event) => {
    event.preventDefault();
    zone.classList.toggle("over", on);
    if (event.type === "drop") send([...event.dataTransfer.files]);
  };
  for (const [type, on] of [["dragover", true], ["dragleave", false], ["drop", false]]) zone.addEventListener(type, over(on));
  return form;
}

/** One request for each file: each has its own outcome at once, and one that fails takes no other along. */
async function send(files) {
  const items = byId("upload-items");
  items.replaceChildren();
  byId("files").disabled = true;
  for (const [place, file] of files.entries()) {
    say(t("importing", place + 1, files.length, file.name));
    items.append(...(await sendOne(file)).map(item));
  }
  say("");
  Object.assign(byId("files"), { value: "", disabled: false });
  await refresh();
}

async function sendOne(file) {
  if (file.size > me.max_file_mb * 2 ** 20) return [{ name: file.name, outcome: "failed", message: t("too_large") }];
  const form = new FormData();
  form.append("files", file);
  const given = new FormData(byId("upload"));
  for (const role of String(given.get("roles")).split(/[,，、\s]+/).filter(Boolean)) form.append("roles", role);
  for (const name of ["category", "effective_from", "effective_to"]) if (given.get(name)) form.append(name, given.get(name));
  try {
    return (await call("POST", "/documents", form)).items;
  } catch (error) {
    return [{ name: file.name, outcome: "failed", message: error instanceof Problem ? error.line : explain(error) }];
  }
}

function item({ name, outcome, message, result }) {
  const good = result === "imported";
  const label = outcome === "failed" ? "file_failed" : outcome;
  return el("li", { class: good ? "good" : "bad" }, el("span", { class: `state ${good ? "ready" : "needs_ocr"}` }, t(label)), el("strong", {}, name), !good && el("span", {}, message));
}
