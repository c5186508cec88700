"""Rules that say a true sentence in other words: what they make, what they leave alone, and that numbers keep their
worth."""

import random
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.verification.evidence import passage
from training.corpora import Sample
from training.paraphrases import FREE, NEAR, PARAPHRASES, paraphrase
from training.rewriting import in_han

from youju.text.language import language_of
from youju.text.numbers import find_quantities
from youju.text.numerals import parse_numeral


def sample(sentence: str, text: str = "") -> Sample:
    source = passage(text or sentence, title="员工手册")
    return Sample(sentence, source, "handbook", "g", language_of(sentence))


def said(sentence: str, kind: str, text: str = "", times: int = 40) -> set[str | None]:
    return {paraphrase(sample(sentence, text), kind, random.Random(seed)) for seed in range(times)}


MADE = [
    ("numerals", "公司应当在三十日内支付百分之八十的工资。", "公司应当在30日内支付80%的工资。"),
    ("numerals", "公司应当在三十日内支付百分之八十的工资。", "公司应当在30天内支付80%的工资。"),
    ("numerals", "罚款五万元。", "罚款5万元。"),
    ("numerals", "试用期为6个月。", "试用期为六个月。"),
    ("numerals", "Come within 30 days of the trip.", "Come no later than 30 days after the trip."),
    ("numerals", "Keep records for 25 years.", "Keep records for twenty-five years."),
    ("modality", "员工应当提前申请。", "员工必须提前申请。"),
    ("modality", "员工不得兼职。", "员工不准兼职。"),
    ("modality", "You must sign the form.", "You have to sign the form."),
    ("modality", "The supervisor must sign the form.", "The supervisor is required to sign the form."),
    ("modality", "Guests must not enter.", "Guests may not enter."),
    ("contractions", "Guests do not enter.", "Guests don't enter."),
    ("order", "如果员工未提前申请，公司可以不予批准。", "公司可以不予批准，如果员工未提前申请的话。"),
    ("order", "If you travel abroad, you need a permit.", "You need a permit if you travel abroad."),
    ("order", "You need a permit if you travel abroad.", "If you travel abroad, you need a permit."),
    ("voice", "实施细则由人事部门负责制定。", "人事部门负责制定实施细则。"),
    ("voice", "The form must be approved by your supervisor.", "Your supervisor must approve the form."),
    ("shortened", "合同（以下简称协议）应当进行审查。", "合同应当审查。"),
    ("split", "甲类用品每月领取一次；乙类用品每个季度统一领取一次。", "乙类用品每个季度统一领取一次。"),
    ("lay", "人民法院不予支持。", "法院不会支持。"),
    ("lay", "You should submit it to your supervisor.", "You should hand in it to your boss."),
    ("fewer", "员工应当保管好钥匙，并在离职时交还给行政部。", "员工应当保管好钥匙。"),
    ("fewer", "可以携带水杯、雨伞、书籍和衣物。", "可以携带水杯、书籍和衣物。"),
    ("titled", "第三条 员工应当佩戴工牌。", "《员工手册》写道，员工应当佩戴工牌。"),
    ("attribution", "员工应当佩戴工牌。", "资料显示，员工应当佩戴工牌。"),
    ("restated", "You wear a badge.", "In short, you wear a badge."),
    ("layout", "员工应当佩戴工牌。", "- 员工应当佩戴工牌。"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "sentence", "wanted"), MADE)
def test_a_rule_says_it_in_other_words(kind: str, sentence: str, wanted: str) -> None:
    assert wanted in said(sentence, kind)


LEFT = [
    ("numerals", "第三十日的记录保存在2024年三月三十日的档案中。"),
    ("numerals", "合同自三月一日起生效。"),
    ("modality", "单位不应当收取押金。"),
    ("modality", "罚款不得超过一万元。"),
    ("modality", "It may be late."),
    ("order", "因为天气原因，航班取消，旅客可以退票。"),
    ("order", "员工是正式职工的，因此可以报销。"),
    ("voice", "报销单不由财务部审批。"),
    ("split", "普通物品当天领取；其领取人应当签字确认并交回旧物。"),
    ("fewer", "由总经理、副总经理、财务总监三人共同批准。"),
    ("fewer", "甲公司、乙公司、丙公司和丁公司组成联合体。"),
    ("contractions", "员工不得兼职。"),
    ("several", "员工每天打卡。"),
    ("no such kind", "员工应当佩戴工牌。"),
]


@pytest.mark.parametrize(("kind", "sentence"), LEFT)
def test_a_rule_leaves_alone_what_it_would_make_false(kind: str, sentence: str) -> None:
    assert said(sentence, kind) == {None}


def test_neighbours_are_joined_and_articles_lose_their_numbers() -> None:
    text = "第三条 员工应当佩戴工牌。\n第四条 工牌丢失的，应当补办。"
    made = said("第三条 员工应当佩戴工牌。", "merged", text)
    assert "员工应当佩戴工牌；此外，工牌丢失的，应当补办。" in made
    assert said("第四条 工牌丢失的，应当补办。", "merged", text) == {None}  # nothing follows


@given(st.integers(min_value=1, max_value=9999))
def test_a_number_written_in_characters_reads_as_itself(number: int) -> None:
    assert parse_numeral(in_han(number)) == Decimal(number)


SENTENCES = [
    "员工应当在入职之日起三十日内提交5份材料，未经批准不得延期；逾期的，扣除百分之二十的奖金。",
    "如果出差超过15天，员工可以申请补贴，并应当在返回后10个工作日内报销。",
    "Employees must submit 3 forms within 10 days of arrival, and they may not work more than 40 hours a week.",
    "If you travel for more than 12 hours, you can claim meals, lodging, taxis, and parking.",
]


@given(st.sampled_from(SENTENCES), st.sampled_from(PARAPHRASES), st.integers(0, 10_000))
def test_quantities_of_a_paraphrase_are_those_of_the_sentence(sentence: str, kind: str, seed: int) -> None:
    made = paraphrase(sample(sentence), kind, random.Random(seed))
    assert made == paraphrase(sample(sentence), kind, random.Random(seed))
    if made is None:
        return
    assert made != sentence
    told = {(one.kind, one.value, one.unit) for one in find_quantities(made) if not one.indefinite}
    assert told <= {(one.kind, one.value, one.unit) for one in find_quantities(sentence) if not one.indefinite}


def test_every_kind_is_near_or_free() -> None:
    assert set(PARAPHRASES) == set(NEAR) | set(FREE)
    assert not set(NEAR) & set(FREE)
