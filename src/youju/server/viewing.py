"""The HTML of a passage's view. Everything that comes from a document goes through `escape`; there is no script."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import groupby, pairwise
from typing import Literal
from urllib.parse import urlencode

from youju.knowledge.views import PassageView, ViewBlock, ViewCell, ViewPage

Labels = Literal["zh", "en"]
_WORDS: dict[Labels, dict[str, str]] = {
    "zh": {
        "page": "第 {} 页",
        "of": "共 {} 页",
        "before": "上一页",
        "after": "下一页",
        "quoted": "引用所在页",
        "marked": "引用的文字",
        "cut": "本节还有内容，此处从略",
        "ocr": "图片识别，置信度 {}%",
        "in_force": "现行有效",
        "repealed": "已失效",
        "not_yet": "尚未生效",
    },
    "en": {
        "page": "Page {}",
        "of": "of {}",
        "before": "Previous page",
        "after": "Next page",
        "quoted": "Back to the quote",
        "marked": "Quoted text",
        "cut": "The section goes on; left out here",
        "ocr": "Read from a picture, confidence {}%",
        "in_force": "In force",
        "repealed": "No longer in force",
        "not_yet": "Not yet in force",
    },
}
_MOST_PAGES = 6
"""How many marked pages are shown one under the other; the rest is reached by turning pages."""


def page_html(view: PassageView, page: int | None, language: Labels) -> str:
    """The whole document. `page` shows that page alone, where the format has pages."""
    words = _WORDS[language]
    body = _pages(view, page, words, language) if view.pages else _text(view, words)
    name = escape(view.title or view.source)
    return (
        f'<!doctype html><html lang="{"zh-CN" if language == "zh" else "en"}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f'<title>{name}</title><link rel="stylesheet" href="/static/view.css"></head>'
        f"<body>{_header(view, words)}<main>{body}</main></body></html>"
    )


def _header(view: PassageView, words: dict[str, str]) -> str:
    path = "".join(f"<li>{escape(title)}</li>" for title in view.section)
    state = words.get(view.in_force.status)
    badge = f'<span class="state {view.in_force.status}">{state}</span>' if state else ""
    version = f'<span class="version">{escape(view.version_label)}</span>' if view.version_label else ""
    source = f'<p class="source">{escape(view.source)}</p>' if view.source != view.title else ""
    place = f'<p class="place">{escape(view.place)}</p>' if view.place else ""
    if view.recognised:
        place += f'<p class="ocr">{words["ocr"].format(round(view.recognised[1] * 100))}</p>'
    return f"<header><h1>{escape(view.title)} {version}{badge}</h1>{source}<ol class=path>{path}</ol>{place}</header>"


# ── formats with pages ─────────────────────────────────────────────────────────────────────────────────────────────


def _pages(view: PassageView, page: int | None, words: dict[str, str], language: Labels) -> str:
    numbers = [page] if page else list(view.marked[:_MOST_PAGES])
    shown = [one for one in view.pages if one.number in numbers] or list(view.pages[:1])
    first = next((one.number for one in view.pages if one.boxes), None)
    figures = "".join(_figure(view, one, one.number == first, words) for one in shown)
    turning = _turning(view, shown[0].number, shown[-1].number, words, language)
    return f"{turning}{figures}{turning if len(shown) > 1 else ''}"


def _figure(view: PassageView, page: ViewPage, first: bool, words: dict[str, str]) -> str:
    """The page image under the rectangles. The first rectangle is what `#mark` scrolls to."""
    name = words["page"].format(escape(page.name))
    image = f"/api/v1/passages/{escape(view.passage_id)}/pages/{page.number}.png"
    size = f'width="{page.width:g}" height="{page.height:g}"'
    marks = "".join(
        f'<rect class="mark"{" id=mark" if first and not place else ""} x="{box.x0:.1f}" y="{box.y0:.1f}" '
        f'width="{box.x1 - box.x0:.1f}" height="{box.y1 - box.y0:.1f}" rx="1.5"/>'
        for place, box in enumerate(page.boxes)
    )
    label = f"{name}. {words['marked']}: {escape(' '.join(view.quote.split()))}" if page.boxes else name
    return (
        f'<figure><svg viewBox="0 0 {page.width:g} {page.height:g}" role="img" aria-label="{label}">'
        f'<image href="{image}" {size}/>{marks}</svg><figcaption>{name}</figcaption></figure>'
    )


def _turning(view: PassageView, first: int, last: int, words: dict[str, str], language: Labels) -> str:
    numbers = [page.number for page in view.pages]
    before = _page_link(view, first - 1, words["before"], language) if first > numbers[0] else ""
    after = _page_link(view, last + 1, words["after"], language) if last < numbers[-1] else ""
    back = "" if first in view.marked else _page_link(view, None, words["quoted"], language)
    return f"<nav>{before}<span>{words['of'].format(len(numbers))}</span>{back}{after}</nav>"


def _page_link(view: PassageView, page: int | None, label: str, language: Labels) -> str:
    query: list[tuple[str, object]] = [pair for low, high in view.spans for pair in (("start", low), ("end", high))]
    query += [("lang", language), *([("page", page)] if page else [])]
    return f'<a href="?{escape(urlencode(query))}{"" if page else "#mark"}">{label}</a>'


# ── formats without ────────────────────────────────────────────────────────────────────────────────────────────────


def _text(view: PassageView, words: dict[str, str]) -> str:
    cut = f'<p class="cut">{words["cut"]}</p>'
    groups = groupby(enumerate(view.blocks), key=lambda pair: (pair[1].group, pair[0] if pair[1].group is None else -1))
    body = "".join(_group([block for _, block in blocks]) for _, blocks in groups)
    html = f"<article>{cut if view.cut_before else ''}{body}{cut if view.cut_after else ''}</article>"
    return html.replace("<mark>", '<mark id="mark">', 1)


def _group(blocks: Sequence[ViewBlock]) -> str:
    """The items of one list, the rows of one table, or a block that stands alone."""
    kind = blocks[0].kind
    if kind in ("table_header", "table_row"):
        return f'<div class="wide"><table>{"".join(map(_row, blocks))}</table></div>'
    if kind == "list_item":
        return f"<ul>{''.join(f'<li class=level-{min(block.level, 4)}>{_inline(block)}</li>' for block in blocks)}</ul>"
    return "".join(map(_single, blocks))


def _single(block: ViewBlock) -> str:
    if block.kind == "heading":
        level = min(block.level + 1, 6)
        return f"<h{level}>{_inline(block)}</h{level}>"
    if block.kind == "code":
        return f"<pre><code>{_inline(block)}</code></pre>"
    if block.kind == "quote":
        return f"<blockquote>{_inline(block)}</blockquote>"
    return f"<p>{_inline(block)}</p>"


def _row(block: ViewBlock) -> str:
    return f"<tr>{''.join(_cell(cell, 'col' if block.kind == 'table_header' else 'row') for cell in block.cells)}</tr>"


def _cell(cell: ViewCell, scope: str) -> str:
    spans = (f' rowspan="{cell.rows}"' if cell.rows > 1 else "") + (
        f' colspan="{cell.columns}"' if cell.columns > 1 else ""
    )
    words = _marked(cell.text, cell.marks)
    return f'<th scope="{scope}"{spans}>{words}</th>' if cell.header else f"<td{spans}>{words}</td>"


def _inline(block: ViewBlock) -> str:
    return _marked(block.text, block.marks)


def _marked(text: str, marks: Sequence[tuple[int, int]]) -> str:
    """The text, escaped, with its marks."""
    cuts = sorted({0, len(text), *(edge for mark in marks for edge in mark)})
    parts: list[str] = []
    for low, high in pairwise(cuts):
        piece = escape(text[low:high])
        marked = any(first <= low and high <= last for first, last in marks)
        parts.append(f"<mark>{piece}</mark>" if marked else piece)
    return "".join(parts)
