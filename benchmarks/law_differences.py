"""The statute pack held against another collection of the same laws, article by article.

Writes the tables of docs/law/pack-differences.md: all laws counted, the labour statutes with every article that reads
otherwise. Two texts are the same edition when they were published on the same day; others are only counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from benchmarks.corpora import SHARED
from benchmarks.documented import circumstances, write_part

from youju.law.comparing import Difference, articles, diff, differences
from youju.law.documents import LawDocument, law_documents
from youju.law.files.facts import NotLaw
from youju.law.files.joining import join_parts
from youju.law.files.reading import law_document
from youju.law.names import bare
from youju.reading.reader import Limits, SourceFile
from youju.reading.readers import read_file

PAGE = Path(__file__).parents[1] / "docs" / "law" / "pack-differences.md"
OTHER = SHARED / "statutes" / "justlaws_md" / "docs"
LABOUR = (
    "劳动合同法", "劳动法", "劳动争议调解仲裁法", "社会保险法", "就业促进法", "工会法", "安全生产法", "职业病防治法",
    "妇女权益保障法", "残疾人保障法", "未成年人保护法", "公务员法", "民法典",
)  # fmt: skip
"""Laws that a worker's question may need; of these every difference is listed."""
_SHOWN = 60
"""Characters of a change that a row shows."""

Kind = Literal["same", "differs", "other_edition", "missing"]


@dataclass(frozen=True)
class Compared:
    """One law of the other collection: `kind` tells whether the pack has this edition, and with the same words."""

    name: str
    kind: Kind
    articles: int
    found: tuple[Difference, ...] = ()
    ours: str = ""
    theirs: str = ""


def other_laws() -> list[LawDocument]:
    """The laws of the other collection, parts joined, in the order of its files."""
    found: list[LawDocument] = []
    for path in sorted(OTHER.rglob("README.md")):
        read = read_file(SourceFile(path, path.name), Limits(2**26, 5000, 60))
        law = law_document(read, path.name)
        if not isinstance(law, NotLaw):
            found.append(law)
    return join_parts(found)


def compared(pack: Sequence[LawDocument], others: Sequence[LawDocument]) -> list[Compared]:
    """Every law of the other collection against the pack, by name."""
    known: dict[str, list[LawDocument]] = {}
    for law in pack:
        known.setdefault(bare(law.title), []).append(law)
    return sorted((_compared(law, known.get(bare(law.title), [])) for law in others), key=lambda one: one.name)


def _compared(law: LawDocument, editions: Sequence[LawDocument]) -> Compared:
    theirs = articles(law.document.text, law.sections)
    name, day = bare(law.title), str(law.published or "unknown")
    if not editions:
        return Compared(name, "missing", len(theirs), theirs=day)
    same = [one for one in editions if one.published == law.published]
    if not same:
        days = "、".join(str(one.published) for one in editions)
        return Compared(name, "other_edition", len(theirs), ours=days, theirs=day)
    found = tuple(differences(articles(same[0].document.text, same[0].sections), theirs))
    return Compared(name, "differs" if found else "same", len(theirs), found, day, day)


def main() -> None:
    """Compare, print, and write the page."""
    rows = compared(list(law_documents()), other_laws())
    write_part("counts", f"{_counts(rows)}\n\nCounted {circumstances()}.", PAGE)
    write_part("labour", _labour(rows), PAGE)
    print(_counts(rows))


def _counts(rows: Sequence[Compared]) -> str:
    words = {
        "same": "same edition, every article alike",
        "differs": "same edition, some articles differ",
        "other_edition": "another edition than the pack's",
        "missing": "not in the pack",
    }
    lines = ["| texts of the other collection | laws | articles | articles that differ |", "|---|---:|---:|---:|"]
    for kind, told in words.items():
        some = [row for row in rows if row.kind == kind]
        differing = str(sum(len(row.found) for row in some)) if kind in {"same", "differs"} else "–"
        lines.append(f"| {told} | {len(some)} | {sum(row.articles for row in some)} | {differing} |")
    return "\n".join(lines)


def _labour(rows: Sequence[Compared]) -> str:
    lines = ["| law | edition | articles | differences |", "|---|---|---:|---:|"]
    wanted = [row for name in LABOUR for row in rows if row.name == name]
    for row in wanted:
        edition = row.ours if row.kind in {"same", "differs"} else f"pack {row.ours or '–'}, other {row.theirs}"
        count = str(len(row.found)) if row.kind in {"same", "differs"} else "not compared"
        lines.append(f"| {row.name} | {edition} | {row.articles} | {count} |")
    lines += ["", "| law | article | pack | other collection |", "|---|---|---|---|"]
    lines += [f"| {row.name} | {_row(one)} |" for row in wanted for one in row.found]
    return "\n".join(lines)


def _row(one: Difference) -> str:
    if one.change != "wording":
        ours, theirs = ("there", "not there") if one.change == "missing" else ("not there", "there")
        return f"{one.label} | {ours} | {theirs}"
    pieces = [piece for piece in diff(one.ours, one.theirs) if piece.text.strip() or piece.sign == "="]
    ours, theirs = ("".join(_piece(piece.sign, piece.text, sign) for piece in pieces) for sign in "-+")
    return f"{one.label} | {ours} | {theirs}"


def _piece(sign: str, text: str, side: str) -> str:
    """A run of one side: what changed in bold, shared text cut down to what stands around it."""
    plain = " ".join(text.split()).replace("|", "｜").replace("*", "")
    if sign == side:
        return f"**{plain[:_SHOWN]}{'…' if len(plain) > _SHOWN else ''}**"
    if sign != "=":
        return ""
    return plain if len(plain) <= 16 else f"{plain[:8]}…{plain[-8:]}"


if __name__ == "__main__":
    main()
