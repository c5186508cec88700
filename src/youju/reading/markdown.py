"""Markdown: what a person reads of it, without its marks."""

from __future__ import annotations

import re
from collections.abc import Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token

from youju.reading.builder import TextBuilder, clean, glue
from youju.reading.decoding import decode
from youju.reading.document import ReadDocument
from youju.reading.flow import Flow
from youju.reading.html import write_fragment
from youju.reading.numbering import numbering
from youju.reading.reader import Limits, SourceFile

_FRONT_MATTER = re.compile(r"---[ \t]*\n(.*?\n)?(?:---|\.\.\.)[ \t]*(?:\n|$)", re.DOTALL)
_FRONT_TITLE = re.compile(r"^title:[ \t]*(.+?)[ \t]*$", re.MULTILINE)
_PARSER = MarkdownIt("commonmark", {"maxNesting": 100}).enable(["table", "strikethrough"])
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)


def read(source: SourceFile, _: Limits) -> ReadDocument:
    """Decode the file and walk its tokens."""
    decoded = decode(source.path.read_bytes())
    text = clean(decoded.text)
    front = _FRONT_MATTER.match(text)
    title = _front_title(front.group(1) or "") if front else None
    walk = _Walk()
    for token in _PARSER.parse(text[front.end() :] if front else text):
        walk.take(token)
    builder = walk.flow.builder
    return ReadDocument(
        builder.text,
        builder.blocks,
        tables=walk.flow.tables,
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


class _Walk:
    """Hands tokens on to a `Flow`: one method for each type of token that says something."""

    def __init__(self) -> None:
        self.flow = Flow()
        self._heading = 0
        self._rows: list[tuple[bool, list[str]]] = []
        self._in_row = False

    def take(self, token: Token) -> None:
        """Take the next token; those without a method (such as `paragraph_open`) say nothing."""
        method = getattr(self, f"_{token.type}", None)
        if method is not None:
            method(token)

    def _heading_open(self, token: Token) -> None:
        self._heading = int(token.tag[1:])

    def _heading_close(self, _: Token) -> None:
        self._heading = 0

    def _inline(self, token: Token) -> None:
        text = _inline_text(token.children or [])
        if self._in_row:
            self._rows[-1][1].append(text)
        elif self._heading:
            self.flow.heading(text, self._heading)
        else:
            self.flow.text(text)

    def _blockquote_open(self, _: Token) -> None:
        self.flow.open_quote()

    def _blockquote_close(self, _: Token) -> None:
        self.flow.close_quote()

    def _bullet_list_open(self, _: Token) -> None:
        self.flow.open_list()

    def _ordered_list_open(self, token: Token) -> None:
        self.flow.open_list(int(token.attrs.get("start", 1)))

    def _bullet_list_close(self, _: Token) -> None:
        self.flow.close_list()

    _ordered_list_close = _bullet_list_close

    def _list_item_open(self, token: Token) -> None:
        self.flow.open_item(token.markup)

    def _list_item_close(self, _: Token) -> None:
        self.flow.close_item()

    def _table_open(self, _: Token) -> None:
        self._rows = []

    def _tr_open(self, _: Token) -> None:
        self._rows.append((not self._rows, []))
        self._in_row = True

    def _tr_close(self, _: Token) -> None:
        self._in_row = False

    def _table_close(self, _: Token) -> None:
        self.flow.table(self._rows)

    def _fence(self, token: Token) -> None:
        self.flow.code(token.content.strip("\n"))

    _code_block = _fence

    def _html_block(self, token: Token) -> None:
        write_fragment(token.content, self.flow)


def _inline_text(children: Sequence[Token]) -> str:
    """The text of inline tokens: marks and tags dropped, the words of links and the alternatives of images kept."""
    text = ""
    for position, token in enumerate(children):
        if token.type in {"text", "code_inline"}:
            text += token.content
        elif token.type == "softbreak":
            following = next((after.content for after in children[position + 1 :] if after.content), "")
            text += "\n" if numbering(following) else glue(text, following)
        elif token.type == "hardbreak" or (token.type == "html_inline" and _BREAK.match(token.content)):
            text += "\n"
        elif token.type == "image":
            text += _inline_text(token.children or [])
    return text
