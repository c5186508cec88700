"""HTML: the text of a page without what surrounds it, and the anchors that lead into it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from urllib.parse import unquote

from selectolax.lexbor import LexborHTMLParser, LexborNode

from youju.reading.anchors import Anchors
from youju.reading.boilerplate import find_boilerplate
from youju.reading.builder import clean
from youju.reading.decoding import Decoded, decode
from youju.reading.document import Place, ReadDocument
from youju.reading.flow import Flow
from youju.reading.html_nodes import STRUCK, collapse, descend, is_hidden, visible_text
from youju.reading.html_tables import is_data, number_of, rows_of
from youju.reading.mail_parts import is_saved_page, saved_page
from youju.reading.reader import Limits, SourceFile, check_length

_CHARSET = re.compile(
    rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([\w-]+)|<\?xml[^>]{0,100}?encoding=[\"']([\w-]+)", re.I
)
_XHTML = re.compile(r"\s*<\?xml\b|\s*(?:<!--(?:(?!-->).)*-->\s*)*<!DOCTYPE[^>]{0,200}XHTML", re.IGNORECASE | re.DOTALL)
_SELF_CLOSED = re.compile(
    r"<(?!(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)\b)([a-zA-Z][\w:-]*)"
    r"((?:[^<>\"'/]|\"[^\"<]*\"|'[^'<]*'|/(?!>))*)/>",
    re.IGNORECASE,
)
_BLOCKS = frozenset(
    {"html", "body", "main", "article", "section", "header", "footer", "aside", "hgroup", "address", "search", "center"}
    | {"h1", "h2", "h3", "h4", "h5", "h6", "p", "div", "pre", "blockquote", "figure", "figcaption", "hr", "nav"}
    | {"ul", "ol", "menu", "li", "dl", "dt", "dd", "details", "summary", "dialog", "form", "fieldset", "legend"}
    | {"table", "caption", "thead", "tbody", "tfoot", "tr", "td", "th"}
)
_BETWEEN_NAMES = re.compile(r" [|\-–—·»_] ")
_EMOJI = re.compile(r"emoji|emoticon", re.IGNORECASE)
_MARKUP = 3
"""So many characters of a page stand for one of its text, at least, before it counts as more than the limit."""
_STRUCK_OUT = "Text that is struck out was left out."


def read(source: SourceFile, limits: Limits) -> ReadDocument:
    """Decode the page and walk its tree."""
    data = source.path.read_bytes()
    declared = None
    if is_saved_page(source, data[:4096]):
        data, declared = saved_page(source)
    decoded = decode_page(data, declared)
    check_length(source, len(decoded.text) // _MARKUP, limits)
    flow = Flow()
    page = write_page(decoded.text, flow)
    return ReadDocument(
        flow.builder.text,
        flow.builder.blocks,
        places=page.places,
        tables=flow.tables,
        title=page.title,
        media_type="text/html",
        warnings=(*decoded.warnings, *page.warnings),
    )


def decode_page(data: bytes, declared: str | None = None) -> Decoded:
    """The characters of a page, whose encoding is `declared` outside of it or within."""
    match = _CHARSET.search(data[:4096])
    inside = next((group.decode("ascii") for group in match.groups() if group), None) if match else None
    return decode(data, declared or inside)


@dataclass(frozen=True, slots=True)
class WrittenPage:
    """What is known of a page besides its text."""

    title: str | None
    places: tuple[Place, ...]
    warnings: tuple[str, ...]


def write_page(html: str, flow: Flow, *, whole: bool = False, xml: bool = False) -> WrittenPage:
    """A page: its text without what surrounds it. `whole` takes all of it, as of a chapter of a book; `xml` says that
    its tags are those of XHTML."""
    text = clean(html)
    if xml or _XHTML.match(text):
        text = _SELF_CLOSED.sub(r"<\1\2></\1>", text)
    tree = LexborHTMLParser(text)
    body = tree.body
    if body is None:
        return WrittenPage(_title(tree, frozenset()), (), ())
    left_out = frozenset[int]() if whole else find_boilerplate(body)
    title = _title(tree, left_out)
    walk = _write(body, flow, left_out, Anchors(flow.builder))
    linked = frozenset(unquote(node.attributes.get("href") or "")[1:] for node in tree.css('a[href^="#"]'))
    return WrittenPage(title, walk.anchors.places(linked), (_STRUCK_OUT,) if walk.struck else ())


def write_fragment(html: str, flow: Flow, anchors: Anchors) -> None:
    """A piece of HTML inside another format."""
    root = LexborHTMLParser(html).body
    if root is not None:
        _write(root, flow, frozenset(), anchors)


def _write(root: LexborNode, flow: Flow, left_out: frozenset[int], anchors: Anchors) -> _Walk:
    """Write all blocks below `root`."""
    walk = _Walk(flow, left_out, anchors)
    for node, tag, leaving in descend(root, walk.enter):
        if leaving:
            walk.leave(tag)
        elif tag == "-text":
            walk.take_text(node.text_content or "")
    walk.flush()
    return walk


def _title(tree: LexborHTMLParser, left_out: frozenset[int]) -> str | None:
    """The only heading of the first level, unless that is the name of the site; else the page's title."""
    tops = [text for node in tree.css("h1") if node.mem_id not in left_out and (text := visible_text(node))]
    named = tree.css_first("head title")
    stated = " ".join(named.text(deep=True).split()) if named is not None else ""
    parts = _BETWEEN_NAMES.split(stated)
    if len(tops) == 1:
        return parts[0] if len(parts) > 1 and parts[-1].casefold() == tops[0].casefold() else tops[0]
    return stated or None


