"""The vectors of the statute pack, computed beforehand and shipped with the package.

To embed 26,000 articles takes half an hour on a laptop; to copy their vectors takes a moment. The file has the form of
the vector store's own (`youju.index.vectors`): each record under the hash of the text that was embedded, the whole
under the embedder's fingerprint. So a vector is used for the very text that it was made of, by the very embedder, or
not at all; what the file does not hold is embedded as everything else is. `python -m training.pack_vectors` makes it.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

FILE = "vectors.bin"


def shipped_vectors() -> Path:
    """The file of this package. Whether it is there and fits the embedder is told by whoever reads it."""
    return Path(str(files("youju.law").joinpath(FILE)))
