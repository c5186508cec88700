"""HTML: the text of a page without what surrounds it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from selectolax.lexbor import LexborHTMLParser, LexborNode

from youju.reading.builder import clean
from youju.reading.decoding import decode
from youju.reading.document import ReadDocument
from youju.reading.flow import Flow
from youju.reading.grid import Cell
from youju.reading.reader import Limits, SourceFile

_CHARSET = re.compile(
    rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([\w-]+)|<\?xml[^>]{0,100}?encoding=[\"']([\w-]+)", re.I
)
_NEVER = frozenset(
    {"script", "style", "noscript", "template", "iframe", "svg", "canvas", "object", "head", "nav"}
    | {"button", "select", "input", "textarea"}
)
_AROUND = frozenset({"header", "footer", "aside"})
_AROUND_ROLES = frozenset({"navigation", "banner", "contentinfo", "complementary", "search"})
_BLOCKS = frozenset(
    {"html", "body", "main", "article", "section", "header", "footer", "aside", "hgroup", "address", "search", "center"}
    | {"h1", "h2", "h3", "h4", "h5", "h6", "p", "div", "pre", "blockquote", "figure", "figcaption", "hr"}
    | {"ul", "ol", "menu", "li", "dl", "dt", "dd", "details", "summary", "dialog", "form", "fieldset", "legend"}
    | {"table", "caption", "thead", "tbody", "tfoot", "tr", "td", "th"}
)
_WIDE = "[\u2e80-\u303f\u3041-\u9fff\uf900-\ufaff\uff00-\uff60“”‘’]"
_SOURCE_BREAK = re.compile(rf"(?<={_WIDE})[ \t]*\n\s*(?={_WIDE})")
_HIDDEN_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)


def read(source: SourceFile, _: Limits) -> ReadDocument:
    """Decode the page and walk its tree."""
    data = source.path.read_bytes()
    match = _CHARSET.search(data[:4096])
    declared = next((group.decode("ascii") for group in match.groups() if group), None) if match else None
    decoded = decode(data, declared)
    tree = LexborHTMLParser(clean(decoded.text))
    flow = Flow()
    if tree.body is not None:
        write_tree(tree.body, flow, bare=True)
        if not flow.builder.length:  # a page that keeps its text where others keep their menus
            write_tree(tree.body, flow, bare=False)
    return ReadDocument(
        flow.builder.text,
        flow.builder.blocks,
        tables=flow.tables,
        title=_title(tree),
        media_type="text/html",
        warnings=decoded.warnings,
    )


def write_page(html: str, flow: Flow) -> None:
    """A whole page inside another format: its text without what surrounds it."""
    root = LexborHTMLParser(clean(html)).body
    if root is not None:
        write_tree(root, flow, bare=True)


def write_fragment(html: str, flow: Flow) -> None:
    """A piece of HTML inside another format."""
    root = LexborHTMLParser(html).body
    if root is not None:
        write_tree(root, flow, bare=False)


def write_tree(root: LexborNode, flow: Flow, *, bare: bool) -> None:
    """Write all blocks below `root`; `bare` leaves out headers, footers and asides that are not part of an article."""
    walk = _Walk(flow, bare)
    node = root
    while True:
        step = node.child if walk.enter(node) else None
        while step is None:
            walk.leave(node)
            if node.mem_id == root.mem_id or node.parent is None:
                walk.flush()
                return
            step = node.next
            node = step or node.parent
        node = step


def _title(tree: LexborHTMLParser) -> str | None:
    """The only heading of the first level, else the page's title."""
    tops = [text for node in tree.css("h1") if (text := _plain(node))]
    if len(tops) == 1:
        return tops[0]
    stated = tree.css_first("head title")
    return (_plain(stated) or None) if stated is not None else None


def _plain(node: LexborNode) -> str:
    """All text below a node on one line."""
    return " ".join(_collapse(node.text(deep=True, separator="")).split())


def _collapse(text: str) -> str:
    """Line ends of the source between Chinese characters are nothing, other white space is a space."""
    return _SOURCE_BREAK.sub("", text)


