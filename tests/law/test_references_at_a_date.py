"""What a reference points at on a given day: the edition, a repealed 款, a law that another one has ended."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from datetime import date
from pathlib import Path

import pytest
import pytest_asyncio
from tests.law.shelf import COURT, FAMILY, NURSERY, PARK, fill

from youju.app import Youju
from youju.caller import OWNER, Caller
from youju.law.schemas import MOST_REFERENCES, ReferenceOut
from youju.settings import load

pytestmark = pytest.mark.asyncio(loop_scope="module")
FIRST, SECOND = f"{COURT}（一）", f"{COURT}（二）"
TODAY = date(2026, 11, 30)


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shelf")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("YOUJU_EMBEDDING__PROVIDER", "none")
        fill(folder / "home", folder / "files")
    return folder / "home"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def house(shelf: Path) -> AsyncGenerator[Youju]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("YOUJU_EMBEDDING__PROVIDER", "none")
        settings = load(shelf)
    async with Youju.open(settings, dense=False) as youju:
        yield youju


async def cite(house: Youju, text: str, at: date = TODAY, caller: Caller = OWNER) -> ReferenceOut:
    (found,) = (await house.cite(text, caller, at)).references
    return found


PARAGRAPH = f"《{FIRST}》第三十二条第一款"


async def test_a_repealed_paragraph_is_in_force_until_the_day_before_and_repealed_on_the_day(house: Youju):
    before, on = await cite(house, PARAGRAPH, date(2025, 8, 31)), await cite(house, PARAGRAPH, date(2025, 9, 1))
    assert before.existence == "found" and before.in_force and before.in_force.status == "in_force"
    assert on.existence == "repealed" and on.message
    assert "自2025年9月1日起不再有效" in on.message.zh and f"《{SECOND}》第二十一条" in on.message.zh
    assert "2025-09-01" in on.message.en and SECOND in on.message.en
    assert before.quote == on.quote
    assert before.quote.startswith("用人单位与其招用的") and before.quote.endswith("应当按劳务关系处理。")


async def test_of_the_whole_article_only_what_is_in_force_is_cited(house: Youju):
    whole = await cite(house, f"《{FIRST}》第三十二条")
    assert whole.existence == "found" and "劳务关系" not in whole.quote and "按劳动关系处理" in whole.quote
    assert "第三十二条第一款自2025年9月1日起不再有效" in whole.notes[0].zh
    second = await cite(house, f"《{FIRST}》第三十二条第二款")
    assert second.existence == "found" and not second.notes
    earlier = await cite(house, f"《{FIRST}》第三十二条", date(2023, 1, 1))
    assert "劳务关系" in earlier.quote and "劳动关系" in earlier.quote and not earlier.notes


@pytest.mark.parametrize(
    ("at", "edition", "hours"),
    [
        (date(2010, 5, 1), "2010-03-01", "八小时"),
        (date(2020, 4, 30), "2010-03-01", "八小时"),
        (date(2020, 5, 1), "2020-03-01", "十小时"),
        (TODAY, "2020-03-01", "十小时"),
    ],
)
async def test_the_date_chooses_the_edition(house: Youju, at: date, edition: str, hours: str):
    found = await cite(house, "园林法第一条", at)
    assert (found.existence, found.edition) == ("found", edition) and hours in found.quote


@pytest.mark.parametrize(
    "name", ["园林法（2010修订）", "《园林法》(2010)", "《园林法（2010-03-01）》", "2010年修订的《园林法》"]
)
async def test_an_edition_that_is_named_is_taken_and_told_to_be_over(house: Youju, name: str):
    found = await cite(house, f"{name}第一条")
    assert (found.existence, found.edition) == ("repealed", "2010-03-01") and "八小时" in found.quote
    assert found.message and "该法现行文本公布于2020-03-01" in found.message.zh
    then = await cite(house, f"{name}第一条", date(2015, 1, 1))
    assert then.existence == "found"


async def test_an_edition_that_is_not_here_is_not_replaced_by_another(house: Youju):
    found = await cite(house, "《园林法》（2015修正）第一条")
    assert found.existence == "unknown" and found.quote == "" and found.message
    assert "2010-03-01、2020-03-01" in found.message.zh


async def test_an_article_that_the_new_edition_lacks_is_told_to_be_gone(house: Youju):
    found = await cite(house, "园林法第四条")
    assert found.existence == "repealed" and found.message
    assert "自2020年5月1日起不再有效" in found.message.zh and "已没有这一条款" in found.message.zh
    assert (await cite(house, "园林法第四条", date(2015, 1, 1))).existence == "found"


async def test_a_law_that_is_not_here_but_known_to_be_repealed_is_not_called_invented(house: Youju):
    found = await cite(house, f"《{NURSERY}》第三条")
    assert found.existence == "repealed" and found.message and found.quote == ""
    assert found.message.zh.startswith(f"《{NURSERY}》自2010年5月1日起已被《{PARK}》第五条废止")
    earlier = await cite(house, f"《{NURSERY}》第三条", date(2009, 1, 1))
    assert earlier.existence == "unknown" and earlier.message and "此前有效" in earlier.message.zh


async def test_before_a_law_begins_it_is_not_in_force_yet(house: Youju):
    future = await cite(house, "湿地园管理条例第一条")
    assert future.existence == "not_yet" and future.message and "自2030年1月1日起施行" in future.message.zh
    assert (await cite(house, "湿地园管理条例第一条", date(2030, 1, 1))).existence == "found"
    past = await cite(house, "园林法第一条", date(2009, 1, 1))
    assert past.existence == "not_yet" and past.message and "所问日期（2009年1月1日）在其施行之前" in past.message.zh


async def test_a_name_that_two_laws_share_asks_which(house: Youju):
    found = await cite(house, "解释（一）第三条")
    assert found.existence == "unknown" and set(found.candidates) == {FIRST, FAMILY}
    assert found.message and "可能指" in found.message.zh and "请写明全称" in found.message.zh
    assert (await cite(house, "劳动争议解释一第三十三条")).law == FIRST
    assert (await cite(house, "民法典婚姻家庭编司法解释（一）第三条")).law == FAMILY


async def test_points_come_with_what_leads_in_to_them(house: Youju):
    found = await cite(house, "园林法第二条第一款第一项第2目")
    assert found.label == "第二条第一款第一项第二目" and found.address.subitem == 2
    assert found.quote.split() == ["管理处收取下列费用应当公示：", "（一）门票：", "2.", "儿童票；"]
    item = await cite(house, "园林法第二条第（二）项")
    assert item.quote.splitlines() == ["管理处收取下列费用应当公示：", "（二）停车费。"]
    assert (await cite(house, "园林法第二条第二款")).quote == "前款规定的费用由园林部门核定。"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("园林法第9999条", "没有第九千九百九十九条，该法共5条"),
        ("园林法第零条", "没有第零条"),
        ("园林法第二条第九款", "该条共2款"),
        ("园林法第二条第一款第九项", "该款共2项"),
        ("园林法第二条第一款第一项第五目", "该项共2目"),
        ("园林法第一条第二项", "没有分项"),
        ("园林保护法第一条", "资料中没有《园林保护法》"),
        ("湿地园条例第一条", "您是否指《湿地园管理条例》"),
    ],
)
async def test_what_does_not_exist_says_what_there_is(house: Youju, text: str, words: str):
    found = await cite(house, text)
    assert found.existence == "unknown" and found.message and words in found.message.zh
    assert found.message.en and found.quote == "" and found.passages == ()


async def test_the_spans_are_the_words(house: Youju):
    for text in (PARAGRAPH, "园林法第二条第二款", "园林法第二条第（二）项", "园林法第一条"):
        found = await cite(house, text)
        (quoted,) = found.passages
        passage = await house.passage(quoted.passage_id, OWNER)
        words = [
            passage.text[start - passage.start : end - passage.start].strip()
            for start, end in zip(quoted.starts, quoted.ends, strict=True)
        ]
        assert "\n".join(words) == found.quote


async def test_a_text_with_more_references_than_are_looked_up_says_how_many_are_left(house: Youju):
    found = await house.cite("园林法第一条、第二条至第六十一条" * 8, OWNER, TODAY)
    assert len(found.references) == MOST_REFERENCES and found.left_out == 8 * 61 - MOST_REFERENCES


async def test_what_a_question_takes_for_granted_is_told_beside_the_passages(house: Youju):
    repealed = await house.search("苗圃管理条例第三条怎么规定？", OWNER)
    assert any("已被" in notice and "废止" in notice for notice in repealed.notices)
    then = await house.search("2015年，公园每日开放时间不得少于几小时？", OWNER)
    assert then.passages[0].passage.version_label == "2010-03-01"
    assert then.notices[0] == "按2015年有效的规定检索（依据“2015年”）。"
    now = await house.search("公园每日开放时间不得少于几小时？", OWNER)
    assert now.passages[0].passage.version_label == "2020-03-01" and now.notices == ()


async def test_where_nothing_was_in_force_then_what_is_in_force_now_is_shown_and_that_is_said(house: Youju):
    found = await house.search("2005年，公园每日开放时间不得少于几小时？", OWNER)
    assert found.passages and found.notices[0].startswith("资料中没有2005-12-31有效的相关规定")


async def test_a_day_that_is_named_by_a_law_is_that_laws_first_day(house: Youju):
    found = await house.search("园林法2020修订前，吸烟处", OWNER)
    assert not any("检索" in notice for notice in found.notices)
    before = await house.search(
        "劳动争议解释（二）施行前，已经依法享受养老保险待遇的人员发生用工争议，按什么关系处理？", OWNER
    )
    assert any("2025年8月31日" in notice for notice in before.notices)
