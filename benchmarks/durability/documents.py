"""A document that names its version in every passage, and others that come and go."""

from __future__ import annotations

import re
from pathlib import Path

QUESTION = "差旅费要在多少天内报销？预订的会议室多久没有签到会被释放？"
"""Answered from two passages that lie far apart."""
RULE = "差旅与会议规则.md"
CLAUSES = 48
FIRST = 100_000
"""So that every version is as long as the others."""


def rule(version: int) -> str:
    """Fifty passages. Its figures are `FIRST + version`."""
    figure = FIRST + version
    clauses = [
        f"## 第{number}节 补充条款\n\n本节说明第{number}类物品的领用手续，依第{figure}版办理。\n"
        for number in range(1, CLAUSES + 1)
    ]
    travel = f"## 差旅报销\n\n差旅费应在出差结束后{figure}个工作日内提交报销申请。\n"
    room = f"## 会议室\n\n会议室预订后{figure}分钟内没有人签到的，系统自动释放会议室。\n"
    return "\n".join(["# 差旅与会议规则\n", travel, *clauses, room])


def versions_in(text: str) -> set[int]:
    """The versions whose words stand in a text of the rule."""
    figures = re.findall(r"(?:结束后|预订后|依第)(\d+)(?:个工作日|分钟|版)", text)
    return {int(figure) - FIRST for figure in figures}


def note(number: int) -> str:
    """A short document with a word of its own."""
    return f"# 物品{number}号\n\n{keyword(number)}存放在仓库的第{number % 7 + 1}排，每{number % 5 + 2}个月盘点一次。\n"


def keyword(number: int) -> str:
    """A word that stands in one note and nowhere else."""
    return f"ITEM{number:06d}"


def write(path: Path, text: str) -> None:
    """In one step, as an editor saves."""
    draft = path.with_suffix(".draft")
    draft.write_text(text, encoding="utf-8")
    draft.replace(path)
