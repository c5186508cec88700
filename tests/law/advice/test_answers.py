"""A person's case from the question to the answer: real ledger, real search, real gate."""

from __future__ import annotations

from contextlib import aclosing
from datetime import date
from pathlib import Path

import pytest
from tests.conftest import run_youju

from youju.answering.events import AnswerEvent, CitationEvent, DoneEvent, SentenceEvent, ToolEvent
from youju.answering.question import Question
from youju.answering.schemas import Answer
from youju.app import Youju
from youju.caller import OWNER, Caller
from youju.settings import Settings

DISMISSED = "被辞退能拿多少钱，干了3年4个月，月薪8000"
UNINSURED = "老板不给交社保我能走人要补偿吗"


async def events(home: Path, question: str, caller: Caller = OWNER, at: date | None = None) -> list[AnswerEvent]:
    settings = Settings(home=home, embedding={"provider": "none"})
    async with Youju.open(settings) as youju, aclosing(youju.answer(Question(question, at=at), caller)) as answering:
        return [event async for event in answering]


async def ask(home: Path, question: str, caller: Caller = OWNER, at: date | None = None) -> Answer:
    last = (await events(home, question, caller, at))[-1]
    assert isinstance(last, DoneEvent)
    return last.answer


def articles(answer: Answer) -> set[str]:
    return {part.locator.article or "" for card in answer.citations for part in card.parts if part.locator}


async def test_n_and_n_plus_one_and_2n_stand_side_by_side_with_when_each_applies(law_home: Path) -> None:
    answer = await ask(law_home, DISMISSED)
    assert answer.status == "answered"
    assert {one.name: one.result.value for one in answer.calculations} == {
        "severance": "28000.00",
        "severance_with_notice": "36000.00",
        "unlawful_termination": "56000.00",
    }
    for result in ("经济补偿（N）：28000.00元[", "（N+1）：36000.00元[", "违法解除赔偿金（2N）：56000.00元["):
        assert result in answer.text
    assert {"第四十条", "第四十六条", "第四十七条", "第四十八条", "第八十七条"} <= articles(answer)
    assert {one.verdict for one in answer.sentences} == {"supported", "no_claim"}
    assert answer.withheld == 0
    assert [(one.name, one.said) for one in answer.understood] == [("tenure", "3年4个月"), ("pay", "8000")]
    for one in answer.understood:
        assert DISMISSED[one.start : one.end] == one.said
    assert {(one.name, one.required) for one in answer.missing} == {("salary_kind", False), ("local_average", False)}


async def test_every_number_of_a_calculation_has_its_card_before_it_is_used(law_home: Path) -> None:
    seen: set[int] = set()
    tools: list[ToolEvent] = []
    for event in await events(law_home, DISMISSED):
        match event:
            case CitationEvent():
                seen |= set(event.card.numbers)
            case ToolEvent():
                tools.append(event)
                assert set(event.citations) <= seen
            case SentenceEvent():
                assert set(event.citations) <= seen
            case DoneEvent():
                shown = {number for card in event.answer.citations for number in card.numbers}
                for calculation in event.answer.calculations:
                    assert calculation.citations
                    assert set(calculation.citations) <= shown
                    assert {n for basis in calculation.basis for n in basis.numbers} == set(calculation.citations)
            case _:
                pass
    assert [tool.name for tool in tools] == ["severance", "severance_with_notice", "unlawful_termination"]
    assert "28000.00元" in tools[0].text


async def test_dates_are_taken_to_the_day(law_home: Path) -> None:
    answer = await ask(law_home, "2020年3月15号入职，2023年7月20被裁，工资税前一万二")
    severance = answer.calculations[0]
    assert severance.result.value == "42000.00"
    assert {"start": "2020-03-15", "end": "2023-07-20"}.items() <= severance.inputs.items()
    assert "salary_kind" not in {one.name for one in answer.missing}


async def test_who_may_leave_for_unpaid_insurance_reads_the_item_below_its_lead_in(law_home: Path) -> None:
    answer = await ask(law_home, UNINSURED)
    assert {"第三十八条", "第四十六条"} <= articles(answer)
    said = [sentence.text for sentence in answer.sentences]
    assert said[0].startswith("第三十八条　用人单位有下列情形之一的，劳动者可以解除劳动合同")
    assert said[1].startswith("（三）未依法为劳动者缴纳社会保险费的")
    assert any(text.startswith("（一）劳动者依照本法第三十八条规定解除劳动合同的") for text in said)
    assert "（二）未及时足额支付劳动报酬的" not in answer.text
    assert not answer.calculations
    assert [one.name for one in answer.missing if one.required] == ["years", "salary"]
    assert answer.text.endswith("？")


WITHOUT = [
    ("被公司辞退了怎么赔", {"years", "salary"}),
    ("被裁员了，月薪8000能赔多少", {"years"}),
    ("干了5年被辞退能拿多少补偿", {"salary"}),
    ("被辞退，干了两年多，月薪8000", {"years"}),
    ("2020年3月入职，2023年7月20日被辞退，月薪8000", {"start"}),
    ("2020年3月1日入职，现在要裁我，月薪8000", {"end"}),
    ("没签合同干了8个月，月薪6000", {"start"}),
    ("被开除，工资-5000，干了80年", {"years", "salary"}),
    ("被辞退，2023年5月1日入职，2020年3月1日离职，月薪8000", {"start", "end"}),
    ("被辞退，干了3年，工资8000到10000", {"salary"}),
]


