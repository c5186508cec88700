"""Units as people write them, and the one form in which they are compared.

Each spelling maps to a kind, a canonical unit and the factor to it. Only factors that hold by definition are applied
(半年 is 6 个月, two weeks are 14 days); 30 日 is not 一个月, and a working day is not a day.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal, cast

QuantityKind = Literal[
    "money",
    "duration",
    "percentage",
    "multiple",
    "date",
    "time",
    "ordinal",
    "article",
    "count",
    "number",
    "code",
    "frequency",
]


@dataclass(frozen=True, slots=True)
class Unit:
    """What a spelling means: `value × factor` in canonical unit `name`."""

    kind: QuantityKind
    name: str
    factor: Decimal = Decimal(1)


_ROWS = """
money       CNY          1    元人民币|块钱|元整|元|圆|块|yuan|RMB|CNY
money       USD          1    美元|美金|US dollars|dollars|dollar|USD
money       HKD          1    港元|港币|HKD
money       EUR          1    欧元|euros|euro|EUR
money       GBP          1    英镑|pounds|pound|GBP
money       JPY          1    日元|JPY|yen
duration    working-day  1    个工作日|工作日|个工作天|工作天|working days|working day|workdays|workday
duration    working-day  1    business days|business day
duration    day          1    个自然日|自然日|个日历日|日历日|日历天|calendar days|calendar day|个日|日|天|days|day
duration    day          7    周|个星期|星期|个礼拜|礼拜|weeks|week
duration    day          14   fortnights|fortnight
duration    month        1    个自然月|个月|自然月|months|month
duration    month        12   周年|年|years|year
duration    quarter      1    个季度|季度|quarters
duration    minute       1    分钟|minutes|minute|mins|min
duration    minute       60   个小时|小时|个钟头|钟头|hours|hour|hrs
duration    second       1    秒钟|秒|seconds
duration    night        1    晚|夜|nights|night
percentage  percent      1    %|percent|per cent
percentage  percent      0.1  ‰
percentage  percent      10   成
percentage  point        1    个百分点|百分点|percentage points|percentage point
multiple    times        1    倍|times|fold
count       折           1    折
count       人           1    个人|名|位|人|people|persons|person
count       次           1    人次|次|回|趟
count       岁           1    周岁|岁
count       km           1    公里|千米|kilometres|kilometers|km
count       m            1    米|metres|meters
count       cm           1    厘米|cm
count       mm           1    毫米|mm
count       m2           1    平方米|平米|㎡|m²
count       mu           1    亩
count       ha           1    公顷
count       kg           1    公斤|千克|kg|KG
count       g            1    克
count       t            1    吨
count       °C           1    摄氏度|℃|°C
"""
_OWN_NAME = """个 半 份 张 件 台 套 项 级 档 种 类 本 册 部 辆 只 间 户 座 场 家 页 字 股 票 颗 枚 课时 学时 学分 分 度
    处 所 批 组 期 步 轮 层 线 号 条 章 节 款 例 门 起 笔 GB MB KB TB kW"""


def _read_rows() -> dict[str, Unit]:
    units = {name: Unit("count", name) for name in _OWN_NAME.split()}
    for row in _ROWS.strip().splitlines():
        kind, name, factor, spellings = row.split(maxsplit=3)
        for spelling in spellings.split("|"):
            units[spelling] = Unit(cast(QuantityKind, kind), name, Decimal(factor))
    return units


UNITS = _read_rows()
"""Spelling → unit. The longest spelling that fits wins."""

CURRENCY_SIGNS = {
    "人民币": "CNY", "RMB": "CNY", "CNY": "CNY", "¥": "CNY", "US$": "USD", "USD": "USD", "HK$": "HKD", "HKD": "HKD",
    "$": "USD", "EUR": "EUR", "€": "EUR", "GBP": "GBP", "£": "GBP", "JPY": "JPY",
}  # fmt: skip
"""Signs that stand before an amount → currency."""

GENERIC_MEASURES = frozenset("个份张件台套项种本册部只间家处所人条门起笔")
"""Measure words (canonical) that say no more than that things are counted: 一份 states no number, 3 个 may be 3 份."""
