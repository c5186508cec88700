"""法定节假日与制度工作时间: 全国年节及纪念日放假办法第二条 (2024-11-10 修订, 自2025年1月1日起)."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from youju.law.calculators.inputs import Count, Inputs, ask, shown
from youju.law.calculators.names import PAY_DAYS_NOTICE
from youju.law.calculators.values import Background, Basis, Outcome, Row, Said, step

LAW = "全国年节及纪念日放假办法"
SINCE = 2025
FROM_2025 = (
    ("元旦", "New Year", 1, "1月1日"),
    ("春节", "Spring Festival", 4, "农历除夕、正月初一至初三"),
    ("清明节", "Qingming", 1, "农历清明当日"),
    ("劳动节", "Labour Day", 2, "5月1日、2日"),
    ("端午节", "Dragon Boat Festival", 1, "农历端午当日"),
    ("中秋节", "Mid-Autumn Festival", 1, "农历中秋当日"),
    ("国庆节", "National Day", 3, "10月1日至3日"),
)
"""第二条, wording of 2024."""
BEFORE_2025 = (
    ("新年", "New Year", 1, "1月1日"),
    ("春节", "Spring Festival", 3, "农历正月初一、初二、初三"),
    ("清明节", "Qingming", 1, "农历清明当日"),
    ("劳动节", "Labour Day", 1, "5月1日"),
    ("端午节", "Dragon Boat Festival", 1, "农历端午当日"),
    ("中秋节", "Mid-Autumn Festival", 1, "农历中秋当日"),
    ("国庆节", "National Day", 3, "10月1日、2日、3日"),
)
"""第二条, wording of 2013 (in force from 2014)."""
OLDEST, NEWEST = 2014, 2100
YEAR, RESTDAYS = 365, 104
DAYS_OFF = Basis(LAW, "第二条", Said("全体公民放假的节日", "holidays for all"))
MADE_UP = Basis(LAW, "第六条", Said("适逢周六、周日应当补假", "made up for on a working day"))
RIGHT = Basis("劳动法", "第四十条", Said("节日期间应当安排休假", "time off on holidays"))
PAID = Basis("劳动法", "第五十一条", Said("法定休假日应当支付工资", "holidays are paid"))


class HolidaysInputs(Inputs):
    """The year."""

    model_config = shown({"year": 2025})

    year: Count | None = ask(
        "哪一年，不填为今年", "which year; else this one", example=2025, default=None, ge=OLDEST, le=NEWEST
    )


class Holidays:
    """How many statutory holidays a year has, and which."""

    name = "holidays"
    title = Said("法定节假日天数", "statutory holidays")
    about = Said(
        "全体公民放假的法定节假日：2025年起13天，此前11天，各是哪些天；以及年、月制度工作日和月计薪天数。",
        "Statutory holidays for all: 13 days since 2025, 11 before; which, and working days a year and a month.",
    )
    inputs = HolidaysInputs
    needs = ()

    def calculate(self, given: HolidaysInputs, background: Background) -> Outcome:
        """The number of days; each holiday as a further row."""
        year = given.year or background.today.year
        feasts = FROM_2025 if year >= SINCE else BEFORE_2025
        total = sum(days for _, _, days, _ in feasts)
        working = YEAR - RESTDAYS - total
        names = "、".join(f"{name}{days}天" for name, _, days, _ in feasts)
        english = ", ".join(f"{name} {days}" for _, name, days, _ in feasts)
        month = (Decimal(working) / 12).quantize(Decimal("0.01"))
        paid = (Decimal(YEAR - RESTDAYS) / 12).quantize(Decimal("0.01"))
        steps = (
            step(
                f"{year}年法定节假日：{names}，共{total}天。",
                f"Holidays of {year}: {english}; {total} days.",
                DAYS_OFF,
                RIGHT,
            ),
            step(
                "适逢星期六、星期日的，在工作日补假；法定休假日照付工资。",
                "Those on a weekend are made up for on a working day; all are paid.",
                MADE_UP,
                PAID,
            ),
            step(
                f"按同一算式：年工作日＝365−104−{total}＝{working}天，月平均{month}天；"
                f"月计薪天数＝（365−104）÷12＝{paid}天，不因节假日增减而变。",
                f"By the same formula: 365 − 104 − {total} = {working} working days, {month} a month; pay days "
                f"(365 − 104) ÷ 12 = {paid}, whatever the number of holidays.",
                PAY_DAYS_NOTICE,
            ),
        )
        rows = (
            *(Row(Said(zh, en), str(days), "days", Said(when, when)) for zh, en, days, when in feasts),
            Row(Said("年工作日", "working days a year"), str(working), "days"),
            Row(Said("月平均工作日", "working days a month"), f"{month}", "days"),
            Row(Said("月计薪天数", "pay days a month"), f"{paid}", "days"),
        )
        return Outcome(Decimal(total), "days", steps, rows, NOTES, date(year, 1, 1))


NOTES = (
    Said(
        "部分公民放假的节日（妇女节、青年节、儿童节、建军节）和少数民族习惯的节日另有规定；调休安排每年由国务院办公厅通知。",
        "Holidays for some (women, youth, children, soldiers) and of minorities are apart; swaps are announced yearly.",
    ),
    Said(
        "折算通知2008年的文本按11天写成；2025年起的工作日数由同一算式得出，以主管部门的新通知为准。",
        "The notice of 2008 was written for 11 days; the figures since 2025 follow from its formula.",
    ),
)
