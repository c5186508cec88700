"""What is read from a case as a person tells it, what is doubted, and what is left alone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from youju.law.advice.facts import Fact, FactKind
from youju.law.advice.reading import read_question
from youju.law.numerals import hanzi

TODAY = date(2026, 11, 30)


@dataclass(frozen=True)
class Said:
    """A sentence and all facts in it, each as kind=value, with ~ where it is no exact one."""

    words: str
    facts: str = ""
    doubts: str = ""


SENTENCES = [
    # periods of work and wages
    Said("被公司辞退了，干了三年四个月，一个月八千", "tenure=40 pay=8000"),
    Said("工龄5年，月薪一万二，现在要裁我", "tenure=60 pay=12000"),
    Said("在这家公司待了七年半，工资税后九千五", "tenure=90 pay=9500/net"),
    Said("入职十个月被开除，每个月发6500", "tenure=10 pay=6500"),
    Said("月入1.5万，做了2年零3个月", "pay=15000 tenure=27"),
    Said("我上班整整4年了，到手7k", "tenure=48 pay=7000/net"),
    Said("工作了半年就被劝退，月工资5,500元", "tenure=6 pay=5500"),
    Said("底薪四千，进厂三年", "pay=4000/basic tenure=36"),
    Said("来公司六年了，前12个月平均工资11200", "tenure=72 pay=11200/average"),
    Said("年薪36万，司龄八年", "pay=30000/average tenure=96"),
    Said("税前2w，干了一年零一个月", "pay=20000/gross tenure=13"),
    Said("拿着6千的工资干了两个半月", "pay=6000 tenure=2.5"),
    Said("打工11个月，工资是每个月4800块", "tenure=11 pay=4800"),
    Said("８年工龄，月薪１２０００", "tenure=96 pay=12000"),
    Said("在职贰拾年了", ""),
    Said("工作年限12年，上年度社平工资9800，月薪40000", "tenure=144 local_average=9800 pay=40000"),
    Said("干了3.5年，13500一个月", "tenure=42 pay=13500"),
    Said("服务满15年，月薪两万五", "tenure=180 pay=25000"),
    Said("合同约定月工资10000，干了4年", "pay=10000 tenure=48"),
    Said("我每月工资5000元，加班费每月800元，干了2年", "pay=5000 tenure=24"),
    Said("赔了我2个月工资，月薪6000，工龄3年", "pay=6000 tenure=36"),
    Said("月薪从5000涨到8000"),
    # no exact ones
    Said("干了两年多，月薪大概七千", "tenure~24 pay~7000"),
    Said("快三年了，我入职快三年", "tenure~36"),
    Said("差不多做了10年，工资1万左右", "tenure~120 pay~10000"),
    Said("不到一年，在公司不到一年", "tenure~12"),
    Said("工作了十几年，工资几千块", ""),
    # dates
    Said("2020年3月15号入职，2023年7月20被裁", "start=2020-03-15 end=2023-07-20"),
    Said("2019/6/1进公司，2024/1/31离职，底薪6000", "start=2019-06-01 end=2024-01-31 pay=6000/basic"),
    Said("从2021.5.6干到2025.5.5", "start=2021-05-06 end=2025-05-05"),
    Said("入职时间2018-09-03，昨天公司通知解除", "start=2018-09-03 end=2026-11-29"),
    Said("去年3月8号上班，今年10月9日被辞退", "start=2025-03-08 end=2026-10-09"),
    Said("二〇一八年七月一日入职，二〇二四年六月三十日合同到期", "start=2018-07-01 end=2024-06-30"),
    Said("21年4月12号入职的，今天把我开除了", "start=2021-04-12 end=2026-11-30"),
    Said("20200315入职，20230720离职", "start=2020-03-15 end=2023-07-20"),
    Said("2020年3月入职", "start=2020-03"),
    Said("上个月15号被辞退", "end=2026-10-15"),
    Said("2017年8月1日入职至今", "start=2017-08-01 end=2026-11-30"),
    Said("7月20日被裁了", ""),
    Said("2020年1月1日到2022年12月31日在职，工资7200", "start=2020-01-01 end=2022-12-31 pay=7200"),
    Said("入职日期是2021年5月6日，离职日期2024年8月31日", "start=2021-05-06 end=2024-08-31"),
    Said("入职时间：2021-03-01，离职时间：2024-02-29", "start=2021-03-01 end=2024-02-29"),
    Said("2024年1月1日至2024年6月30日没签合同，月薪5000", "pay=5000"),
    Said("公司2023年5月1日成立，我干了3年", "tenure=36"),
    Said("下个月15号合同到期，干了7年", "tenure=84"),
    Said("我15年入职的，23年被裁"),
    Said("2020年3月15日签的合同，2023年3月14日到期，月薪，6000", "start=2020-03-15 end=2023-03-14 pay=6000"),
    Said("公司让我2024年5月31日离职，我2019年6月1日入职", "end=2024-05-31 start=2019-06-01"),
    # contracts
    Said("没签合同干了8个月", "tenure=8 unsigned=8"),
    Said("干了一年公司都没签合同，月薪六千", "tenure=12 unsigned=12 pay=6000"),
    Said("5个月没签劳动合同", "unsigned=5"),
    Said("试用期6个月合同一年", "probation=6 contract=12"),
    Said("签了三年合同，试用期定了半年", "contract=36 probation=6"),
    Said("合同签了两年，3个月试用期，月薪6000", "contract=24 probation=3 pay=6000"),
    Said("试用期工资4000，转正工资6000", "probation_pay=4000 pay=6000"),
    # overtime and leave
    Said("每月加班36小时，工资8700", "overtime_hours=36@month pay=8700"),
    Said("周末加班16小时没给钱", "overtime_hours=16/rest_day"),
    Said("国庆加班2天", "overtime_days=2/holiday"),
    Said("平时每个月加班20个小时，双休日加了8小时班", "overtime_hours=20/workday@month overtime_hours=8/rest_day"),
    Said("每天加班3小时", "overtime_hours=3/workday@day"),
    Said("还有5天年假没休，累计工作12年", "untaken_leave=5 career=144"),
    # insurance, injury, retirement
    Said("交了五年社保失业金能领几个月", "contributed=60"),
    Said("失业保险交了2年6个月", "contributed=30"),
    Said("社保累计缴费11年，失业金领多久", "contributed=132"),
    Said("九级伤残赔多少，月工资六千", "grade=9 pay=6000"),
    Said("鉴定为十级，工资5000", "grade=10 pay=5000"),
    Said("工伤评了8级", "grade=8"),
    Said("伤残等级是七级", "grade=7"),
    Said("68年5月出生，男，什么时候退休", "birth=1968-05 sex=male"),
    Said("我1972年9月生的，女干部", "birth=1972-09 sex=female"),
    # what cannot be
    Said("工资-5000，干了80年", "", "pay:negative tenure:too_long"),
    Said("月薪0元", "", "pay:negative"),
    Said("十一级伤残能赔多少", "", "grade:no_such_grade"),
    Said("2023年2月30日入职", "", "start:no_such_date"),
    Said("2023年5月1日入职，2020年3月1日离职", "", "end:reversed"),
    Said("2030年1月1日入职", "", "start:future"),
    Said("工资8000到10000", "", "pay:two_values"),
    Said("月薪8000，后来月薪一万", "", "pay:two_values"),
    Said("干了3年14个月", "", "tenure:odd"),
    Said("每月加班900小时", "", "overtime_hours:too_long"),
    # what belongs to something else
    Said("我35岁，拖了3年才告"),
    Said("劳动合同法第47条和第四十六条怎么说的"),
    Said("电话13800138000，身份证110101199003071234"),
    Said("公司拖欠我工资8000元"),
    Said("老板说补偿我3万，罚款200，押金500"),
    Said("房租每月3000，奖金一万"),
    Said("3年前就过期了，提前30天通知"),
    Said("女儿3岁，住院3个月"),
    Said("日薪300，每小时25元"),
    Said("公司有200人，裁了20个人"),
    Said("（2023）京01民终5678号判决"),
    Said("社保断了2年"),
    Said("欠薪3个月"),
    Said("病假休了2个月"),
    Said("最低工资2690", "minimum_wage=2690"),
    Said("孕期7个月被辞退"),
]  # fmt: skip


@pytest.mark.parametrize("said", SENTENCES, ids=lambda said: said.words)
def test_a_sentence_gives_these_facts_and_no_others(said: Said) -> None:
    reading = read_question(said.words, TODAY)
    assert sorted(map(shown, reading.facts)) == sorted(said.facts.split())
    assert sorted(f"{one.kind}:{one.why}" for one in reading.doubts) == sorted(said.doubts.split())


def shown(fact: Fact) -> str:
    detail = "" if fact.kind == "sex" or not fact.detail else f"/{fact.detail}"
    per = f"@{fact.per}" if fact.kind.startswith("overtime") and fact.per else ""
    return f"{fact.kind}{'~' if fact.about else '='}{fact.value}{detail}{per}"


def test_every_fact_names_the_words_that_it_was_read_from() -> None:
    question = "２０２０年３月１５日入职，月薪八千五，后来被裁"
    reading = read_question(question, TODAY)
    assert [reading.said(one) for one in reading.facts] == ["２０２０年３月１５日", "八千五"]


# ── any rendering is read back ────────────────────────────────────────────────────────────────────────────────────

YEARS, MONTHS = st.integers(1, 40), st.integers(1, 11)
PAY = st.integers(10, 999).map(lambda hundreds: hundreds * 100)


def wide(text: str) -> str:
    return text.translate({code: code + 0xFEE0 for code in range(ord("0"), ord("9") + 1)})


def thousands(pay: int) -> str:
    return f"{Decimal(pay) / 1000:f}".rstrip("0").rstrip(".") if pay % 1000 else str(pay // 1000)


def tens_of_thousands(pay: int) -> str:
    return f"{(Decimal(pay) / 10000).normalize():f}"


def han_money(pay: int) -> str:
    """一万两千五百: as a person writes it out."""
    great, rest = divmod(pay, 10000)
    joint = "零" if great and 0 < rest < 1000 else ""
    return (hanzi(great) + "万" if great else "") + joint + (hanzi(rest) if rest else "")


COUNTS = (str, hanzi, lambda n: wide(str(n)))
TENURES = (
    "干了{y}年{m}个月",
    "工龄{y}年零{m}个月",
    "在公司做了{y}年{m}个月",
    "入职{y}年又{m}个月",
    "工作满{y}年{m}个月",
)
PAYS = ("月薪{}", "每个月发{}", "税前工资{}", "工资是{}", "一个月拿{}", "月工资大约为{}")
AMOUNTS = (
    str,
    lambda pay: f"{pay:,}元",
    lambda pay: f"{pay}块",
    lambda pay: wide(str(pay)),
    lambda pay: thousands(pay) + "k",
    lambda pay: thousands(pay) + "K",
    lambda pay: tens_of_thousands(pay) + "万",
    lambda pay: tens_of_thousands(pay) + "w",
    han_money,
)


@given(
    years=YEARS, months=MONTHS, pay=PAY, tenure=st.sampled_from(TENURES), salary=st.sampled_from(PAYS),
    count=st.sampled_from(COUNTS), amount=st.sampled_from(AMOUNTS), turned=st.booleans(),
)  # fmt: skip
def test_any_rendering_of_years_months_and_wages_is_read_back(
    years, months, pay, tenure, salary, count, amount, turned
) -> None:
    parts = [tenure.format(y=count(years), m=count(months)), salary.format(amount(pay))]
    question = "被辞退了，" + "，".join(reversed(parts) if turned else parts) + "，能拿多少？"
    reading = read_question(question, TODAY)
    found = {one.kind: one.value for one in reading.facts}
    assert found == {"tenure": Decimal(years * 12 + months), "pay": Decimal(pay)}, question
    assert not reading.doubts


DATES = (
    "{0.year}年{0.month}月{0.day}日",
    "{0.year}年{0.month}月{0.day}号",
    "{0.year}-{0.month}-{0.day}",
    "{0.year}.{0.month}.{0.day}",
    "{0.year}/{0.month:02d}/{0.day:02d}",
    "{0:%Y%m%d}",
)


@given(
    start=st.dates(date(2008, 1, 1), date(2020, 12, 31)),
    end=st.dates(date(2021, 1, 1), TODAY),
    form=st.sampled_from(DATES),
)
def test_any_notation_of_dates_is_read_back(start: date, end: date, form: str) -> None:
    reading = read_question(f"{form.format(start)}入职，{form.format(end)}被公司辞退", TODAY)
    kinds: tuple[FactKind, ...] = ("start", "end")
    assert [fact.day.exact for kind in kinds if (fact := reading.get(kind))] == [start, end]


@given(
    st.text(alphabet="0123456789一二三十百千万年月日天个小时元kw.,-第条岁号入职工资干了合同试用期加班 ", max_size=60)
)
def test_no_jumble_is_too_much_and_every_fact_lies_in_the_words(text: str) -> None:
    reading = read_question(text, TODAY)
    for one in (*reading.facts, *reading.doubts):
        assert 0 <= one.start < one.end <= len(text)
