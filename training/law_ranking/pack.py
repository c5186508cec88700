"""The statute pack as a corpus: its articles in force, and the questions whose answers are among them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from benchmarks.corpora import statute_vectors

from training.law_ranking.corpus import Corpus, Questions, article_rows
from youju.law.names import bare
from youju.law.pack import pack_file, read_pack
from youju.models.embedding import BuiltinEmbedder

LONGEST = 350
"""Characters of an article that are embedded, as in the shared vectors."""

_OVER = frozenset({"已废止", "历史版本"})
_SPACES = re.compile(r"\s+")


def pack_corpus(folder: Path, asked: Questions) -> tuple[Corpus, Questions]:
    """The pack's articles in force, and the questions of which at least one gold article is among them under the same
    law and number. Vectors of articles that the shared corpus has word for word are taken from there; the others are
    embedded now, which takes minutes."""
    rows = [row for row in pack_rows() if row["article"]]
    shared = article_rows()
    known = {(_key(row), _SPACES.sub("", row["text"])): at for at, row in enumerate(shared)}
    vectors = np.zeros((len(rows), BuiltinEmbedder.dimensions), np.float32)
    at = np.array([known.get((_key(row), _SPACES.sub("", row["text"])), -1) for row in rows])
    vectors[at >= 0] = statute_vectors()[at[at >= 0]]
    missing = np.flatnonzero(at < 0)
    vectors[missing] = BuiltinEmbedder().embed_passages([_embedded(rows[one]) for one in missing])
    places = {_key(row): one for one, row in enumerate(rows)}
    row_of = {number: places[_key(row)] for number, row in enumerate(shared) if _key(row) in places}
    return Corpus(rows, vectors, folder), asked.of_rows(row_of)


def pack_rows() -> list[Mapping[str, Any]]:
    """Articles of the newest text of each law that is in force, in the form of the shared corpus."""
    laws = [law for law in read_pack(pack_file()) if law.status not in _OVER]
    newest = {law.name: law for law in sorted(laws, key=lambda law: law.published)}
    return [
        {
            "law": law.short_name,
            "path": law.name,
            "part": " / ".join(one for one in (article.chapter, article.section) if one),
            "article": article.label or "",
            "text": article.text,
        }
        for law in newest.values()
        for article in law.articles
    ]


def _key(row: Mapping[str, Any]) -> tuple[str, str]:
    return bare(row["law"]), row["article"]


def _embedded(row: Mapping[str, Any]) -> str:
    return f"{row['law']}{row['article']} {row['text'][:LONGEST]}"
