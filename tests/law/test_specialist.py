"""Statutes found by people who know none: the shipped model and its floor, over a ledger of a few laws."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from datetime import date
from pathlib import Path

import pytest
from tests.law.unanswerable import FAR, OPINION, UNANSWERABLE
from tests.retrieval.shelving import Shelf, law_of

from youju.caller import OWNER
from youju.errors import PartUnavailable
from youju.index.parted import PartedIndex
from youju.knowledge.ledger import Ledger
from youju.law.specialist import StatuteSpecialist
from youju.models.embedding import BuiltinEmbedder
from youju.retrieval.finding import Limits

ARTICLES = (
    "用人单位自用工之日起即与劳动者建立劳动关系。用人单位应当建立职工名册备查。",
    "劳动合同期限三个月以上不满一年的，试用期不得超过一个月；劳动合同期限一年以上不满三年的，试用期不得超过二个月。",
    "用人单位应当按照劳动合同约定和国家规定，向劳动者及时足额支付劳动报酬。",
    "用人单位有下列情形之一的，劳动者可以解除劳动合同：未及时足额支付劳动报酬的；未依法为劳动者缴纳社会保险费的。",
    "有下列情形之一的，用人单位应当向劳动者支付经济补偿：劳动者依照本法第三十八条规定解除劳动合同的。",
    "经济补偿按劳动者在本单位工作的年限，每满一年支付一个月工资的标准向劳动者支付。",
    "非全日制用工，是指以小时计酬为主，劳动者在同一用人单位一般平均每日工作时间不超过四小时的用工形式。",
)


@pytest.fixture(scope="module")
def embedder() -> BuiltinEmbedder:
    return BuiltinEmbedder()


@pytest.fixture
async def labour(tmp_path: Path, embedder: BuiltinEmbedder) -> AsyncGenerator[Shelf]:
    ledger = await Ledger.open(tmp_path)
    specialist = StatuteSpecialist(embedder.fingerprint, tmp_path / "ranking")
    shelf = Shelf(tmp_path, ledger, PartedIndex(tmp_path / "index"), embedder, specialist)
    shelf.limits = Limits()
    shelf.finder = shelf.new_finder()
    await shelf.put_all([law_of("中华人民共和国劳动合同法", ARTICLES)])
    yield shelf
    await ledger.close()


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("干到一半被公司开除，能拿到多少补偿？", 5),
        ("兼职按小时算钱是什么用工", 6),
        ("试用期最多能约定几个月", 1),
    ],
)
async def test_lay_questions_find_their_articles(labour: Shelf, question: str, first: int) -> None:
    found = await labour.ask(question)
    assert (found.passages[0].passage.ordinal, found.passages[0].stage) == (first, "rerank")
    assert found.notices == ()


async def test_what_stays_below_the_floor_is_still_in_its_order(labour: Shelf) -> None:
    question = "老板不给交社保我能走人要补偿吗"
    assert (await labour.ask(question)).passages == ()
    found = await labour.new_finder().find(question, OWNER, at=date(2026, 1, 1), threshold=0.0)
    assert {3, 4} <= {one.passage.ordinal for one in found.passages[:3]}


async def test_what_no_article_answers_is_refused(labour: Shelf) -> None:
    accepted = [question for question in (*OPINION, *FAR) if (await labour.ask(question)).passages]
    assert accepted == []
    assert len([question for question in UNANSWERABLE if (await labour.ask(question)).passages]) <= 4


def test_an_own_model_stands_in_front_of_the_shipped_one_until_it_is_reset(
    tmp_path: Path, embedder: BuiltinEmbedder
) -> None:
    specialist = StatuteSpecialist(embedder.fingerprint, tmp_path)
    shipped = specialist.model()
    assert specialist.install(shipped)
    other = StatuteSpecialist(embedder.fingerprint, tmp_path)
    assert other.model() is not shipped
    next(tmp_path.iterdir()).write_bytes(b"damaged")
    assert other.model().card == shipped.card
    assert specialist.reset() and not specialist.reset()
    assert specialist.model().card == shipped.card


async def test_a_model_of_another_embedder_is_refused_and_the_search_goes_on(labour: Shelf, tmp_path: Path) -> None:
    stranger = StatuteSpecialist("another embedder", tmp_path / "none")
    assert stranger.in_use() is None
    with pytest.raises(PartUnavailable, match="another embedding model"):
        stranger.model()
    labour.specialist = stranger
    found = await labour.new_finder().find("试用期最长多久？", OWNER, at=date(2026, 1, 1))
    assert found.passages[0].stage == "fusion"
    assert "youju doctor" in found.notices[0]
