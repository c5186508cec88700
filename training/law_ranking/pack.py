"""The statute pack as a corpus: its articles in force, and the questions whose answers are among them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from training.law_ranking.corpus import Corpus, Questions, article_rows
from youju.index.protocol import Address, Entry
from youju.index.vectors import VectorStore, embedding_input, embedding_key
from youju.law.names import bare
from youju.law.pack import pack_file, read_pack
from youju.law.vectors import shipped_vectors
from youju.models.embedding import BuiltinEmbedder

AT_ONCE = 64
"""Texts that are embedded between two writes."""

_OVER = frozenset({"已废止", "历史版本"})


def pack_corpus(folder: Path, asked: Questions, known: Path | None = None) -> tuple[Corpus, Questions]:
    """The pack's articles in force, and the questions of which at least one gold article is among them under the same
    law and number. Vectors come from the file `known` (the shipped one); what it lacks is embedded, which takes up to
    half an hour."""
    rows = [row for row in pack_rows() if row["article"]]
    places = {_key(row): one for one, row in enumerate(rows)}
    row_of = {number: places[_key(row)] for number, row in enumerate(article_rows()) if _key(row) in places}
    return Corpus(rows, _vectors(folder, rows, known or shipped_vectors()), folder / "words"), asked.of_rows(row_of)


def _vectors(folder: Path, rows: Sequence[Mapping[str, Any]], known: Path) -> NDArray[np.float32]:
    """Of each article as an installation embeds it."""
    embedder = BuiltinEmbedder()
    store = VectorStore(folder / "vectors", embedder.fingerprint, embedder.dimensions)
    texts = {embedding_key(text): text for text in map(_embedded, rows)}
    if known.exists():
        store.adopt(known, texts)
    present = store.refresh().keys()
    missing = sorted((key for key in texts if key not in present), key=lambda key: len(texts[key]))
    print(f"{len(missing)} of the pack's {len(rows)} articles have no vector yet", flush=True)
    for at in range(0, len(missing), AT_ONCE):
        some = missing[at : at + AT_ONCE]
        store.append(some, embedder.embed_passages([texts[key] for key in some]))
    view = store.refresh()
    return view.matrix(view.rows_for([embedding_key(_embedded(row)) for row in rows]))


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
    address = Address(row["law"], row["article"])
    return embedding_input(Entry("", "", "", "", row["text"], address=address))
