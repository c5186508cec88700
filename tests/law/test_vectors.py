"""The vectors that ship for the statute pack."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from youju.app import Youju
from youju.errors import PartUnavailable
from youju.index.vectors import VectorStore, embedding_input, embedding_key
from youju.knowledge.ledger import Ledger
from youju.law.documents import LawDocument
from youju.law.vectors import shipped_vectors
from youju.models.embedding import BuiltinEmbedder
from youju.settings import Settings


async def test_every_provision_of_the_pack_is_searched_by_meaning_at_once(
    tmp_path: Path, pack_documents: list[LawDocument]
) -> None:
    async with Youju.open(Settings(home=tmp_path)) as youju:
        async for _ in youju.laws.install():
            pass
        parts = {part.name: part for part in await youju.state()}
    ledger = await Ledger.open(tmp_path)
    entries = await ledger.live_entries()
    await ledger.close()
    provisions = [entry for entry in entries if entry.address is not None]
    assert len(provisions) > 26_000 or len(pack_documents) < 378
    store = VectorStore(tmp_path / "index" / "vectors", BuiltinEmbedder.fingerprint, BuiltinEmbedder.dimensions)
    present = store.refresh().keys()
    missing = [entry for entry in provisions if embedding_key(embedding_input(entry)) not in present]
    assert [entry.heading for entry in missing] == []
    assert parts["statute search"].state == "ready"


def test_the_shipped_vectors_are_those_of_the_texts(tmp_path: Path) -> None:
    text = "劳动合同法第七条 用人单位自用工之日起即与劳动者建立劳动关系。用人单位应当建立职工名册备查。"
    key = embedding_key(text)
    store = VectorStore(tmp_path, BuiltinEmbedder.fingerprint, BuiltinEmbedder.dimensions)
    assert store.adopt(shipped_vectors(), [key]) == 1
    stored = store.view().matrix(store.view().rows_for([key]))[0]
    assert float(stored @ BuiltinEmbedder().embed_passages([text])[0]) > 0.999


def test_another_embedder_gets_none_of_them(tmp_path: Path) -> None:
    store = VectorStore(tmp_path, "another model", BuiltinEmbedder.dimensions)
    with pytest.raises(PartUnavailable, match="another embedding model"):
        store.adopt(shipped_vectors(), [b"0" * 16])
    damaged = tmp_path / "damaged.bin"
    shutil.copy(shipped_vectors(), damaged)
    damaged.write_bytes(b"x" + damaged.read_bytes()[1:])
    own = VectorStore(tmp_path, BuiltinEmbedder.fingerprint, BuiltinEmbedder.dimensions)
    with pytest.raises(PartUnavailable, match="damaged"):
        own.adopt(damaged, [b"0" * 16])
