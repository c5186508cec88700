import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.verification.evidence import Resolver, failed, judge, passage, registry_of

from youju.caller import OWNER
from youju.citations.markers import DIALECTS
from youju.knowledge.values import Locator, Passage
from youju.verification.claims import is_claim
from youju.verification.gate import Gate, standard_checks
from youju.verification.policy import POLICIES
from youju.verification.protocol import Claim, Resolution

TRAVEL = (
    "差旅费应在出差结束后15个工作日内提交报销申请。住宿标准：一线城市600元，其他城市400元。"
    "未经批准不得出境。试用期不得超过六个月。"
)
LODGING = "每晚住宿限额如下：\n城市 | 住宿（元/晚） | 餐饮（元）\n一线城市 | 600 | 150\n其他城市 | 400 | 100"
ENGLISH = "Claims must be submitted within 15 working days. Meals are not refunded unless a receipt is attached."

SUPPORTED = [
    ("差旅费应在出差结束后15个工作日内提交报销申请[1]。", TRAVEL),
    ("差旅费应于出差结束后十五个工作日内提交报销申请[1]。", TRAVEL),
    ("出差结束后15个工作日内要提交差旅费报销申请[1]。", TRAVEL),
    ("根据公司规定，试用期最长为6个月[1]。", TRAVEL),
    ("一线城市住宿标准为600元，其他城市为400元[1]。", TRAVEL),
    ("手册写明“未经批准不得出境”[1]。", TRAVEL),
    ("一线城市的住宿限额是每晚600元[1]。", LODGING),
    ("其他城市 | 400 | 100[1]", LODGING),
    ("其他城市餐饮100元[1]。", LODGING),
    ("Claims must be submitted within fifteen working days [1].", ENGLISH),
    ("Meals are not refunded unless a receipt is attached [1].", ENGLISH),
    ("工资的80%[1]。", "试用期工资不得低于工资的百分之八十。"),
    ("满一年支付1个月工资[1]。", "每满一年支付一个月工资。"),
]


@pytest.mark.parametrize(("sentence", "source"), SUPPORTED)
def test_what_the_source_says_in_its_words_or_near_them_is_shown(sentence: str, source: str) -> None:
    checked = judge(sentence, source)
    assert checked.verdict == "supported", checked.failed_checks
    assert checked.citations == (1,)
    assert checked.quotes[0].spans


UNSUPPORTED = [
    ("出差回来要在10天内报销[1]。", "差旅费应在出差结束后15个工作日内提交。", "number"),
    ("差旅费应在出差结束后15天内提交报销申请[1]。", TRAVEL, "number"),
    ("差旅费应在出差结束后51个工作日内提交报销申请[1]。", TRAVEL, "number"),
    ("其他城市600元[1]。", TRAVEL, "number"),
    ("一线城市400元，其他城市600元[1]。", TRAVEL, "number"),
    ("二线城市600元[1]。", TRAVEL, "number"),
    ("一线城市600美元[1]。", TRAVEL, "number"),
    ("一线城市餐饮600元[1]。", LODGING, "number"),
    ("其他城市 | 600 | 100[1]", LODGING, "number"),
    ("试用期不得超过二个月[1]。", "一年以上的，试用期不得超过二个月；试用期不得超过六个月的，为三年以上。", ""),
    (
        "三年以上的，试用期不得超过二个月[1]。",
        "一年以上不满三年的，试用期不得超过二个月；三年以上的，试用期不得超过六个月。",
        "number",
    ),
    ("试用期可以超过六个月[1]。", TRAVEL, "direction"),
    ("试用期不得少于六个月[1]。", TRAVEL, "direction"),
    ("未经批准可以出境[1]。", TRAVEL, "polarity"),
    ("已经批准不得出境[1]。", TRAVEL, "polarity"),
    ("Claims may be submitted within 15 working days [1].", ENGLISH, "polarity"),
    ("Meals are refunded unless a receipt is attached [1].", ENGLISH, "polarity"),
    ("Claims must be submitted within 50 working days [1].", ENGLISH, "number"),
    ("手册写明“出境须经董事长批准”[1]。", TRAVEL, "quote"),
    ("规定“批准不得出境”[1]。", "甲乙未批准不得出境。", "quote"),
    ("报销发票的抬头应为公司全称[1]。", TRAVEL, "support"),
    ("差旅费应在出差结束后15个工作日内提交报销申请，并附总经理签字[1]。", TRAVEL, "support"),
    ("试用期工资增加10%[1]。", "试用期工资减少10%。", "direction"),
    ("Ten minutes for them, two minutes for you [1].", "Ten minutes for them, ten minutes for you.", "number"),
    ("You may _never_ share a key [1].", "You must _never_ share a key.", "polarity"),
    ("申请应当次日提交[1]。", "申请应当当日提交。", "number"),
    ("差旅费应在出差结束后十\u200b天内提交报销申请[1]。", TRAVEL, "number"),
    ("差旅费应在出差结束后⑩天内提交报销申请[1]。", TRAVEL, "number"),
    ("未经批准可\u200b以出境[1]。", TRAVEL, "polarity"),
    ("Claims must be submitted within a month [1].", ENGLISH, "number"),
    ("申请应在3月1日后提交[1]。", "申请应在3月1日前提交。", "direction"),
    ("工资由8000元调整为5000元[1]。", "工资由5000元调整为8000元。", ""),
]


