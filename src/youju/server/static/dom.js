// Elements are made with methods only: what comes from a document or a person is always text, never markup.

export const byId = (id) => document.getElementById(id);

/** `el("p", {class: "note", onclick: …}, "text", child, null)`; null and false children are left out. */
export function el(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value == null || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child != null && child !== false));
  return node;
}

export const narrow = () => matchMedia("(max-width: 60rem)").matches;
