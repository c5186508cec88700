"""All calculators, by name."""

from __future__ import annotations

from difflib import get_close_matches

from youju.errors import CallerMistake
from youju.law.calculators.severance import Severance
from youju.law.calculators.severance_with_notice import SeveranceWithNotice
from youju.law.calculators.unlawful_termination import UnlawfulTermination
from youju.law.calculators.values import Calculator

CALCULATORS: tuple[Calculator, ...] = (Severance(), SeveranceWithNotice(), UnlawfulTermination())
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
