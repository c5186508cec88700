// Citation cards: what a person sees of a source before opening it.

import { el } from "./dom.js";
import { knows, t } from "./words.js";

/** The card with its parts; `open` is called with it when a person wants the document. */
export function card(data, open) {
  const title = data.title || data.source;
  return el(
    "li",
    { class: "card", "data-numbers": data.numbers.join(" ") },
    el("p", { class: "numbers", "aria-hidden": "true" }, data.numbers.map((n) => el("span", { class: "number" }, n))),
    el("h3", {}, el("button", { type: "button", "aria-label": name(data), onclick: () => open(data) }, title)),
    title !== data.source && el("p", { class: "source" }, data.source),
    el("p", { class: "place" }, place(data)),
    el("blockquote", {}, snippet(data)),
    el("p", { class: "facts" }, state(data.in_force.status), data.version && el("span", {}, data.version), score(data)),
  );
}

const name = (data) => `${t("quote_of", data.numbers.join("、"), data.title || data.source)} ${place(data)}. ${t("view")}`;

/** Section and page in one line. */
export function place(data) {
  const page = /^[\d–、,\s-]+$/.test(data.page_label) ? t("page", data.page_label) : data.page_label;
  return [...data.section, page].filter(Boolean).join(" · ");
}

/** The snippet with the quote marked, where it stands in it. */
function snippet({ snippet: text, quote }) {
  const at = quote ? text.indexOf(quote) : -1;
  if (at < 0) return tight(text);
  return [tight(text.slice(0, at)), el("mark", {}, tight(quote)), tight(text.slice(at + quote.length))];
}

const tight = (text) => text.replace(/\n{2,}/g, "\n");

const state = (status) => status !== "unknown" && knows(status) && el("span", { class: `state ${status}` }, t(status));

const score = (data) =>
  el("span", { class: "score" }, `${t("score")} ${data.score.toFixed(2)} · ${t(data.score_stage)}`);