@pytest.mark.parametrize(("sentence", "source", "check"), [case for case in UNSUPPORTED if case[2]])
def test_what_the_source_does_not_say_is_not_supported(sentence: str, source: str, check: str) -> None:
    checked = judge(sentence, source)
    assert checked.verdict == "unsupported"
    assert check in failed(checked)
    assert all(one.message for one in checked.failed_checks)


def test_a_change_cannot_be_turned_round() -> None:
    assert judge("工资由8000元调整为5000元[1]。", "工资由5000元调整为8000元。").verdict == "unsupported"
    assert judge("工资由5000元调整为8000元[1]。", "工资由5000元调整为8000元。").verdict == "supported"


def test_the_message_says_what_the_source_says_in_the_language_of_the_claim() -> None:
    (message,) = [
        one.message for one in judge(UNSUPPORTED[0][0], UNSUPPORTED[0][1]).failed_checks if one.check == "number"
    ]
    assert message == "“10天”与所引资料不符，资料为“15个工作日”。"
    (english,) = judge("Claims must be submitted within 50 working days [1].", ENGLISH).failed_checks
    assert english.message == "“50 working days” is not what the cited passages say: “15 working days”."


@pytest.mark.parametrize(("written", "canonical"), DIALECTS)
def test_a_true_sentence_is_shown_with_canonical_markers_whatever_the_dialect(written: str, canonical: str) -> None:
    checked = judge(f"未经批准不得出境{written}。", TRAVEL, TRAVEL + "甲", TRAVEL + "乙")
    assert checked.verdict == "supported"
    assert checked.text.startswith("未经批准不得出境[1]")
    assert checked.invalid == ()


@pytest.mark.parametrize(("written", "canonical"), DIALECTS)
def test_a_false_sentence_is_not_shown_whatever_the_dialect(written: str, canonical: str) -> None:
    assert judge(f"未经批准可以出境{written}。", TRAVEL, TRAVEL + "甲", TRAVEL + "乙").verdict == "unsupported"


def test_an_invented_number_cites_nothing_and_the_sentence_finds_its_ground() -> None:  # onyx#1543, WeKnora#1323
    checked = judge("未经批准不得出境[7]。", "公司每年组织体检。", TRAVEL)
    assert (checked.text, checked.citations, checked.verdict) == ("未经批准不得出境[2]。", (2,), "supported")
    assert checked.invalid == ("[7]",)


def test_an_uncited_claim_takes_the_passage_that_proves_it() -> None:
    checked = judge("试用期不得超过六个月。", "公司每年组织体检。", TRAVEL)
    assert (checked.text, checked.citations) == ("试用期不得超过六个月[2]。", (2,))
    assert judge("试用期不得超过三个月。", "公司每年组织体检。", TRAVEL).verdict == "unsupported"
    assert judge("“试用期不得超过六个月。”", TRAVEL).text == "“试用期不得超过六个月。”[1]"
    assert failed(judge("试用期不得超过六个月。")) == {"source"}


def test_two_passages_may_prove_a_sentence_together() -> None:
    checked = judge("试用期不得超过六个月，公司每年组织一次体检。", "公司每年组织一次体检。", "试用期不得超过六个月。")
    assert (checked.verdict, checked.citations) == ("supported", (1, 2))


def test_a_citation_that_proves_nothing_goes() -> None:  # ragflow#7232, anything-llm#826
    checked = judge("未经批准不得出境[1][2]。", "公司每年组织体检。", TRAVEL)
    assert (checked.text, checked.citations) == ("未经批准不得出境[2]。", (2,))


def test_a_wrong_citation_is_not_mended_by_another_passage() -> None:  # Vane#845
    assert judge("未经批准不得出境[1]。", "公司每年组织体检。", TRAVEL).verdict == "unsupported"


def test_a_number_cited_twice_in_a_sentence_stands_once_at_its_last_place() -> None:
    checked = judge("未经批准不得出境[1]，试用期不得超过六个月[1]。", TRAVEL)
    assert checked.text == "未经批准不得出境，试用期不得超过六个月[1]。"


@pytest.mark.parametrize(
    "sentence",
    [
        "您好！",
        "您好[1]！",  # dnceng#3975
        "根据以上资料：",
        "具体规定如下：",
        "差旅费报销标准如下：",
        "资料中未找到相关内容。",
        "资料中未找到相关内容[1]。",
        "The documents do not contain an answer to this.",
        "请问您在哪个城市？",
        "## 报销规定",
        "希望以上信息对您有帮助。",
        "如果您还有其他问题，请随时联系我们。",
        "Hello!",
        "---",
        "",
    ],
)
def test_what_states_nothing_needs_no_ground_and_carries_no_citation(sentence: str) -> None:
    checked = judge(sentence, TRAVEL)
    assert (checked.verdict, checked.citations) == ("no_claim", ())
    assert "[1]" not in checked.text


