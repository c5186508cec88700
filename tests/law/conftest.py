"""Statutes for tests: texts of our own, the installed pack, and the shared data where they are present."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import pytest

from youju.caller import Caller
from youju.errors import PartUnavailable
from youju.knowledge.passages import cut_passages
from youju.knowledge.repository import in_force
from youju.knowledge.values import Passage
from youju.law.documents import LawDocument, law_documents


class Shelf:
    """A ledger that holds law documents in memory and answers what resolving asks."""

    def __init__(self, documents: Sequence[LawDocument], today: date) -> None:
        self._today = today
        self._documents = documents

    async def law_names(self, caller: Caller) -> Sequence[str]:
        return sorted({document.title for document in self._documents})

    async def passages_at(
        self, law: str, article: int, suffix: int | None, caller: Caller, at: date | None
    ) -> Sequence[Passage]:
        return [
            passage
            for document in self._documents
            if document.title == law
            for passage in passages_of(document, at or self._today)
            if passage.locator and (passage.locator.article, passage.locator.suffix) == (article, suffix)
        ]

    async def last_article(self, law: str, caller: Caller) -> int | None:
        addresses = [s.locator for d in self._documents if d.title == law for s in d.sections if s.locator]
        return max((one.article for one in addresses if one.article), default=None)


def passages_of(document: LawDocument, at: date) -> list[Passage]:
    """The passages that the ledger would hold of a law."""
    text = document.document.text
    return [
        Passage(
            id=f"{document.key}/{span.ordinal}",
            document_id=document.key,
            version_id=document.version_label,
            ordinal=span.ordinal,
            text=text[span.start : span.end],
            start=span.start,
            end=span.end,
            source=document.display_name,
            title=document.title,
            locator=span.locator,
            in_force=in_force(document.effective_from, document.effective_to, document.declared, at),
        )
        for span in cut_passages(text, document.document.blocks, document.sections)
    ]


@pytest.fixture(scope="session")
def pack_documents() -> list[LawDocument]:
    try:
        return list(law_documents())
    except PartUnavailable:
        pytest.skip("the statute pack is not installed: pip install 'youju[law]'")


@pytest.fixture(scope="session")
def statutes() -> Path:
    beside = Path(__file__).parents[3] / "shared" / "data"
    folder = Path(os.environ.get("YOUJU_SHARED_DATA", beside)) / "statutes"
    if not folder.is_dir():
        pytest.skip("the shared statutes are not here: set YOUJU_SHARED_DATA")
    return folder


@pytest.fixture(scope="session")
def pack_shelf(pack_documents: list[LawDocument]) -> Shelf:
    """The pack as it stood for a reader on 30 November 2026."""
    wanted = ("劳动合同法", "劳动法", "刑法", "农业法", "环境保护法", "仲裁法", "民法典", "耕地保护和质量提升法")
    chosen = [d for d in pack_documents if d.title.removeprefix("中华人民共和国") in wanted]
    return Shelf(chosen, today=date(2026, 11, 30))
