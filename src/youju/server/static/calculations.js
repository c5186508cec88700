// Calculations below the answer: what was understood, each result with its steps and their basis, what is missing.

import { el } from "./dom.js";
import { t } from "./words.js";

const UNITS = { CNY: "{} 元|CNY {}", months: "{} 个月|{} months", days: "{} 天|{} days", hours: "{} 小时|{} hours", years: "{} 年|{} years", ratio: "{}%|{}%" };

/** Nodes for all of it; `chip(number)` makes the button of a citation. */
export function calculations({ understood = [], calculations = [], missing = [] }, chip) {
  const line = (key, words) => (words.length ? el("p", { class: "why" }, t(key, words.join("；"))) : "");
  const lacks = (key, required) =>
    line(key, missing.filter((one) => one.required === required).map((one) => `${one.label}（${one.why}）`));
  return [
    line("as_said", understood.map((one) => `${one.label} ${one.said}`)),
    ...calculations.map((one) => worked(one, chip)),
    lacks("needed", true),
    lacks("useful", false),
  ];
}

function worked({ title, result, steps, rows, notes, basis }, chip) {
  const based = (place) => basis.filter((one) => one.steps.includes(place)).flatMap((one) => [` ${one.reference}`, ...one.numbers.map(chip)]);
  const lacking = basis.filter((one) => one.message).map((one) => `${one.reference}：${one.message}`);
  return el(
    "details",
    { class: "worked", open: true },
    el("summary", {}, title, " ", el("strong", {}, amount(result))),
    el("ol", {}, steps.map((step, place) => el("li", {}, step, el("small", {}, based(place))))),
    el("ul", {}, rows.map((row) => el("li", {}, `${row.name}：${amount(row)} ${row.when}`))),
    el("ul", { class: "why" }, [...notes, ...lacking].map((text) => el("li", {}, text))),
  );
}

const amount = ({ value, unit }) => (value === null ? t("elsewhere") : t(UNITS[unit] ?? "{}", value));
