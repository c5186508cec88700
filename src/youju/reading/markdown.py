"""Markdown: what a person reads of it, without its marks, and the anchors of its headings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.token import Token

from youju.reading.anchors import Anchors
from youju.reading.builder import TextBuilder, clean, glue
from youju.reading.decoding import decode
from youju.reading.document import ReadDocument
from youju.reading.flow import Flow
from youju.reading.front_matter import front_matter
from youju.reading.html import write_fragment
from youju.reading.html_nodes import hides
from youju.reading.numbering import numbering
from youju.reading.plain import write_text
from youju.reading.reader import Limits, SourceFile, check_length

_MOST_NESTING = 160
_TAG = re.compile(r"<(/?)([a-zA-Z][\w-]*)((?:[^<>\"']|\"[^\"]*\"|'[^']*')*?)(/?)>")
_COMMENT = re.compile(r"<!--.*?(?:-->|$)", re.DOTALL)
_NAMED = re.compile(r"\b(?:id|name)\s*=\s*[\"']?([^\"'\s>]+)", re.IGNORECASE)
_HEADING_ID = re.compile(r"\s*\{\s*#([^\s{}]+)[^{}]*\}\s*$")
_NOT_IN_SLUG = re.compile(r"[^\w\- ]")
_DEFINITION = re.compile(r"\[\^([^\]\s]+)\]:[ \t]*(.*)", re.DOTALL)
_REFERENCE = re.compile(r"\[\^([^\]\s]+)\]")
_TASK = re.compile(r"\[([ xX])\](?=\s)")
_ALERT = re.compile(r"\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\][+-]?[ \t]*\n?", re.IGNORECASE)
_WIKI_LINK = re.compile(r"(?i)\[\[(?!toc\]\])(?:[^\[\]|\n]+\|)?([^\[\]|\n]+)\]\]")
_DIRECTIVE = re.compile(r":{3,}[ \t]*(?:\{?[\w.-]*\}?[ \t]*(.*))|\[\[?toc\]?\]|\{:?toc\}", re.IGNORECASE)
_STRUCK_OUT = "Text that is struck out was left out."
_TOO_DEEP = "Its lists or quotes are nested too deep: it was read as plain text."


def read(source: SourceFile, limits: Limits) -> ReadDocument:
    """Decode the file and walk its tokens."""
    decoded = decode(source.path.read_bytes())
    check_length(source, len(decoded.text), limits)
    text = clean(decoded.text)
    front = front_matter(text)
    walk = _Walk()
    warnings = [*decoded.warnings]
    tokens = _tokens(text[front.end :])
    if tokens is None:
        write_text(text[front.end :], walk.flow)
        warnings.append(_TOO_DEEP)
    else:
        walk.take_all(tokens)
    if walk.struck:
        warnings.append(_STRUCK_OUT)
    builder = walk.flow.builder
    return ReadDocument(
        builder.text,
        builder.blocks,
        places=walk.anchors.places(walk.linked),
        tables=walk.flow.tables,
        title=front.title or _heading_title(builder),
        media_type="text/markdown",
        warnings=tuple(warnings),
        metadata=front.dates,
    )


def slug(heading: str) -> str:
    """The anchor of a heading as GitHub makes it: small letters, hyphens for spaces, other marks left out."""
    return _NOT_IN_SLUG.sub("", heading.strip().lower()).replace(" ", "-")


def _tokens(text: str) -> list[Token] | None:
    """The tokens, or None for a text nested deeper than can be followed, of which the parser would drop the inside."""
    try:
        tokens = _PARSER.parse(text)
    except RecursionError:
        return None
    return None if any(token.level >= _MOST_NESTING - 2 for token in tokens) else tokens


def _heading_title(builder: TextBuilder) -> str | None:
    """The first block, if it is the only heading of the first level."""
    tops = [block for block in builder.blocks if block.kind == "heading" and block.level == 1]
    if len(tops) == 1 and tops[0] is builder.blocks[0]:
        return builder.text[tops[0].start : tops[0].end]
    return None


def _footnote(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """A block rule of the parser: `[^1]: text`, with the indented lines below it, is a footnote."""
    if state.is_code_block(start):
        return False
    first = state.src[state.bMarks[start] + state.tShift[start] : state.eMarks[start]]
    match = _DEFINITION.fullmatch(first)
    if match is None:
        return False
    if silent:
        return True
    lines, last = [match[2]], start + 1
    while last < end and not state.isEmpty(last):
        line = state.src[state.bMarks[last] + state.tShift[last] : state.eMarks[last]]
        if _DEFINITION.fullmatch(line):
            break
        lines.append(line)
        last += 1
    state.line = last
    token = state.push("footnote", "", 0)
    token.info = match[1]
    inline = state.push("inline", "", 0)
    inline.content = "\n".join(lines).strip()
    inline.map = [start, last]
    inline.children = []
    return True


def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"maxNesting": _MOST_NESTING}).enable(["table", "strikethrough"])
    parser.block.ruler.before("reference", "footnote", _footnote, {"alt": ["paragraph", "reference"]})
    return parser


_PARSER = _parser()


@dataclass(slots=True)
class _Hiding:
    """Whether the walk is inside an HTML element that nobody sees, opened and closed between the Markdown."""

    tag: str = ""
    depth: int = 0

    def take(self, html: str) -> None:
        """Follow the tags in a piece of HTML."""
        for closing, name, attributes, alone in _TAG.findall(_COMMENT.sub("", html)):
            tag = name.lower()
            if self.depth:
                self.depth += 0 if tag != self.tag or alone else -1 if closing else 1
            elif not closing and not alone and hides(tag, attributes):
                self.tag, self.depth = tag, 1


class _Walk:
    """Hands tokens on to a `Flow`: one method for each type of token that says something."""

    def __init__(self) -> None:
        self.flow = Flow()
        self.anchors = Anchors(self.flow.builder)
        self.linked: set[str] = set()
        self.struck = False
        self._hiding = _Hiding()
        self._slugs: Counter[str] = Counter()
        self._heading = 0
        self._rows: list[tuple[bool, list[str]]] = []
        self._in_row = False
        self._in_table = False
        self._footnotes: dict[str, str] = {}
        self._wanted: list[str] = []
        self._written: set[str] = set()

    def take_all(self, tokens: Sequence[Token]) -> None:
        """Take all tokens. Footnotes come after the block that refers to them, those without a reference at the end."""
        rest: list[Token] = []
        footnote = ""
        for token in tokens:
            if token.type == "footnote":
                footnote = token.info
            elif footnote:
                self._footnotes.setdefault(footnote, self._inline_text(token.children or []))
                footnote = ""
            else:
                rest.append(token)
        self._wanted.clear()
        for token in rest:
            method = getattr(self, f"_{token.type}", None)  # those without a method (`paragraph_open`) say nothing
            if method is not None and (token.type == "html_block" or not self._hiding.depth or token.nesting):
                method(token)
            if self._wanted and not self._in_table:
                self._write_footnotes(self._wanted)
        self._write_footnotes(list(self._footnotes))

    def _write_footnotes(self, names: list[str]) -> None:
        """Write each of these once."""
        for name in names:
            if name not in self._written:
                self._written.add(name)
                self.flow.text(self._footnotes[name])
        self._wanted.clear()

    def _heading_open(self, token: Token) -> None:
        self._heading = int(token.tag[1:])

    def _heading_close(self, _: Token) -> None:
        self._heading = 0

    def _inline(self, token: Token) -> None:
        text = self._inline_text(token.children or [])
        if self._in_row:
            self._rows[-1][1].append(text)
        elif self._heading:
            self._write_heading(text)
        else:
            lines = [_undirected(line) for line in _ALERT.sub("", text, count=1).split("\n")]
            self.flow.text("\n".join(line for line in lines if line.strip()))

    def _write_heading(self, text: str) -> None:
        named = _HEADING_ID.search(text)
        text = text[: named.start()] if named else text
        name = slug(text)
        self._slugs[name] += 1
        again = self._slugs[name] - 1
        self.anchors.mark(named[1] if named else f"{name}-{again}" if again else name)
        self.flow.heading(text, self._heading)

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
        self._in_table = True

    def _tr_open(self, _: Token) -> None:
        self._rows.append((not self._rows, []))
        self._in_row = True

    def _tr_close(self, _: Token) -> None:
        self._in_row = False

    def _table_close(self, _: Token) -> None:
        self._in_table = False
        if not self._hiding.depth:
            self.flow.table(self._rows)

    def _fence(self, token: Token) -> None:
        self.flow.code(token.content.strip("\n"))

    _code_block = _fence

    def _html_block(self, token: Token) -> None:
        if not self._hiding.depth:
            write_fragment(token.content, self.flow, self.anchors)
        self._hiding.take(token.content)

    def _inline_text(self, children: Sequence[Token]) -> str:
        """The text of inline tokens: marks and tags dropped, the words of links and the alternatives of images kept;
        what is hidden or struck out is left out."""
        text = ""
        hiding, struck = _Hiding(), 0
        for position, token in enumerate(children):
            if token.type in {"s_open", "s_close"}:
                struck += token.nesting
                self.struck = True
            elif token.type == "html_inline":
                hiding.take(token.content)
                text += self._tag(token.content)
            elif token.type == "link_open":
                self.linked.add(unquote(str(token.attrs.get("href", ""))).removeprefix("#"))
            elif struck or hiding.depth:
                continue
            elif token.type in {"text", "code_inline"}:
                text += token.content if token.type == "code_inline" else self._without_references(token.content)
            elif token.type == "softbreak":
                following = next((after.content for after in children[position + 1 :] if after.content), "")
                text += "\n" if numbering(following) or _breaks(text, following) else glue(text, following)
            elif token.type == "hardbreak":
                text += "\n"
            elif token.type == "image":
                text += self._inline_text(token.children or [])
        return _TASK.sub(lambda mark: "☐" if mark[1] == " " else "☑", text, count=1) if text[:1] == "[" else text

    def _tag(self, html: str) -> str:
        match = _TAG.match(html)
        if match is None or match[1]:
            return ""
        named = _NAMED.search(match[3])
        if match[2].lower() == "a" and named:
            self.anchors.mark(named[1])
        return "\n" if match[2].lower() == "br" else ""

    def _without_references(self, text: str) -> str:
        """The text without the marks of footnotes, which are then wanted below it."""
        if "[" not in text:
            return text
        for name in _REFERENCE.findall(text):
            if name in self._footnotes:
                self._wanted.append(name)
        known = _REFERENCE.sub(lambda mark: "" if mark[1] in self._footnotes else mark[0], text)
        return _WIKI_LINK.sub(r"\1", known)


def _undirected(line: str) -> str:
    """A line without the marks of containers (`:::note Title`) and tables of contents that a site would put there."""
    match = _DIRECTIVE.fullmatch(line.strip())
    return line if match is None else (match[1] or "").strip()


def _breaks(before: str, following: str) -> bool:
    """Whether a line of its own ends or begins here: an alert's mark, or a container's."""
    last = before.rpartition("\n")[2]
    return following.startswith(":::") or last.startswith(":::") or _ALERT.fullmatch(last) is not None