@pytest.mark.parametrize(
    "sentence",
    [
        "15个工作日",
        "## 试用期最长六个月",
        "## 报销无需审批",
        "您好，报销期限为十天。",
        "报销无需审批，具体如下：",
        "您知道报销期限是10天吗？",
        "员工可以不开发票，您知道吗？",
        "公司报销健身卡。",
        "- 住宿费600元",
        "```\n报销期限为十天\n```",
    ],
)
def test_a_statement_in_disguise_is_a_claim(sentence: str) -> None:
    assert is_claim(sentence)


def test_the_users_own_facts_may_be_restated_as_a_condition_only() -> None:
    source = "员工离职后应当办理交接。"
    question = "我工作了3年4个月，离职要办什么？"
    assert judge("如果您工作了3年4个月，离职后应当办理交接[1]。", source, question=question).verdict == "unsupported"
    checked = judge("您工作3年4个月，离职后应当办理交接[1]。", source, question=question)
    assert "number" not in failed(checked)
    asked = judge("报销期限是10天[1]。", "报销期限是15天。", question="报销期限是10天吗？")
    assert "number" in failed(asked)


def test_markers_in_source_text_prove_nothing() -> None:  # paper-qa PR#1035
    checked = judge("研究[3]表明不得出境[1]。", "研究〔3〕表明不得出境。")
    assert checked.invalid == ("[3]",)
    assert "[3]" not in checked.text


def law(article: int, name: str = "劳动合同法", paragraph: int | None = None) -> Passage:
    locator = Locator(name, article, paragraph=paragraph, label=f"第{article}条")
    return passage("经济补偿按劳动者在本单位工作的年限支付。", f"a{article}", name, locator)


def resolver(text: str, existence: str, found: Passage | None = None, article: int = 47) -> Resolver:
    resolution = Resolution(existence, (found,) if found else ())  # type: ignore[arg-type]
    return Resolver({text: (Locator("劳动合同法", article), resolution)})


CLAIM = "根据劳动合同法第47条，经济补偿按劳动者在本单位工作的年限支付"


def test_a_reference_to_what_is_cited_stands() -> None:
    cited = law(47)
    assert (
        judge(f"{CLAIM}[1]。", cited, resolvers=[resolver("劳动合同法第47条", "found", cited)]).verdict == "supported"
    )


@pytest.mark.parametrize(
    ("existence", "words"),
    [("unknown", "不存在"), ("repealed", "已废止"), ("not_yet", "尚未施行")],
)
def test_unknown_repealed_and_coming_references_are_different_findings(existence: str, words: str) -> None:
    found = None if existence == "unknown" else law(47)
    checked = judge(f"{CLAIM}[1]。", law(47), resolvers=[resolver("劳动合同法第47条", existence, found)])
    (message,) = [one.message for one in checked.failed_checks if one.check == "reference"]
    assert words in message


def test_a_reference_that_exists_but_was_not_retrieved_says_so() -> None:  # korean-law-mcp PR#67
    checked = judge(f"{CLAIM}[1]。", law(46), resolvers=[resolver("劳动合同法第47条", "found", law(47))])
    (message,) = [one.message for one in checked.failed_checks if one.check == "reference"]
    assert "没有检索到" in message
    checked = judge(f"{CLAIM}[1]。", law(46), law(47), resolvers=[resolver("劳动合同法第47条", "found", law(47))])
    (message,) = [one.message for one in checked.failed_checks if one.check == "reference"]
    assert "不是这句话所引" in message


def test_an_article_number_is_checked_against_the_address_without_a_resolver() -> None:
    assert judge(f"{CLAIM}[1]。", law(47)).verdict == "supported"
    assert "number" in failed(judge(f"{CLAIM}[1]。", law(46)))


def test_a_repealed_article_may_be_cited_by_a_sentence_that_says_so() -> None:
    text = "劳动合同法第47条已废止，经济补偿按劳动者在本单位工作的年限支付[1]。"
    checked = judge(text, law(47), resolvers=[resolver("劳动合同法第47条", "repealed", law(47))])
    assert "reference" not in failed(checked)


def test_strict_withholds_and_annotate_marks_but_nothing_shows_it_as_supported() -> None:
    good, bad = judge("未经批准不得出境[1]。", TRAVEL), judge("未经批准可以出境[1]。", TRAVEL)
    assert POLICIES["strict"](good) is good
    assert POLICIES["strict"](bad) is None
    shown = POLICIES["annotate"](bad)
    assert shown is not None
    assert (shown.text, shown.citations, shown.verdict) == (
        "未经批准可以出境。（未在资料中找到依据）",
        (),
        "unsupported",
    )


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet="差旅费应在15个工作日内提交不得[1][2]。，“”\n|#`- ", max_size=60))
async def test_any_jumble_gets_a_verdict_and_only_registered_numbers(text: str) -> None:
    registry = registry_of(TRAVEL)
    checked = await Gate(standard_checks()).judge(text, registry, Claim(""), OWNER)
    assert set(checked.citations) <= registry.numbers()
    assert checked.verdict != "supported" or checked.citations
