// Sentences → paragraphs, lists, tables, headings. Made for text that arrives piece by piece: nothing is drawn twice.

import { el } from "./dom.js";

const INLINE = /(`[^`]+`|\*\*[^*]+\*\*|\[\d+\])/;

/** Writes into `root`. `chip(number)` makes the button of a citation. */
export class Prose {
  constructor(root, chip) {
    this.root = root;
    this.chip = chip;
    this.block = null; // where running text goes on
    this.table = null;
    this.list = null;
    this.code = null;
  }

  /** One sentence event: `lead` joins it to what stands before. */
  add({ lead = "", text, citations = [], verdict }, title = "") {
    const lines = (lead + text).split("\n");
    lines.forEach((line, place) => {
      if (place) this.endLine();
      else if (!line) return; // nothing goes on: the lead begins a new line
      this.write(line, citations, verdict === "unsupported" ? title : "");
    });
  }

  endLine() {
    if (!this.code) this.block = null;
  }

  write(line, citations, doubt) {
    if (/^\s*(```|~~~)/.test(line) && !this.block) return this.fence();
    if (this.code) return this.code.append(`${line}\n`);
    if (!line.trim() && !this.block) return this.close();
    if (!this.block) line = this.begin(line, citations);
    if (line === null) return null;
    const sentence = el("span", { class: doubt ? "sentence doubt" : "sentence", title: doubt || null });
    this.inline(sentence, line, citations);
    return this.block.append(sentence);
  }

  fence() {
    this.code = this.code ? null : this.root.appendChild(el("pre")).appendChild(el("code"));
    this.block = null;
  }

  close() {
    this.table = null;
    this.list = null;
  }

  /** Open the block that a line begins; returns the text that stands in it, or null if the line is all used. */
  begin(line, citations) {
    const row = /^\s*\|(.*)$/.exec(line);
    if (row) return this.row(row[1], citations);
    const item = /^(\s*)(?:[-*•·]|(\d{1,3})[.)、])\s+(.*)$/.exec(line);
    if (item) return this.item(item[2] ? "ol" : "ul", item[1].length, item[3], item[2]);
    if (/^\s*[（(][一二三四五六七八九十\d]{1,3}[）)]/.test(line)) return this.item("plain", 0, line.trimStart());
    this.close();
    const heading = /^(#{1,6})\s+(.*)$/.exec(line);
    const quote = /^>\s?(.*)$/.exec(line);
    if (heading) this.block = this.root.appendChild(el(`h${Math.min(heading[1].length + 2, 6)}`));
    else if (quote) this.block = this.root.appendChild(el("blockquote"));
    else this.block = this.root.appendChild(el("p"));
    return heading ? heading[2] : quote ? quote[1] : line.trimStart();
  }

  /** `plain`: items that carry their own number, as （一）. */
  item(kind, indent, rest, number) {
    if (this.kind !== kind || !this.list) {
      this.close();
      this.kind = kind;
      this.list = this.root.appendChild(el(kind === "ol" ? "ol" : "ul", { start: number, class: kind === "plain" ? kind : null }));
    }
    this.block = this.list.appendChild(el("li", { class: indent > 1 ? "inner" : null }));
    return rest;
  }

  row(rest, citations) {
    if (/^[\s|:-]+$/.test(rest)) {
      this.head();
      return null;
    }
    if (!this.table) {
      this.list = null;
      this.table = this.root.appendChild(el("div", { class: "wide", tabindex: "0" })).appendChild(el("table"));
      this.body = this.table.appendChild(el("tbody"));
    }
    const cells = rest.split(/(?<!\\)\|/);
    const after = cells.length > 1 ? cells.pop().trim() : ""; // what stands behind the last bar: markers
    if (after) cells.push(`${cells.pop().trim()} ${after}`);
    const row = this.body.appendChild(el("tr"));
    for (const cell of cells) this.inline(row.appendChild(el("td")), cell.replaceAll("\\|", "|").trim(), citations);
    return null;
  }

  /** The row before a line of dashes was the head. */
  head() {
    const row = this.body?.lastElementChild;
    if (!row || !this.table || this.table.tHead) return;
    for (const cell of [...row.cells]) cell.replaceWith(el("th", { scope: "col" }, [...cell.childNodes]));
    this.table.prepend(el("thead", {}, row));
  }

  inline(node, text, citations) {
    const pieces = text.split(INLINE);
    pieces.forEach((piece, at) => {
      const number = Number(/^\[(\d+)\]$/.exec(piece)?.[1]);
      // a sentence has each of its markers once; the same before it is text: dp[i][1]
      if (citations.includes(number) && pieces.lastIndexOf(piece) === at) node.append(this.chip(number));
      else if (/^`.+`$/.test(piece)) node.append(el("code", {}, piece.slice(1, -1)));
      else if (/^\*\*.+\*\*$/.test(piece)) node.append(el("strong", {}, piece.slice(2, -2)));
      else node.append(piece);
    });
  }
}
