import json
from collections.abc import Mapping, Sequence

import pytest
from tests.verification.evidence import passage

from youju.caller import OWNER, Caller
from youju.errors import CallerMistake
from youju.knowledge.values import Passage
from youju.retrieval.values import Scored
from youju.verification.gate import Gate, standard_checks
from youju.verification.schemas import Verification
from youju.verification.verify import verify_answer

LEDGER = {
    "a": passage("差旅费应在出差结束后15个工作日内提交。", "a"),
    "b": passage("试用期不得超过六个月。", "b"),
}


async def find(text: str, caller: Caller) -> Sequence[Scored]:
    return [Scored(found, 0.5, "fusion") for found in LEDGER.values()]


async def lookup(ids: Sequence[str], caller: Caller) -> Mapping[str, Passage]:
    return {name: LEDGER[name] for name in ids if name in LEDGER}


async def verify(given: object) -> Verification:
    text = given if isinstance(given, str) else json.dumps(given, ensure_ascii=False)
    return await verify_answer(text, Gate(standard_checks()), OWNER, find, lookup)


async def test_the_example_of_the_contract() -> None:
    result = await verify(
        '{"answer":"出差回来要在10天内报销[1]。","sources":["差旅费应在出差结束后15个工作日内提交。"]}'
    )
    assert result.status == "unsupported"
    assert "number" in {one.check for one in result.sentences[0].failed_checks}


async def test_anyones_answer_with_sources() -> None:
    result = await verify(
        {
            "answer": "您好！差旅费应在出差结束后15个工作日内提交[1]。试用期可以超过六个月[2]。公司报销健身卡[9]。",
            "sources": [
                "差旅费应在出差结束后15个工作日内提交。",
                {"text": "试用期不得超过六个月。", "title": "劳动合同"},
            ],
        }
    )
    assert [one.verdict for one in result.sentences] == ["no_claim", "supported", "unsupported", "unsupported"]
    assert (result.status, result.supported, result.unsupported, result.no_claim) == ("partial", 1, 2, 1)
    assert result.invalid_markers == ("[9]",)
    assert result.sentences[1].quotes[0].quote == "差旅费应在出差结束后15个工作日内提交"


async def test_sources_may_carry_their_own_numbers_and_more_fields() -> None:
    result = await verify({"answer": "不得出境[7]。", "sources": [{"text": "员工不得出境。", "number": 7, "score": 1}]})
    assert (result.status, result.sentences[0].citations) == ("supported", (7,))


async def test_plain_text_is_held_against_the_ledger() -> None:
    result = await verify("差旅费应在出差结束后15个工作日内提交。试用期不得超过三个月[1]。")
    assert [one.verdict for one in result.sentences] == ["supported", "unsupported"]
    assert result.sentences[0].text.endswith("[1]。")
    assert result.invalid_markers == ("[1]",)


def own(text: str, *cards: dict[str, object]) -> dict[str, object]:
    return {"id": "x", "question": "?", "status": "answered", "text": text, "citations": list(cards), "withheld": 0}


async def test_youjus_own_answer_is_checked_against_the_ledger_and_not_against_its_own_quotes() -> None:
    card = {"numbers": [3], "passage_id": "b", "quote": "试用期不得超过九个月。", "snippet": "试用期不得超过九个月。"}
    assert (await verify(own("试用期不得超过六个月[3]。", card))).status == "supported"
    forged = await verify(own("试用期不得超过九个月[3]。", card))
    assert forged.status == "unsupported"


async def test_each_number_of_a_merged_card_is_its_own_passage() -> None:
    parts = [{"number": 1, "passage_id": "a"}, {"number": 2, "passage_id": "b"}]
    card = {"numbers": [1, 2], "passage_id": "a", "parts": parts}
    result = await verify(own("试用期不得超过六个月[2]。差旅费应在出差结束后15个工作日内提交[2]。", card))
    assert [one.verdict for one in result.sentences] == ["supported", "unsupported"]


async def test_a_source_that_is_gone_is_said_to_be_gone() -> None:  # ragflow#12519: deleted file still cited
    result = await verify(own("试用期不得超过六个月[1]。", {"numbers": [1], "passage_id": "deleted"}))
    assert result.status == "unsupported"
    assert [one.check for one in result.sentences[0].failed_checks] == ["source"]
    assert "[1]" in result.sentences[0].failed_checks[0].message


async def test_what_states_nothing_has_no_verdict_to_give() -> None:
    assert (await verify({"answer": "您好！", "sources": []})).status == "no_claim"


async def test_chinese_sentences_are_never_skipped() -> None:  # ragas#985, #1309
    answer = "甲方不得转让。乙方应当付款！丙方可以解除；丁方拒绝？\n戊方同意"
    result = await verify({"answer": answer, "sources": ["无关。"]})
    assert "".join(one.text for one in result.sentences) == answer.replace("\n", "")
    assert result.supported == 0


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("", "empty"),
        ("  \n", "empty"),
        ('{"answer": "甲。", "sources": [', "valid JSON (line 1"),
        ('{"answer": 5, "sources": []}', "answer"),
        ('{"answer": "甲。"}', "sources"),
        ('{"sources": ["甲。"]}', "answer"),
        ('{"answer": "甲。", "sources": "甲。"}', "sources"),
        ('{"answer": "甲。", "sources": [""]}', "sources"),
        ('{"answer": "甲。", "sources": [{"title": "无"}]}', "sources.0"),
        ('{"answer": "甲。", "sources": [{"text": "甲", "number": 1}, {"text": "乙", "number": 1}]}', "number 1"),
        ('{"answer": " ", "sources": ["甲。"]}', "empty"),
        ('{"foo": 1}', "text"),
        ("{" * 100_000, "valid JSON"),
    ],
)
async def test_input_in_no_known_form_is_one_clear_line(given: str, words: str) -> None:
    with pytest.raises(CallerMistake) as error:
        await verify(given)
    line = error.value.line()
    assert words in line
    assert "\n" not in line
    assert error.value.remedy
