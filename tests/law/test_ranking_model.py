"""The ranking model that ships for law."""

from __future__ import annotations

from importlib.resources import files

import numpy as np
import pytest

from youju.errors import PartUnavailable
from youju.law.ranking import FILE, shipped
from youju.models.embedding import BuiltinEmbedder
from youju.retrieval.learning.features import FEATURES


def test_the_shipped_model_fits_the_built_in_embedder() -> None:
    model = shipped(BuiltinEmbedder.fingerprint)
    vector = np.eye(BuiltinEmbedder.dimensions, dtype=np.float32)[0]
    assert np.linalg.norm(model.adapt(vector)) == pytest.approx(1, abs=1e-5)
    assert model.score(np.zeros((3, len(FEATURES)), np.float32)).shape == (3,)
    assert model.card.questions > 1000


def test_it_is_refused_for_any_other() -> None:
    with pytest.raises(PartUnavailable) as refused:
        shipped("another-embedder")
    assert refused.value.code == "ranking"


def test_it_is_small() -> None:
    assert len(files("youju.law.ranking").joinpath(FILE).read_bytes()) < 2_000_000


def test_it_brings_a_layman_s_words_nearer_to_the_statute() -> None:
    embedder = BuiltinEmbedder()
    model = shipped(embedder.fingerprint)
    asked = embedder.embed_query("邻居家的狗把我咬了，医药费谁出？")
    right, wrong = embedder.embed_passages(
        [
            "民法典第一千二百四十五条 饲养的动物造成他人损害的，动物饲养人或者管理人应当承担侵权责任。",
            "动物防疫法第三十条 单位和个人饲养犬只，应当按照规定定期免疫接种狂犬病疫苗。",
        ]
    )
    adapted = model.adapt(asked)
    assert adapted @ right - adapted @ wrong > asked @ right - asked @ wrong + 0.03