@dataclass(slots=True)
class _Walk:
    """The state of one walk: the running text of the block that is open, and the lists of definitions."""

    flow: Flow
    left_out: frozenset[int]
    anchors: Anchors
    running: list[str] = field(default_factory=list[str])
    definitions: list[str] = field(default_factory=list[str])
    struck: bool = False
    in_line: bool = False

    def take_text(self, text: str) -> None:
        """Take a piece of the running text."""
        self.running.append(text)
        self.in_line = self.in_line or not text.isspace()

    def enter(self, node: LexborNode, tag: str) -> bool:
        """Take an element; whether its children are to be walked."""
        if node.mem_id in self.left_out or is_hidden(node, tag):
            return False
        if tag in STRUCK:
            self.struck = True
            return False
        if tag in _BLOCKS:
            self.flush()
        self._mark(node, tag)
        if tag == "br":
            self.running.append("\x00")
        elif tag == "img" and _EMOJI.search(node.attributes.get("class") or ""):
            self.take_text(node.attributes.get("alt") or "")
        return self._open(node, tag)

    def leave(self, tag: str) -> None:
        """The end of an element that was walked."""
        if tag in _BLOCKS:
            self.flush()
        if tag in {"ul", "ol", "menu"}:
            self.flow.close_list()
        elif tag == "li":
            self.flow.close_item()
        elif tag == "blockquote":
            self.flow.close_quote()
        elif tag == "dl":
            if self.definitions.pop():
                self.flow.close_item()
            self.flow.close_list()
        elif tag == "dd" and self.definitions:
            self.definitions[-1] = "dd"

    def flush(self) -> None:
        """Write the running text as a paragraph."""
        text = "".join(self.running)
        self.running.clear()
        self.in_line = False
        if text.strip("\x00 \t\n"):
            lines = [" ".join(line.split()) for line in collapse(text).split("\x00")]
            self.flow.text("\n".join(line for line in lines if line))

    def _mark(self, node: LexborNode, tag: str) -> None:
        """An anchor, unless it stands within a line."""
        attributes = node.attributes
        name = attributes.get("id") or (attributes.get("name") if tag == "a" else None)
        if name and not self.in_line:
            self.anchors.mark(name)

    def _open(self, node: LexborNode, tag: str) -> bool:
        if len(tag) == 2 and tag[0] == "h" and tag[1] in "123456":
            self._mark_inside(node)
            self.flow.heading(visible_text(node, without=self.left_out), int(tag[1]))
        elif tag == "pre":
            self.flow.code(visible_text(node, without=self.left_out, lines=True))
        elif tag == "table" and is_data(node):
            self._mark_inside(node)
            for caption in node.css("caption"):
                self.flow.text(visible_text(caption))
            self.flow.table(rows_of(node, self.left_out))
        else:
            self._open_container(node, tag)
            return True
        return False

    def _mark_inside(self, node: LexborNode) -> None:
        for inner in node.css("[id], a[name]"):
            self._mark(inner, inner.tag or "")

    def _open_container(self, node: LexborNode, tag: str) -> None:
        if tag in {"ul", "menu"}:
            self.flow.open_list()
        elif tag == "ol":
            self.flow.open_list(number_of(node, "start"))
        elif tag == "li":
            self.flow.open_item()
        elif tag == "blockquote":
            self.flow.open_quote()
        elif tag == "dl":
            self.flow.open_list()
            self.definitions.append("")
        elif tag == "dt" and self.definitions:
            if self.definitions[-1] == "dd":
                self.flow.close_item()
            if self.definitions[-1] != "dt":
                self.flow.open_item()
            self.definitions[-1] = "dt"
        elif tag == "dd" and self.definitions and not self.definitions[-1]:
            self.flow.open_item()
