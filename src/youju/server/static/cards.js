// Citation cards: what a person sees of a source before opening it. A card may hold several numbers of one document;
// each opens at its own words.

import { el } from "./dom.js";
import { knows, t } from "./words.js";

/** The card of a source; `open` is called with the part that a person wants to see. */
export function card(data, open) {
  const parts = data.parts.map((part) => partOf(data, part.number));
  const title = data.title || data.source;
  return el(
    "li",
    { class: "card", "data-numbers": data.numbers.join(" ") },
    el("h3", {}, el("button", { type: "button", "aria-label": named(parts[0]), onclick: () => open(parts[0]) }, title)),
    title !== data.source && el("p", { class: "source" }, data.source),
    parts.map((part, at) =>
      el(
        "div",
        { class: "part" },
        number(part, at ? open : null),
        el("p", { class: "place" }, place(part)),
        el("blockquote", {}, marked(part.snippet, part.quote)),
      ),
    ),
    el("p", { class: "facts" }, state(data.in_force.status), data.version && el("span", {}, data.version), score(data)),
  );
}

/** One number of a card with what it needs to be shown alone. */
export function partOf(data, number) {
  const part = data.parts.find((one) => one.number === number) ?? { ...data, number };
  return { ...part, title: data.title || data.source };
}

export const named = (part) => `${t("quote_of", part.number, part.title)} ${place(part)}`;

/** The first number lies under the card's own button; the others are buttons of their own. */
const number = (part, open) =>
  open
    ? el("button", { type: "button", class: "chip", "aria-label": named(part), onclick: () => open(part) }, part.number)
    : el("span", { class: "chip", "aria-hidden": "true" }, part.number);

/** Section, page, place and how sure its reading is, in one line. */
export function place(data) {
  const page = /^[\d–、,\s-]+$/.test(data.page_label) ? t("page", data.page_label) : data.page_label;
  const ocr = data.ocr && t("ocr", Math.round(data.ocr.confidence * 100));
  return [...data.section, page, data.place, ocr].filter(Boolean).join(" · ");
}

/** The snippet with the quoted words marked. The two may differ in white space. */
function marked(text, quote) {
  const solid = [...text.matchAll(/\S/g)].map((match) => match.index); // where what is no space stands
  const squeezed = text.replace(/\s/g, "");
  const out = [];
  let done = 0;
  for (const piece of quote.split(" … ")) {
    const sought = piece.replace(/\s/g, "");
    const at = sought ? squeezed.indexOf(sought) : -1;
    if (at < 0 || solid[at] < done) continue;
    out.push(text.slice(done, solid[at]));
    done = solid[at + sought.length - 1] + 1;
    out.push(el("mark", {}, text.slice(solid[at], done)));
  }
  return [...out, text.slice(done)];
}

const state = (status) => status !== "unknown" && knows(status) && el("span", { class: `state ${status}` }, t(status));

const score = (data) =>
  el("span", { class: "score" }, t("score", t(data.score_stage), Number(data.score.toPrecision(2))));
