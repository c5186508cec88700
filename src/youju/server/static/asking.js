// The question box, and the life of a question from Enter to the last event.

import { AnswerView } from "./answer.js";
import { ask, call, Problem } from "./api.js";
import { byId, el } from "./dom.js";
import { knows, t } from "./words.js";

let running = null; // {abort, id}
let limits = { max_question_characters: 4000, examples: [], owner: false, empty: false };

const box = () => byId("question");

export function prepareAsking() {
  byId("form").addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
  });
  box().addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing || event.keyCode === 229) return; // 229: an input method
    event.preventDefault();
    submit();
  });
  box().addEventListener("input", fit);
  byId("stop").addEventListener("click", stop);
}

/** What the server says of its caller: limits, examples. */
export function setLimits(me) {
  limits = me;
  drawExamples();
}

/** The box grows with its text; past the limit it says by how much. */
function fit() {
  box().style.height = "auto";
  box().style.height = `${box().scrollHeight + 2}px`;
  const over = [...box().value].length - limits.max_question_characters;
  byId("count").textContent = over > 0 ? t("too_long", over) : "";
  byId("send").disabled = over > 0;
}

export function drawExamples() {
  const shown = byId("answer").hidden;
  byId("welcome").hidden = !shown;
  byId("examples").hidden = !shown;
  document.body.classList.toggle("fresh", shown);
  const chips = limits.examples.map((text) => el("button", { type: "button", class: "example", onclick: () => start(text) }, text));
  const hint = limits.owner ? el("a", { href: "#/documents" }, t("add_first")) : t("ask_owner");
  byId("examples").replaceChildren(
    ...(limits.empty ? [el("p", {}, t("empty_base"), " ", hint)] : chips.length ? [el("span", {}, t("try")), ...chips] : []),
  );
}

export const isRunning = () => running !== null;

function submit() {
  const text = box().value.trim();
  if (text && !running && !byId("send").disabled) start(text);
}

async function start(text) {
  box().value = text;
  fit();
  const view = new AnswerView();
  drawExamples();
  running = { abort: new AbortController(), id: null };
  busy(true);
  try {
    for await (const event of ask(text, running.abort.signal)) {
      running.id ??= event.id?.split(".")[0];
      view.take(event);
    }
    if (!byId("asking").hidden) history.pushState(null, "", `#/answers/${view.answer.id}`);
  } catch (error) {
    view.fail(error.name === "AbortError" ? "" : explain(error, view));
    if (error instanceof TypeError) dispatchEvent(new Event("youju-gone"));
  } finally {
    running = null;
    busy(false);
  }
}

function busy(on) {
  byId("send").hidden = on;
  byId("stop").hidden = !on;
  byId("stop").disabled = false;
}

/** Ask the server to stop: the stream then ends with what was shown. Without an id yet, just leave. */
async function stop() {
  if (!running) return;
  byId("stop").disabled = true;
  if (!running.id) running.abort.abort();
  else await call("POST", `/answers/${running.id}/stop`).catch(() => running?.abort.abort());
}

export function explain(error, view) {
  if (!(error instanceof Problem)) return view?.sentences.length ? t("broken_off") : t("gone");
  if (error.code === "busy") return t("too_many");
  return knows(error.code) ? t(error.code) : t("error", error.line);
}

/** An answer by its address: after a reload, or when a person goes back. */
export async function showKept(identifier) {
  running?.abort.abort();
  const view = new AnswerView();
  drawExamples();
  try {
    const answer = await call("GET", `/answers/${encodeURIComponent(identifier)}`);
    box().value = answer.question;
    fit();
    view.end(answer);
  } catch (error) {
    view.fail(error.status === 404 ? t("answer_missing") : explain(error));
  }
}

/** Back to the empty page. */
export function clear() {
  running?.abort.abort();
  byId("answer").hidden = true;
  byId("evidence").hidden = true;
  document.body.classList.remove("evident");
  box().value = "";
  fit();
  drawExamples();
}
