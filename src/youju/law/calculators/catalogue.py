"""All calculators, by name."""

from __future__ import annotations

from difflib import get_close_matches

from youju.errors import CallerMistake
from youju.law.calculators.annual_leave import AnnualLeave
from youju.law.calculators.arbitration_limit import ArbitrationLimit
from youju.law.calculators.civil_limit import CivilLimit
from youju.law.calculators.court_fee import CourtFee
from youju.law.calculators.double_wage import DoubleWage
from youju.law.calculators.holidays import Holidays
from youju.law.calculators.housing_fund_arrears import HousingFundArrears
from youju.law.calculators.overtime import Overtime
from youju.law.calculators.pension_arrears import PensionArrears
from youju.law.calculators.probation import Probation
from youju.law.calculators.retirement_age import RetirementAge
from youju.law.calculators.severance import Severance
from youju.law.calculators.severance_with_notice import SeveranceWithNotice
from youju.law.calculators.unemployment_benefit import UnemploymentBenefit
from youju.law.calculators.unlawful_termination import UnlawfulTermination
from youju.law.calculators.values import Calculator
from youju.law.calculators.work_injury import WorkInjury

CALCULATORS: tuple[Calculator, ...] = (
    Severance(),
    SeveranceWithNotice(),
    UnlawfulTermination(),
    DoubleWage(),
    Overtime(),
    Probation(),
    AnnualLeave(),
    UnemploymentBenefit(),
    WorkInjury(),
    PensionArrears(),
    HousingFundArrears(),
    ArbitrationLimit(),
    CivilLimit(),
    CourtFee(),
    Holidays(),
    RetirementAge(),
)
_BY_NAME = {one.name: one for one in CALCULATORS}


def find(name: str) -> Calculator:
    """The calculator of this name; `-` and `_` are the same. Raises `CallerMistake` that lists near names."""
    wanted = name.strip().lower().replace("-", "_")
    found = _BY_NAME.get(wanted)
    if found is None:
        near = get_close_matches(wanted, _BY_NAME, n=3, cutoff=0.4) or list(_BY_NAME)
        raise CallerMistake(
            f"没有名为 {name[:40]} 的计算器。There is no calculator {name[:40]}.",
            remedy=f"是否指 {', '.join(near)}？`youju calc list` 列出全部 / lists them all.",
            code="unknown_calculator",
        )
    return found
