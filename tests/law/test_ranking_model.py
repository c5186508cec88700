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
    asked = embedder.embed_query("公司突然让我走人，应该赔我几个月工资？")
    right, wrong = embedder.embed_passages(
        [
            "劳动合同法第四十七条 经济补偿按劳动者在本单位工作的年限，每满一年支付一个月工资的标准向劳动者支付。",
            "公司法第四十七条 有限责任公司的注册资本为在公司登记机关登记的全体股东认缴的出资额。",
        ]
    )
    adapted = model.adapt(asked)
    assert adapted @ right - adapted @ wrong > 2 * max(asked @ right - asked @ wrong, 0.01)
