"""Computes the vectors of the statute pack that ship with the package.

    python -m training.pack_vectors [--known FILE]

Installs the pack into a ledger of its own and embeds every provision as that ledger publishes it, so that the keys are
those that any installation asks for. What the shipped file (or FILE, of the same form) holds already is kept: after a
change of the pack's reading only the changed texts are embedded. All of them take about half an hour on two cores.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from pathlib import Path

from youju.app import Youju
from youju.index.files import replace_file
from youju.index.vectors import VectorStore, embedding_input, embedding_key
from youju.knowledge.ledger import Ledger
from youju.law.vectors import shipped_vectors
from youju.models.embedding import BuiltinEmbedder
from youju.settings import Settings

BATCH = 64
"""Texts between two lines of progress."""


async def provisions(home: Path) -> dict[bytes, str]:
    """Every provision of the pack as it is embedded, by key."""
    async with Youju.open(Settings(home=home), dense=False) as youju:
        async for _ in youju.laws.install():
            pass
    ledger = await Ledger.open(home)
    try:
        texts = [embedding_input(entry) for entry in await ledger.live_entries() if entry.address is not None]
    finally:
        await ledger.close()
    return {embedding_key(text): text for text in texts}


def embed(store: VectorStore, embedder: BuiltinEmbedder, texts: dict[bytes, str]) -> None:
    """Add the vectors that `store` lacks; short texts first, because those of one length go together."""
    present = store.refresh().keys()
    missing = sorted((key for key in texts if key not in present), key=lambda key: len(texts[key]))
    for at in range(0, len(missing), BATCH):
        some = missing[at : at + BATCH]
        store.append(some, embedder.embed_passages([texts[key] for key in some]))
        print(f"{at + len(some)} of {len(missing)} embedded", flush=True)


def packed(store: VectorStore, keys: set[bytes]) -> bytes:
    """The store's file with these keys alone, in their order, whatever order they were embedded in."""
    with tempfile.TemporaryDirectory() as folder:
        ordered = VectorStore(Path(folder), BuiltinEmbedder.fingerprint, BuiltinEmbedder.dimensions)
        ordered.adopt(store.path, keys)
        return ordered.path.read_bytes()


def main() -> None:
    """Write the shipped file anew."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    arguments.add_argument("--known", type=Path, default=None, help="a further file with vectors to take over")
    known: Path | None = arguments.parse_args().known
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        texts = asyncio.run(provisions(folder / "home"))
        store = VectorStore(folder, BuiltinEmbedder.fingerprint, BuiltinEmbedder.dimensions)
        for file in (shipped_vectors(), known):
            if file is not None and file.exists():
                print(f"{store.adopt(file, texts)} vectors taken over")
        embed(store, BuiltinEmbedder(), texts)
        replace_file(shipped_vectors(), packed(store, set(texts)))
    print(f"{len(texts)} provisions, {shipped_vectors().stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
