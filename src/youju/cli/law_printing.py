"""How laws are printed for a person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from youju.cli.printing import echo, table

if TYPE_CHECKING:
    from youju.law.library import LawItem
    from youju.law.library_values import (
        ArticleOut,
        EditionOut,
        EndingOut,
        LawList,
        LawOut,
        PartOut,
        WordingOut,
    )

_STATES = {
    "in_force": "现行有效",
    "amended": "已被修改",
    "superseded": "已被新文本取代",
    "repealed": "已废止",
    "not_yet": "尚未施行",
    "unknown": "效力不明",
}
_ORIGINS = {"pack": "pack", "file": "file"}
_SIGNS = {"=": "{}", "-": "[-{}-]", "+": "{{+{}+}}"}
_MOST_LABELS = 8


# ── what came in ───────────────────────────────────────────────────────────────────────────────────────────────────


def counted(items: Sequence[LawItem]) -> dict[str, int]:
    """How many files and laws became what."""
    return dict(Counter(item.outcome for item in items if item.name))


def print_import(items: Sequence[LawItem]) -> None:
    """One line for each law that changed something, then what did not come in, then the numbers."""
    for item in items:
        if item.outcome not in {"unchanged", "known", "part", "failed", "not_law"} and item.name:
            echo(item.message)
        if item.outcome == "known" and item.differences:
            echo(f"{item.message.rstrip('.')}: {_labels(item.differences)}.")
        for one in item.repeals:
            echo(f"    repeals {one}")
        for one in item.findings:
            echo(f"    look at it: {one}")
    print_changes(items)
    left = [[item.outcome.replace("_", " "), item.message] for item in items if item.outcome in {"failed", "not_law"}]
    if left:
        table(["result", "file, and why"], left)
    numbers = ", ".join(f"{count} {outcome.replace('_', ' ')}" for outcome, count in sorted(counted(items).items()))
    echo(f"{numbers or 'nothing found'}.")


def print_changes(items: Sequence[LawItem]) -> None:
    """Editions that were here and end on another day now."""
    for ended in (one for item in items for one in item.ended):
        echo(f"    ended: {ended}")


def _labels(labels: Sequence[str]) -> str:
    more = f" and {len(labels) - _MOST_LABELS} more" if len(labels) > _MOST_LABELS else ""
    return "、".join(labels[:_MOST_LABELS]) + more


# ── what is there ──────────────────────────────────────────────────────────────────────────────────────────────────


def print_laws(found: LawList) -> None:
    """A table of laws."""
    rows = [
        [
            row.name + (f"（{row.edition.part}）" if row.edition.part else ""),
            row.kind,
            str(row.edition.published or "–"),
            _term(row.edition),
            _state(row.edition),
            str(row.edition.articles),
            str(row.editions),
            row.edition.origin,
        ]
        for row in found.laws
    ]
    table(["law", "kind", "published", "in force", "status", "articles", "editions", "from"], rows)


def print_law(found: LawOut) -> None:
    """A law: what it is, its editions, its parts."""
    law = found.law
    rows = [
        ["name", law.name],
        ["kind", law.kind],
        *([["issuer", law.issuer]] if law.issuer else []),
        *([["number", law.number]] if law.number else []),
        *([["place", law.place]] if law.place else []),
        ["published", str(law.edition.published or "unknown")],
        ["in force", _term(law.edition)],
        ["status", _state(law.edition)],
        *([["ended by", ending(law.edition.ended)]] if law.edition.ended else []),
        ["articles", str(law.edition.articles)],
    ]
    table(["", ""], rows)
    if len(found.editions) > 1:
        echo("")
        print_editions(found.editions)
    echo("")
    _print_part(found.contents, 0)


def print_editions(editions: Sequence[EditionOut]) -> None:
    """A table of editions, newest first."""
    rows = [
        [
            str(one.published or "unknown") + (f" {one.part}" if one.part else ""),
            _term(one),
            _state(one),
            str(one.articles),
            one.origin,
            ending(one.ended) if one.ended else "",
        ]
        for one in editions
    ]
    table(["published", "in force", "status", "articles", "from", "ended by"], rows)


def _print_part(part: PartOut, depth: int) -> None:
    if part.articles:
        first, last = part.articles[0].label, part.articles[-1].label
        echo("  " * depth + (first if first == last else f"{first} – {last}"))
    for one in part.parts:
        echo("  " * depth + one.title)
        _print_part(one, depth + 1)


def print_article(one: ArticleOut) -> None:
    """An article with where it stands and what is to be known of it."""
    echo(" › ".join((f"《{one.law}》", *one.section, one.label)))
    echo(f"{_state(one.edition)}, published {one.edition.published or 'unknown'}, in force {_term(one.edition)}")
    if one.in_force.end and one.ended and one.ended != one.edition.ended:
        echo(f"{one.label}: {ending(one.ended)}")
    elif one.edition.ended:
        echo(ending(one.edition.ended))
    for paragraph in one.paragraphs:
        if paragraph.ended and paragraph.ended not in (one.ended, one.edition.ended):
            echo(f"第{paragraph.number}款: {ending(paragraph.ended)}")
    echo("")
    echo(one.text)
    around = [f"{word}: {ref.label}" for word, ref in (("before", one.previous), ("after", one.following)) if ref]
    if around:
        echo("")
        echo(", ".join(around))


def print_history(one: ArticleOut) -> None:
    """The wordings of an article, newest first."""
    for wording in one.history:
        edition = wording.edition
        echo(f"── {edition.published or 'unknown'} · {_state(edition)} · {_term(edition)} ──")
        echo(_wording(wording))
        echo("")


def _wording(wording: WordingOut) -> str:
    if wording.text is None:
        return "(no such article in this edition)"
    moved = f" (under this number there; {wording.similarity:.0%} alike)" if wording.similarity else ""
    return f"{wording.label}{moved}　{wording.text}"


def print_diffs(one: ArticleOut, changes: Sequence[WordingOut]) -> None:
    """What changed with each edition."""
    for wording in changes:
        echo(f"── 《{one.law}》{wording.label} · {wording.edition.published or 'unknown'} ──")
        echo("".join(_SIGNS[piece.sign].format(piece.text) for piece in wording.diff))
        echo("")


def print_unchanged(one: ArticleOut) -> None:
    """That an article reads alike in every edition that has it."""
    having = sum(wording.text is not None for wording in one.history)
    lacking = len(one.history) - having
    where = "in the one edition here" if having + lacking == 1 else f"in {having} of {having + lacking} editions"
    echo(f"《{one.law}》{one.label}: the same wording {where}.")
    if lacking:
        echo(f"{lacking} of them have no article that is clearly the same; `youju law history` shows which.")


# ── words ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _state(edition: EditionOut) -> str:
    own = edition.source_status
    word = _STATES[edition.state]
    return f"{word}（来源标注：{own}）" if own and own not in {word, "历史版本"} else word


def _term(edition: EditionOut) -> str:
    start = str(edition.in_force.start or "?")
    exact = "" if edition.exact_start or start == "?" else "≥"
    end = edition.in_force.end
    bound = "≥" if end and edition.ended and not edition.ended.exact else ""
    return f"{exact}{start} – {bound}{end or ''}".strip()


def ending(ended: EndingOut) -> str:
    """自2025-09-01起被《…解释（二）》第二十一条废止."""
    since = f"自{ended.since}起" if ended.exact else f"不早于{ended.since}"
    if ended.superseded:
        return f"{since}被新文本取代"
    return f"{since}被《{ended.law}》{ended.address}废止" if ended.law else f"{since}不再有效"