@dataclass(slots=True)
class _Walk:
    """The state of one walk: the running text of the block that is open, and where the walk is inside articles."""

    flow: Flow
    bare: bool
    running: list[str] = field(default_factory=list[str])
    articles: int = 0
    entered: set[int] = field(default_factory=set[int])

    def enter(self, node: LexborNode) -> bool:
        """Take a node; whether its children are to be walked."""
        tag = node.tag or ""
        if tag == "-text":
            self.running.append(node.text_content or "")
            return False
        if tag.startswith("-") or self._is_left_out(node, tag):
            return False
        self.entered.add(node.mem_id)
        if tag == "br":
            self.running.append("\x00")
        elif tag == "img":
            self.running.append(node.attributes.get("alt") or "")
        if tag in _BLOCKS:
            self.flush()
        return self._open(node, tag)

    def leave(self, node: LexborNode) -> None:
        """The end of a node that was entered."""
        if node.mem_id not in self.entered:
            return
        self.entered.discard(node.mem_id)
        tag = node.tag or ""
        if tag in _BLOCKS:
            self.flush()
        if tag in {"ul", "ol", "menu"}:
            self.flow.close_list()
        elif tag == "li":
            self.flow.close_item()
        elif tag == "blockquote":
            self.flow.close_quote()
        elif tag in {"article", "main"}:
            self.articles -= 1

    def flush(self) -> None:
        """Write the running text as a paragraph."""
        text = "".join(self.running)
        self.running.clear()
        if text.strip("\x00 \t\n"):
            lines = [" ".join(line.split()) for line in _collapse(text).split("\x00")]
            self.flow.text("\n".join(line for line in lines if line))

    def _open(self, node: LexborNode, tag: str) -> bool:
        if len(tag) == 2 and tag[0] == "h" and tag[1] in "123456":
            self.flow.heading(_plain(node), int(tag[1]))
        elif tag == "pre":
            self.flow.code((node.text(deep=True, separator="") or "").strip("\n"))
        elif tag == "table" and _is_data(node):
            for caption in node.css("caption"):
                self.flow.text(_plain(caption))
            self.flow.table(_table(node))
        else:
            self._open_container(node, tag)
            return True
        self.entered.discard(node.mem_id)
        return False

    def _open_container(self, node: LexborNode, tag: str) -> None:
        if tag in {"ul", "menu"}:
            self.flow.open_list()
        elif tag == "ol":
            self.flow.open_list(_number(node, "start"))
        elif tag == "li":
            self.flow.open_item()
        elif tag == "blockquote":
            self.flow.open_quote()
        elif tag in {"article", "main"}:
            self.articles += 1

    def _is_left_out(self, node: LexborNode, tag: str) -> bool:
        attributes = node.attributes
        if tag in _NEVER or "hidden" in attributes or attributes.get("aria-hidden") == "true":
            return True
        if _HIDDEN_STYLE.search(attributes.get("style") or ""):
            return True
        around = tag in _AROUND or attributes.get("role") in _AROUND_ROLES
        if not (around and self.bare and not self.articles):
            return False
        return node.css_first("h1") is None  # a header that holds the page's title is part of the page


def _number(node: LexborNode, name: str) -> int:
    value = (node.attributes.get(name) or "").strip()
    return int(value) if value.isascii() and value.isdigit() and len(value) < 6 else 1


def _is_data(table: LexborNode) -> bool:
    """Whether a table holds data, not the layout of a page: no tables or headings inside, more than one column."""
    if table.attributes.get("role") in {"presentation", "none"} or table.css_first("h1,h2,h3,h4,h5,h6") is not None:
        return False
    rows = table.css("tr")
    return table.css_first("td table, th table") is None and any(len(_cells(row)) > 1 for row in rows)


def _cells(row: LexborNode) -> list[LexborNode]:
    return [node for node in row.iter() if node.tag in {"td", "th"}]


def _table(table: LexborNode) -> list[tuple[bool, list[Cell]]]:
    rows = table.css("tr")
    cells = [
        [
            Cell(_cell_text(cell), _number(cell, "colspan"), _number(cell, "rowspan"), header=cell.tag == "th")
            for cell in _cells(row)
        ]
        for row in rows
    ]
    headers = [
        row.parent is not None and (row.parent.tag == "thead" or all(cell.tag == "th" for cell in _cells(row)))
        for row in rows
    ]
    return list(zip(headers, cells, strict=True))


def _cell_text(cell: LexborNode) -> str:
    for line_break in cell.css("br, p, li, div"):
        line_break.insert_before(" ")
    return _plain(cell)
