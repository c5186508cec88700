"""The ranking model that ships for Chinese law; docs/law/retrieval.md tells how it was made and how well it does."""

from __future__ import annotations

from importlib.resources import files
from io import BytesIO

from youju.errors import PartUnavailable
from youju.retrieval.learning.model import RankingModel, load_model

FILE = "model.npz"


def shipped(embedder: str) -> RankingModel:
    """The shipped model, for the embedder with this fingerprint. Raises `PartUnavailable` (`ranking`)."""
    try:
        content = files("youju.law.ranking").joinpath(FILE).read_bytes()
    except OSError as error:
        raise PartUnavailable(
            "The ranking model for law is missing.",
            remedy="Reinstall Youju; search goes on without it.",
            code="ranking",
        ) from error
    return load_model(BytesIO(content), embedder)