@pytest.mark.parametrize(("question", "names"), WITHOUT)
async def test_what_is_missing_or_cannot_be_is_asked_for_all_at_once(
    law_home: Path, question: str, names: set[str]
) -> None:
    answer = await ask(law_home, question)
    required = [one for one in answer.missing if one.required]
    mapped = {"salary": "salary", "monthly_wage": "salary"}
    assert {mapped.get(one.name, one.name) for one in required} == names
    assert not [one for one in answer.calculations if one.name in {name for m in required for name in m.calculations}]
    assert all(one.ask and one.why and one.label for one in answer.missing)
    for one in required:
        assert one.ask in answer.text


async def test_a_contradiction_is_asked_back_with_the_words_that_contradict(law_home: Path) -> None:
    answer = await ask(law_home, "被开除，工资-5000，干了80年")
    whys = " ".join(one.why for one in answer.missing)
    assert "“-5000”" in whys
    assert "“80年”" in whys
    answer = await ask(law_home, "2020年3月入职，2023年7月20日被辞退，月薪8000")
    assert "“2020年3月”" in next(one.why for one in answer.missing if one.name == "start")
    answer = await ask(law_home, "2020年3月1日入职，2023年7月20日被辞退，干了6年，月薪8000")
    assert "“6年”" in next(one.why for one in answer.missing if one.name == "years")
    assert not answer.calculations


async def test_an_article_asked_for_by_its_number_is_quoted_whole_and_nothing_is_computed(law_home: Path) -> None:
    answer = await ask(law_home, "劳动合同法第47条")
    assert articles(answer) == {"第四十七条"}
    assert "本条所称月工资是指" in answer.text
    assert not answer.calculations
    assert not answer.missing


async def test_who_may_not_read_the_law_gets_neither_its_words_nor_a_result(tmp_path: Path, law_home: Path) -> None:
    source = Path(__file__).with_name("labour_contract_law.txt")
    assert run_youju(["add", str(source), "--role", "hr"], tmp_path / "home").code == 0
    answer = await ask(tmp_path / "home", DISMISSED, Caller(name="guest", roles=frozenset({"staff"})))
    assert answer.status == "refused"
    assert not answer.calculations
    assert not answer.citations
    assert "28000" not in answer.model_dump_json()


async def test_a_law_that_was_not_in_force_at_the_date_is_not_quoted_for_it(tmp_path: Path) -> None:
    source = Path(__file__).with_name("labour_contract_law.txt")
    added = run_youju(["add", str(source), "--effective-from", "2008-01-01", "--effective-to", "2024-01-01"], tmp_path)
    assert added.code == 0, added.err
    then = await ask(tmp_path, UNINSURED, at=date(2023, 5, 1))
    assert "第三十八条" in articles(then)
    assert {card.in_force.status for card in then.citations} == {"in_force"}
    today = await ask(tmp_path, UNINSURED)
    assert today.status == "refused"
    assert not today.citations


async def test_without_any_statute_there_is_no_advice(tmp_path: Path) -> None:
    (tmp_path / "rules.txt").write_text("员工手册\n\n迟到三次扣全勤奖。\n", encoding="utf-8")
    assert run_youju(["add", str(tmp_path / "rules.txt")], tmp_path / "home").code == 0
    answer = await ask(tmp_path / "home", DISMISSED)
    assert answer.status == "refused"
    assert not answer.calculations


async def test_the_users_own_rules_come_before_the_law_where_they_are_asked_for(tmp_path: Path, law_home: Path) -> None:
    rules = "公司离职管理办法\n\n被辞退的员工应当在三个工作日内归还电脑和门禁卡。\n"
    (tmp_path / "rules.txt").write_text(rules, encoding="utf-8")
    law = Path(__file__).with_name("labour_contract_law.txt")
    assert run_youju(["add", str(law), str(tmp_path / "rules.txt")], tmp_path / "home").code == 0
    answer = await ask(tmp_path / "home", "被辞退的员工多久内归还电脑和门禁卡？")
    assert "三个工作日内归还电脑" in answer.text
    assert not answer.calculations


def test_the_command_shows_the_calculation_and_json_holds_it(law_home: Path) -> None:
    shown = run_youju(["ask", DISMISSED], law_home)
    assert shown.code == 0
    for words in ("按您所说：工作年限 3年4个月；月工资 8000", "经济补偿＝3.5个月×8000元＝28000.00元", "可补充："):
        assert words in shown.out
    answer = run_youju(["ask", DISMISSED, "--json"], law_home).json
    assert answer["calculations"][0]["result"] == {"value": "28000.00", "unit": "CNY"}


def test_an_answer_with_calculations_is_verified_by_making_them_again(law_home: Path) -> None:
    given = run_youju(["ask", DISMISSED, "--json"], law_home)
    assert run_youju(["verify", "-"], law_home, stdin=given.out).code == 0
    changed = run_youju(["verify", "-", "--json"], law_home, stdin=given.out.replace("56000.00", "65000.00"))
    assert changed.code == 3
    wrong = [one["text"] for one in changed.json["sentences"] if one["verdict"] == "unsupported"]
    assert len(wrong) == 1
    assert wrong[0].startswith("违法解除赔偿金（2N）：65000.00元")
