// One answer on the page: it grows by its events, or is drawn whole from what was kept.

import { calculations } from "./calculations.js";
import { card, named, partOf, place } from "./cards.js";
import { byId, el } from "./dom.js";
import { Prose } from "./prose.js";
import * as viewer from "./viewer.js";
import { fill, t } from "./words.js";

/** Draws into #answer and #cards. */
export class AnswerView {
  constructor() {
    this.cards = new Map(); // number → card
    this.sentences = [];
    this.told = new Set(); // words of the notices
    const parts = byId("answer-parts").content.cloneNode(true);
    fill(parts);
    [this.status, this.steps, this.thoughts, this.notices, this.text, this.worked, this.foot] = parts.children;
    this.prose = new Prose(this.text, (number) => this.chip(number));
    byId("answer").replaceChildren(parts);
    byId("answer").hidden = false;
    byId("cards").replaceChildren();
    byId("evidence").hidden = true;
    if (viewer.isOpen()) viewer.close();
  }

  /** Take one event of the stream. */
  take({ event, data }) {
    if (event === "stage" || event === "tool" || event === "retry") this.step(data.text ?? data.reason);
    else if (event === "reasoning") this.think(data.text);
    else if (event === "citation") for (const number of data.card.numbers) this.cards.set(number, data.card);
    else if (event === "sentence") this.sentence(data);
    else if (event === "notice") this.notice(data);
    else if (event === "error") this.notice({ kind: "failed", text: data.text });
    else if (event === "done") this.end(data.answer);
  }

  say(words) {
    this.status.lastElementChild.textContent = words;
  }

  /** What is done now; all of it can be unfolded. */
  step(words) {
    this.say(words);
    this.steps.hidden = false;
    this.steps.lastChild.append(el("li", {}, words));
    this.steps.firstChild.textContent = t("steps", this.steps.lastChild.children.length);
  }

  /** Thoughts stay folded, apart from the answer, and are never drawn like one. */
  think(words) {
    this.thoughts.hidden = false;
    this.thoughts.lastChild.append(words);
  }

  sentence(data) {
    this.sentences.push(data);
    this.prose.add(data, t("ungrounded"));
    const shown = new Set(this.sentences.flatMap((sentence) => sentence.citations));
    this.showCards([...shown].map((number) => this.cards.get(number)));
  }

  notice({ kind, text }) {
    if (this.told.has(text)) return;
    this.told.add(text);
    const urgent = kind === "urgent" || kind === "failed";
    this.notices.append(el("p", { class: `notice ${kind}`, role: urgent ? "alert" : "note" }, text));
  }

  showCards(cards) {
    byId("cards").replaceChildren(...cards.map((data) => card(data, (opened) => viewer.open(opened))));
    byId("evidence").hidden = !cards.length;
    document.body.classList.toggle("evident", cards.length > 0);
  }

  chip(number) {
    const part = partOf(this.cards.get(number), number); // of this very sentence, also when cards are merged later
    const chip = el("button", { type: "button", class: "chip", "aria-label": named(part), onclick: () => viewer.open(part) }, number);
    for (const type of ["focus", "mouseenter"]) chip.addEventListener(type, () => this.light(number));
    for (const type of ["blur", "mouseleave"]) chip.addEventListener(type, () => this.light(null));
    return chip;
  }

  /** Show which card a number belongs to. */
  light(number) {
    for (const node of byId("cards").children) {
      const on = node.dataset.numbers.split(" ").includes(String(number));
      node.classList.toggle("lit", on);
      // by keyboard only: a page that scrolls under a pressed finger loses the click
      if (on && !viewer.isOpen() && document.activeElement?.matches(".chip:focus-visible")) node.scrollIntoView({ block: "nearest" });
    }
  }

  /** The whole answer is there: its merged cards, how it ended, what can be done with it. */
  end(answer) {
    this.answer = answer;
    if (!this.sentences.length) this.drawWhole(answer);
    this.showCards(answer.citations);
    this.worked.replaceChildren(...calculations(answer, (number) => this.chip(number)));
    answer.notices.forEach((notice) => this.notice(notice));
    this.text.setAttribute("aria-busy", "false");
    this.status.className = `status ${answer.status}`;
    this.say(summary(answer));
    if (answer.status === "refused") this.refuse(answer);
    else if (answer.sentences.length) this.foot.append(el("button", { type: "button", class: "quiet", onclick: (e) => copy(answer, e.target) }, t("copy")));
  }

  /** An answer that was kept comes without events. Its text joins the sentences, so the lead can be cut from it. */
  drawWhole(answer) {
    for (const data of answer.citations) for (const number of data.numbers) this.cards.set(number, data);
    let rest = answer.text;
    for (const sentence of answer.sentences) {
      const at = rest.indexOf(sentence.text);
      if (at < 0) continue; // withheld: not part of the text
      this.sentences.push(sentence);
      this.prose.add({ ...sentence, lead: rest.slice(0, at) }, t("ungrounded"));
      rest = rest.slice(at + sentence.text.length);
    }
  }

  refuse(answer) {
    const parts = byId("refusal").content.cloneNode(true);
    fill(parts);
    const [said, , head, list] = parts.children;
    said.textContent = answer.text;
    list.append(...answer.nearest.map((title) => el("li", {}, title)));
    head.hidden = !list.children.length;
    this.text.replaceChildren(parts);
  }

  /** The connection broke, the server refused, or (without words) a person stopped it. */
  fail(words) {
    const status = words ? "failed" : "stopped";
    this.text.setAttribute("aria-busy", "false");
    this.status.className = `status ${status}`;
    this.say(t(status));
    if (words) this.notice({ kind: status, text: words });
  }
}

function summary(answer) {
  const count = answer.citations.length;
  const seconds = answer.timings_ms.total / 1000;
  return [t(answer.status), count && t("sources_count", count), answer.withheld && t("withheld", answer.withheld), seconds && t("seconds", seconds.toFixed(seconds < 1 ? 2 : 1))].filter(Boolean).join(" · ");
}

/** Text for a letter or a chat: the answer, then each number with its source and quote. */
function withSources(answer) {
  const parts = answer.citations.flatMap((data) => data.numbers.map((number) => partOf(data, number)));
  const lines = parts.map((part) => `[${part.number}] ${[part.title, place(part)].filter(Boolean).join(" · ")}\n    “${part.quote.replace(/\s+/g, " ")}”`);
  return [answer.question, "", answer.text, "", `${t("evidence")}:`, ...lines].join("\n");
}

async function copy(answer, button) {
  const done = await navigator.clipboard?.writeText(withSources(answer)).then(() => true, () => false);
  button.textContent = t(done ? "copied" : "not_copied");
  setTimeout(() => (button.textContent = t("copy")), 2000);
}
