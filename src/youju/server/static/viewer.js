// The document beside the text (or over it, on a phone).

import { byId, narrow } from "./dom.js";
import { language, t } from "./words.js";

const frame = () => byId("viewer-frame");
let opener = null;

export const isOpen = () => byId("viewer").open;

/** Open what a number cites. Who had the focus gets it back. */
export function open(part) {
  const box = byId("viewer");
  opener = document.activeElement;
  const address = `${part.view}${part.view.includes("?") ? "&" : "?"}lang=${language()}`;
  byId("viewer-title").textContent = t("evidence_number", part.number);
  byId("viewer-open").href = `${address}#mark`;
  frame().title = t("opened", part.title);
  frame().contentWindow.location.replace(address); // no entry in the history: Back leaves the answer, not the page
  byId("evidence").classList.add("viewing");
  document.body.classList.add("viewing");
  if (box.open) return;
  if (narrow()) box.showModal();
  else box.show();
}

export function close() {
  byId("viewer").close();
}

export function prepare() {
  const box = byId("viewer");
  byId("viewer-close").addEventListener("click", close);
  box.addEventListener("close", () => {
    byId("evidence").classList.remove("viewing");
    document.body.classList.remove("viewing");
    frame().blur(); // or keys go on into it
    window.focus();
    if (document.activeElement.id !== "question") opener?.focus();
    frame().contentWindow.location.replace("about:blank");
  });
  frame().addEventListener("load", () => {
    if (!isOpen()) return;
    const inside = frame().contentDocument;
    inside.addEventListener("keydown", (event) => event.key === "Escape" && close());
    const mark = inside.getElementById("mark"); // #mark would scroll this page, too
    if (!mark) return;
    const { top, left } = mark.getBoundingClientRect();
    inside.defaultView.scrollTo(0, top - inside.defaultView.innerHeight / 3);
    mark.closest("figure")?.scrollTo(left - 32, 0);
  });
}
