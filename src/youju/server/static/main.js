// The page's start: language, addresses, keys, and the state of the server.

import { call, ready } from "./api.js";
import { clear, drawExamples, isRunning, prepareAsking, setLimits, showKept } from "./asking.js";
import { byId } from "./dom.js";
import { showLibrary } from "./library.js";
import * as viewer from "./viewer.js";
import { switchLanguage, t, translate } from "./words.js";

const SOON = 4000;
const LATER = 30000;
let me = null;
let timer = 0;

// addresses: #/  #/documents  #/answers/ID

function route() {
  const [, noun, identifier] = location.hash.split("/");
  const library = noun === "documents";
  byId("asking").hidden = library;
  byId("library").hidden = !library;
  byId("to-ask").toggleAttribute("aria-current", !library);
  byId("to-documents").toggleAttribute("aria-current", library);
  document.title = `${t(library ? "documents" : "ask")} · 有据 Youju`;
  if (library) showLibrary(me);
  else if (noun === "answers" && identifier) showKept(identifier);
  else {
    clear();
    byId("question").focus();
  }
}

// keys: / to the box, j and k through the citations, Escape closes

function key(event) {
  const typing = event.target.closest("input, textarea");
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape" && viewer.isOpen()) viewer.close();
  else if (event.key === "/" && !typing) {
    event.preventDefault();
    byId("question").focus();
  } else if (/^[jk]$/.test(event.key) && !typing) step(event.key === "j" ? 1 : -1);
}

let stood = null;

function step(by) {
  const chips = [...byId("answer").querySelectorAll(".chip")];
  if (!chips.length) return;
  const from = chips.indexOf(document.activeElement);
  const at = from >= 0 ? from : chips.indexOf(stood);
  stood = chips[at < 0 ? (by > 0 ? 0 : chips.length - 1) : (at + by + chips.length) % chips.length];
  if (viewer.isOpen()) stood.click();
  stood.focus();
}

// the server: gone, filling, degraded

function banner(words, kind = "") {
  const node = byId("banner");
  if (node.textContent !== words) node.textContent = words;
  node.className = `banner ${kind}`;
  node.hidden = !words;
}

async function watch() {
  clearTimeout(timer);
  let next = LATER;
  try {
    const state = await ready();
    if (!me) await introduce();
    const filling = state.filling.state === "running" && state.filling.share < 1;
    const bad = state.parts.filter((part) => part.state !== "ready");
    const told = bad.map((part) => t(`part_${part.name}`)).join("、");
    banner(told ? t("degraded", told) : filling ? t("filling", Math.floor(state.filling.share * 100)) : "");
    if (filling) next = SOON;
  } catch {
    banner(t("gone"), "gone");
    next = SOON;
  }
  timer = setTimeout(watch, document.hidden ? LATER : next);
}

async function introduce() {
  me = await call("GET", "/me");
  setLimits(me);
  if (location.hash.startsWith("#/documents")) route();
}

translate();
prepareAsking();
viewer.prepare();
byId("language").addEventListener("click", () => {
  switchLanguage();
  watch();
  if (location.hash.length > 2 && !isRunning()) route();
  else drawExamples();
});
addEventListener("hashchange", route);
addEventListener("keydown", key);
for (const change of ["offline", "online", "youju-gone"]) addEventListener(change, watch);
route();
watch();
