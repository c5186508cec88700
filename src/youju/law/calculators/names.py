"""Instruments that several calculators name."""

from __future__ import annotations

from youju.law.calculators.values import Basis, Said

INTERPRETATION_2 = "最高人民法院关于审理劳动争议案件适用法律问题的解释（二）"
PAY_DAYS_NOTICE = Basis(
    "关于职工全年月平均工作时间和工资折算问题的通知",
    gives=Said("月计薪天数21.75天", "21.75 pay days a month"),
)
"""Has no articles, so that it is named and not cited."""
