"""The pack's labour statutes held against an independent collection, article by article."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from benchmarks.law_differences import LABOUR, Compared, compared

from youju.law.comparing import plain
from youju.law.documents import LawDocument
from youju.law.files.facts import NotLaw
from youju.law.files.reading import law_document
from youju.law.names import bare
from youju.reading.reader import Limits, SourceFile
from youju.reading.readers import read_file


@pytest.fixture(scope="module")
def labour(statutes: Path, pack_documents: list[LawDocument]) -> list[Compared]:
    folder = statutes / "justlaws_md" / "docs"
    if not folder.is_dir():
        pytest.skip("the second collection is not here")
    others: list[LawDocument] = []
    for path in sorted(folder.rglob("README.md")):
        head = path.read_text(encoding="utf-8")[:300]
        if any(name in head for name in LABOUR):
            law = law_document(read_file(SourceFile(path, path.name), Limits(2**26, 5000, 60)), path.name)
            if not isinstance(law, NotLaw) and law.part is None and bare(law.title) in LABOUR:
                others.append(law)
    return compared(pack_documents, others)


def test_most_labour_statutes_are_there_in_the_same_edition(labour: Sequence[Compared]):
    assert len(labour) >= 10
    assert {row.name: row.kind for row in labour if row.kind not in {"same", "differs"}} == {}
    assert sum(row.articles for row in labour) > 1000


def test_they_differ_in_nothing_but_quotation_marks(labour: Sequence[Compared]):
    """All differences are listed in docs/law/pack-differences.md."""
    listed = (Path(__file__).parents[2] / "docs" / "law" / "pack-differences.md").read_text(encoding="utf-8")
    for row in labour:
        for one in row.found:
            assert f"| {row.name} | {one.label} |" in listed
            assert plain(one.ours).translate(_QUOTES) == plain(one.theirs).translate(_QUOTES), (row.name, one.label)


_QUOTES = str.maketrans(dict.fromkeys("\"“”'‘’"))
