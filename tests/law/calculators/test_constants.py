"""Every number of law that a calculator uses stands in the wording of its article."""

from __future__ import annotations

import re

import pytest
from tests.law.calculators.statutes import RETIREMENT
from tests.law.calculators.texts import wording

from youju.law.calculators import (
    annual_leave,
    arbitration_limit,
    civil_limit,
    compensation,
    court_fee,
    holidays,
    housing_fund_arrears,
    overtime,
    pension_arrears,
    probation,
    retirement_age,
    service,
    unemployment_benefit,
    unlawful_termination,
    work_injury,
)
from youju.law.calculators.money import PAY_DAYS, plain
from youju.law.numerals import hanzi

INJURY, LEAVE, MEASURES = "工伤保险条例", "职工带薪年休假条例", "企业职工带薪年休假实施办法"
PERCENT = {"0.8": "百分之八十", "1.5": "百分之一百五十", "2": "百分之二百", "3": "百分之三百"}
GRADE = dict(enumerate("一二三四五六七八九十", start=1))
PHRASES = [
    ("劳动合同法", "第四十七条", f"职工月平均工资{hanzi(compensation.CAP)}倍的数额支付"),
    ("劳动合同法", "第四十七条", f"最高不超过{hanzi(compensation.MOST_YEARS)}年"),
    ("劳动合同法", "第四十七条", f"{hanzi(service.A_YEAR_FROM)}个月以上不满一年的，按一年计算"),
    ("劳动合同法", "第四十七条", "不满六个月的，向劳动者支付半个月工资"),
    ("劳动合同法", "第四十七条", f"前{hanzi(service.MONTHS)}个月的平均工资"),
    ("劳动合同法", "第九十八条", f"{service.LAW_BEGINS.year}年1月1日起施行"),
    ("劳动合同法", "第八十七条", f"经济补偿标准的{hanzi(unlawful_termination.TIMES)}倍"),
    ("劳动合同法", "第八十五条", "按应付金额百分之五十以上百分之一百以下的标准"),
    ("劳动合同法", "第五十条", "在办结工作交接时支付"),
    ("劳动合同法", "第八十二条", "超过一个月不满一年"),
    ("劳动合同法", "第二十条", PERCENT[plain(probation.SHARE)]),
    ("劳动合同法", "第十九条", "三个月以上不满一年的，试用期不得超过一个月"),
    ("劳动合同法", "第十九条", "一年以上不满三年的，试用期不得超过二个月"),
    ("劳动合同法", "第十九条", f"无固定期限的劳动合同，试用期不得超过{hanzi(probation.OPEN_ENDED)}个月"),
    ("劳动合同法实施条例", "第六条", "满一个月的次日，截止时间为补订书面劳动合同的前一日"),
    ("劳动合同法实施条例", "第七条", "满一个月的次日至满一年的前一日"),
    ("劳动合同法实施条例", "第二十条", "上一个月的工资标准"),
    ("劳动合同法实施条例", "第二十五条", "赔偿金的计算年限自用工之日起计算"),
    ("劳动法", "第四十四条", f"延长工作时间的，支付不低于工资的{PERCENT[plain(overtime.WORKDAY)]}"),
    ("劳动法", "第四十四条", f"又不能安排补休的，支付不低于工资的{PERCENT[plain(overtime.RESTDAY)]}"),
    ("劳动法", "第四十四条", f"法定休假日安排劳动者工作的，支付不低于工资的{PERCENT[plain(overtime.HOLIDAY)]}"),
    (
        "劳动法",
        "第四十一条",
        f"每日不得超过{hanzi(overtime.MOST_A_DAY)}小时，但是每月不得超过{hanzi(overtime.MOST_A_MONTH)}小时",
    ),
    ("社会保险法", "第四十六条", "满一年不足五年的，领取失业保险金的期限最长为十二个月"),
    ("社会保险法", "第四十六条", "满五年不足十年的，领取失业保险金的期限最长为十八个月"),
    ("社会保险法", "第四十六条", "十年以上的，领取失业保险金的期限最长为二十四个月"),
    ("社会保险法", "第四十六条", f"最长不超过{hanzi(unemployment_benefit.MOST)}个月"),
    ("社会保险法", "第八十六条", f"按日加收万分之{hanzi(int(pension_arrears.LATE_FEE * 10_000))}的滞纳金"),
    ("社会保险法", "第九十八条", f"{pension_arrears.LAW_BEGINS.year}年7月1日起施行"),
    ("劳动争议调解仲裁法", "第二十七条", f"时效期间为{hanzi(arbitration_limit.YEARS)}年"),
    ("劳动争议调解仲裁法", "第二十七条", "应当自劳动关系终止之日起一年内提出"),
    ("劳动争议调解仲裁法", "第五十四条", "2008年5月1日起施行"),
    ("民法典", "第一百八十八条", f"诉讼时效期间为{hanzi(civil_limit.YEARS)}年"),
    ("民法典", "第一百八十八条", f"超过{hanzi(civil_limit.MOST_YEARS)}年的"),
    ("民法典", "第二百零二条", "到期月的对应日为期间的最后一日；没有对应日的，月末日为期间的最后一日"),
    (LEAVE, "第四条", f"事假累计{annual_leave.PERSONAL_DAYS}天以上"),
    (LEAVE, "第五条", f"日工资收入的{int(annual_leave.WHOLE * 100)}%"),
    (MEASURES, "第十一条", f"月计薪天数（{PAY_DAYS}天）"),
    (MEASURES, "第十条", "其中包含用人单位支付职工正常工作期间的工资收入"),
    (MEASURES, "第五条", "剩余日历天数÷365天"),
    (MEASURES, "第十二条", "不足1整天的部分不支付"),
    (INJURY, "第六十四条", f"高于统筹地区职工平均工资{int(work_injury.HIGHEST * 100)}%的"),
    (INJURY, "第六十四条", f"低于统筹地区职工平均工资{int(work_injury.LOWEST * 100)}%的"),
    (INJURY, "第三十四条", "{}%、{}%或者{}%".format(*work_injury.CARE.values())),
    ("住房公积金管理条例", "第十八条", f"均不得低于职工上一年度月平均工资的{housing_fund_arrears.LOWEST}%"),
    ("诉讼费用交纳办法", "第十三条", f"劳动争议案件每件交纳{court_fee.LABOUR}元"),
    ("诉讼费用交纳办法", "第十三条", f"不超过1万元的，每件交纳{court_fee.BASE}元"),
    ("诉讼费用交纳办法", "第十五条", "调解方式结案或者当事人申请撤诉的，减半"),
    ("诉讼费用交纳办法", "第十六条", "适用简易程序审理的案件减半"),
]


