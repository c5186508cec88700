"""Markdown: what a person reads of it, without its marks."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from markdown_it import MarkdownIt
from markdown_it.token import Token

from youju.reading.builder import TextBuilder, clean, glue
from youju.reading.decoding import decode
from youju.reading.document import BlockKind, ReadDocument, row_text
from youju.reading.reader import Limits, SourceFile

_FRONT_MATTER = re.compile(r"---[ \t]*\n(.*?\n)?(?:---|\.\.\.)[ \t]*(?:\n|$)", re.DOTALL)
_FRONT_TITLE = re.compile(r"^title:[ \t]*(.+?)[ \t]*$", re.MULTILINE)
_PARSER = MarkdownIt("commonmark", {"maxNesting": 100}).enable(["table", "strikethrough"])
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_MARKUP = re.compile(
    r"<!--.*?-->|<(?:script|style)\b.*?</(?:script|style)>|</?[a-zA-Z][^>]*>", re.DOTALL | re.IGNORECASE
)


def read(source: SourceFile, _: Limits) -> ReadDocument:
    """Decode the file and walk its tokens."""
    decoded = decode(source.path.read_bytes())
    text = clean(decoded.text)
    front = _FRONT_MATTER.match(text)
    title = _front_title(front.group(1) or "") if front else None
    walk = _Walk()
    for token in _PARSER.parse(text[front.end() :] if front else text):
        walk.take(token)
    builder = walk.builder
    return ReadDocument(
        builder.text,
        builder.blocks,
        title=title or _heading_title(builder),
        media_type="text/markdown",
        warnings=decoded.warnings,
    )


def _front_title(front: str) -> str | None:
    match = _FRONT_TITLE.search(front)
    return match.group(1).strip("'\"") or None if match else None


def _heading_title(builder: TextBuilder) -> str | None:
    """The first block, if it is the only heading of the first level."""
    tops = [block for block in builder.blocks if block.kind == "heading" and block.level == 1]
    if len(tops) == 1 and tops[0] is builder.blocks[0]:
        return builder.text[tops[0].start : tops[0].end]
    return None


@dataclass(slots=True)
class _Item:
    """An open list item: its marker and the paragraphs gathered so far."""

    marker: str
    level: int
    group: int
    texts: list[str] = field(default_factory=list[str])
    written: bool = False


@dataclass(slots=True)
class _Walk:
    """The state of one walk through the tokens."""

    builder: TextBuilder = field(default_factory=TextBuilder)
    lists: list[tuple[bool, int, int]] = field(default_factory=list[tuple[bool, int, int]])
    """Open lists: ordered, next number, group."""
    items: list[_Item] = field(default_factory=list[_Item])
    kind: BlockKind = "paragraph"
    level: int = 0
    quotes: int = 0
    row: list[str] | None = None
    header: bool = False
    table: int | None = None

    def take(self, token: Token) -> None:
        handler = getattr(self, f"_{token.type}", None)
        if handler is not None:
            handler(token)

    def _heading_open(self, token: Token) -> None:
        self.kind, self.level = "heading", int(token.tag[1:])

    def _heading_close(self, _: Token) -> None:
        self.kind, self.level = "paragraph", 0

    def _inline(self, token: Token) -> None:
        self._text(inline_text(token.children or []))

    def _text(self, text: str) -> None:
        if self.row is not None:
            self.row.append(text)
        elif self.kind == "heading":
            self._flush()
            self.builder.add("heading", " ".join(text.split()), level=self.level)
        elif self.items and not self.items[-1].written:
            self.items[-1].texts.append(text)
        else:
            self.builder.add("quote" if self.quotes else "paragraph", text)

    def _blockquote_open(self, _: Token) -> None:
        self._flush()
        self.quotes += 1

    def _blockquote_close(self, _: Token) -> None:
        self.quotes -= 1

    def _bullet_list_open(self, _: Token) -> None:
        self._open_list(ordered=False, start=1)

    def _ordered_list_open(self, token: Token) -> None:
        self._open_list(ordered=True, start=int(token.attrGet("start") or 1))

    def _open_list(self, *, ordered: bool, start: int) -> None:
        self._flush()
        group = self.lists[-1][2] if self.lists else self.builder.new_group()
        self.lists.append((ordered, start, group))

    def _bullet_list_close(self, _: Token) -> None:
        self.lists.pop()

    _ordered_list_close = _bullet_list_close

    def _list_item_open(self, token: Token) -> None:
        ordered, number, group = self.lists[-1]
        self.lists[-1] = (ordered, number + 1, group)
        marker = f"{number}{token.markup} " if ordered else ""
        self.items.append(_Item(marker, len(self.lists), group))

    def _list_item_close(self, _: Token) -> None:
        self._flush()
        self.items.pop()

    def _flush(self) -> None:
        """Write what the innermost open item has gathered, before anything else comes."""
        if self.items and not self.items[-1].written and self.items[-1].texts:
            item = self.items[-1]
            self.builder.add("list_item", item.marker + "\n".join(item.texts), level=item.level, group=item.group)
            item.written = True

    def _table_open(self, _: Token) -> None:
        self._flush()
        self.table = self.builder.new_group()

    def _thead_open(self, _: Token) -> None:
        self.header = True

    def _thead_close(self, _: Token) -> None:
        self.header = False

    def _tr_open(self, _: Token) -> None:
        self.row = []

    def _tr_close(self, _: Token) -> None:
        row, self.row = self.row or [], None
        if any(row):
            self.builder.add("table_header" if self.header else "table_row", row_text(row), group=self.table)

    def _fence(self, token: Token) -> None:
        self._flush()
        self.builder.add("code", token.content.strip("\n"))

    _code_block = _fence

    def _html_block(self, token: Token) -> None:
        text = strip_markup(token.content)
        if text.strip():
            self._text(text)


def strip_markup(html: str) -> str:
    """The text of a piece of HTML inside Markdown, without tags and comments."""
    return _MARKUP.sub("", _BREAK.sub("\n", html))


def inline_text(children: list[Token]) -> str:
    """The text of inline tokens: marks and tags dropped, the words of links and the alternatives of images kept."""
    parts: list[str] = []
    for position, token in enumerate(children):
        if token.type in {"text", "code_inline"}:
            parts.append(token.content)
        elif token.type == "softbreak":
            after = next((child.content for child in children[position + 1 :] if child.content), "")
            parts.append(glue("".join(parts[-1:]), after))
        elif token.type == "hardbreak" or (token.type == "html_inline" and _BREAK.match(token.content)):
            parts.append("\n")
        elif token.type == "image":
            parts.append(inline_text(token.children or []))
    return "".join(parts)