@pytest.mark.parametrize(("law", "article", "phrase"), PHRASES)
def test_the_article_says_so(law: str, article: str, phrase: str):
    assert phrase in wording(law, article)


def test_probation_goes_by_the_lengths_of_the_article():
    assert probation.LENGTHS == ((36, 6), (12, 2), (3, 1))
    assert "三年以上固定期限和无固定期限的劳动合同，试用期不得超过六个月" in wording("劳动合同法", "第十九条")


def test_unemployment_goes_by_the_years_of_the_article():
    found = re.findall(
        r"满(.)年不足.年的，领取失业保险金的期限最长为(\S+?)个月|累计缴费(.)年以上的，\S+?最长为(\S+?)个月",
        wording("社会保险法", "第四十六条"),
    )
    written = {(a or c, b or d) for a, b, c, d in found}
    assert written == {(hanzi(years), hanzi(months)) for years, months in unemployment_benefit.MONTHS}


@pytest.mark.parametrize("grade", work_injury.LUMP_MONTHS)
def test_months_of_a_grade_stand_in_its_article(grade: int):
    article = "第三十五条" if grade <= 4 else "第三十六条" if grade <= 6 else "第三十七条"
    assert f"{GRADE[grade]}级伤残为{work_injury.LUMP_MONTHS[grade]}个月的本人工资" in wording(INJURY, article)
    if grade in work_injury.ALLOWANCE:
        share = f"{GRADE[grade]}级伤残为本人工资的{work_injury.ALLOWANCE[grade]}%"
        assert share in wording(INJURY, article)


def test_days_of_leave_stand_in_the_article():
    text = wording(LEAVE, "第三条")
    assert "已满1年不满10年的，年休假5天；已满10年不满20年的，年休假10天；已满20年的，年休假15天" in text
    assert annual_leave.DAYS == ((20, 15), (10, 10), (1, 5))
    excluded = wording(LEAVE, "第四条")
    for days, phrase in (
        (5, "满1年不满10年的职工，请病假累计{}个月"),
        (10, "满10年不满20年的职工，请病假累计{}个月"),
        (15, "满20年以上的职工，请病假累计{}个月"),
    ):
        assert phrase.format(annual_leave.SICK_MONTHS[days]) in excluded


def test_tiers_of_the_court_fee_stand_in_the_article():
    text = wording("诉讼费用交纳办法", "第十三条").replace("万", "0000")
    below = int(court_fee.BASE_UP_TO)
    for limit, percent in court_fee.TIERS:
        words = f"超过{below}元的部分" if limit.is_infinite() else f"超过{below}元至{int(limit)}元的部分"
        assert f"{words}，按照{plain(percent)}%交纳" in text
        below = 0 if limit.is_infinite() else int(limit)


def test_holidays_stand_in_the_article():
    text = wording("全国年节及纪念日放假办法", "第二条")
    for name, _, days, when in holidays.FROM_2025:
        assert f"{name}，放假{days}天（{when}）" in text


def test_the_retirement_paths_stand_in_the_rules():
    first, second = RETIREMENT.split("第一条 ")[1].split("第二条 ")
    for kind, age in (("man", "六十三"), ("woman_55", "五十八"), ("woman_50", "五十五")):
        path = retirement_age.PATHS[kind]
        assert f"每{hanzi(path.every)}个月延迟一个月" in first
        assert hanzi(path.age + path.most // 12) == age
        assert f"{age}周岁" in first
    assert f"从{retirement_age.RISES_FROM}年1月1日起" in second
    least, most = retirement_age.LEAST_YEARS, retirement_age.MOST_CONTRIBUTIONS
    assert f"由{hanzi(int(least))}年逐步提高至{hanzi(int(most))}年，每年提高六个月" in second
