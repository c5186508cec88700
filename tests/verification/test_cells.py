"""A sentence about a cell of a table: the value of the row and column that it names, and no other."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

import pytest
from tests.verification.evidence import failed, judge, passage

from youju.citations.grids import grids_of
from youju.knowledge.values import Passage, TableHead
from youju.reading.document import Block

LODGING = """住宿标准如下（单位：元/晚）：

城市 | 总监及以上 | 经理 | 普通员工
一线城市（北京、上海） | 800 | 600 | 500
二线城市 | 700 | 500 | 400
其他城市 | 450 | 350 | 300"""
RATES = """城市 | 住宿标准（元/晚） | 餐费（元/天）
一线城市 | 800 | 150
二线城市 | 600 | 120"""
GRADES = """级别 | 一线城市 | 二线城市
员工 | 400元/晚 | 300元/晚
高级员工 | 500元/晚 | 350元/晚
总监 | 900元/晚 | 700元/晚"""


@dataclass(frozen=True)
class Case:
    """A table, a sentence that is right, and the same sentence with something exchanged."""

    table: str
    right: str
    wrong: tuple[str, ...]
    question: str = ""


CASES = [
    Case(
        LODGING,
        "二线城市总监住宿标准为每晚700元[1]",
        (
            "二线城市总监住宿标准为每晚500元[1]",  # the neighbouring column
            "二线城市总监住宿标准为每晚800元[1]",  # the neighbouring row
            "二线城市总监住宿标准为每天700元[1]",
            "二线城市总监住宿标准为每晚700美元[1]",
            "二线城市总监住宿标准为每晚700人[1]",
            "二线城市总监住宿标准为每晚7000元[1]",
            "三线城市总监住宿标准为每晚700元[1]",
            "二线城市副总监住宿标准为每晚700元[1]",
            "二线城市总监不得住宿每晚700元[1]",
        ),
    ),
    Case(LODGING, "经理在上海的住宿标准为600元/晚[1]", ("经理在上海的住宿标准为500元/晚[1]",)),
    Case(LODGING, "每晚500元[1]", ("每晚600元[1]", "每晚700元[1]"), "二线城市的经理住宿标准是多少？"),
    Case(
        LODGING,
        "一线城市总监每晚800元，二线城市总监每晚700元[1]",
        ("一线城市总监每晚700元，二线城市总监每晚800元[1]",),
    ),
    Case(
        LODGING,
        "二线城市总监、经理、普通员工分别为每晚700元、500元、400元[1]",
        ("二线城市总监、经理、普通员工分别为每晚500元、700元、400元[1]",),
    ),
    Case(
        LODGING,
        "二线城市 · 经理：500 元/晚[1]",
        ("二线城市 · 经理：700 元/晚[1]", "二线城市 · 经理：500 元/天[1]", "一线城市 · 经理：500 元/晚[1]"),
    ),
    Case(
        RATES,
        "二线城市住宿标准为每晚600元，餐费为每天120元[1]",
        (
            "二线城市住宿标准为每晚120元，餐费为每天600元[1]",
            "二线城市住宿标准为每晚800元，餐费为每天120元[1]",
            "二线城市住宿标准为每天600元，餐费为每晚120元[1]",
        ),
    ),
    Case(
        GRADES,
        "高级员工在二线城市为350元/晚[1]",
        ("高级员工在二线城市为300元/晚[1]", "员工在二线城市为350元/晚[1]", "副总监在二线城市为700元/晚[1]"),
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.right)
def test_the_cell_named_is_right_and_every_other_is_wrong(case: Case) -> None:
    right = judge(case.right, case.table, question=case.question)
    assert right.verdict == "supported", right.failed_checks
    for wrong in case.wrong:
        assert judge(wrong, case.table, question=case.question).verdict == "unsupported", wrong


def test_the_objection_says_what_stands_in_the_cell() -> None:
    checked = judge("二线城市总监住宿标准为每晚500元[1]", LODGING)
    assert "number" in failed(checked)
    assert "700 元/晚" in checked.failed_checks[0].message


def test_the_quote_is_the_row_and_nothing_else() -> None:
    (quote,) = judge("二线城市总监住宿标准为每晚700元[1]", LODGING).quotes
    assert [LODGING[start:end] for start, end in quote.spans] == ["二线城市 | 700 | 500 | 400"]


def test_of_two_tables_with_the_same_names_the_one_about_the_matter_counts() -> None:
    meals = "餐饮补贴如下（单位：元/天）：\n\n城市 | 总监及以上 | 经理\n一线城市 | 150 | 130\n二线城市 | 120 | 100"
    two = f"{LODGING}\n\n{meals}"
    assert judge("二线城市经理餐饮补贴为每天100元[1]", two).verdict == "supported"
    assert judge("二线城市经理餐饮补贴为500元[1]", two).verdict == "unsupported"
    assert judge("二线城市经理住宿标准为100元[1]", two).verdict == "unsupported"


def continued(rows: str, *heads: str) -> Passage:
    """A passage that goes on with a table whose head stands before it."""
    offset = 1000
    blocks, place = [], offset
    for row in rows.split("\n"):
        blocks.append(Block("table_row", place, place + len(row), group=1))
        place += len(row) + 1
    kept, place = [], 0
    for head in heads:
        kind = "table_header" if " | " in head else "paragraph"
        group = 1 if " | " in head else None
        kept.append(TableHead(Block(kind, place, place + len(head), group=group), head))
        place += len(head) + 1
    made = passage(rows)
    return replace(made, start=offset, end=offset + len(rows), blocks=tuple(blocks), heads=tuple(kept))


def test_rows_far_from_their_header_are_read_under_it() -> None:
    rows = continued("二线城市 | 700 | 500\n其他城市 | 450 | 350", "住宿标准（单位：元/晚）：", "城市 | 总监 | 经理")
    assert judge("其他城市经理的住宿标准为每晚350元[1]", rows).verdict == "supported"
    assert judge("其他城市总监的住宿标准为每晚350元[1]", rows).verdict == "unsupported"
    assert judge("其他城市 · 经理：350 元/晚[1]", rows).verdict == "supported"


def test_a_header_with_figures_may_be_shown_above_rows_far_from_it() -> None:
    rows = continued("二线城市 | 700 | 500", "城市 | 2023年 | 2024年")
    assert judge("| 城市 | 2023年 | 2024年 |", rows).verdict == "supported"
    assert judge("| 城市 | 2023年 | 2025年 |", rows).verdict == "unsupported"


def test_a_piece_of_a_row_that_was_too_long_names_no_column() -> None:
    whole = continued("二线城市 | 700 | 500", "城市 | 总监 | 经理")
    piece = replace(whole, text=whole.text[7:], start=whole.start + 7)
    assert grids_of(piece) == ()
    assert judge("二线城市总监的标准为500元[1]", piece).verdict == "unsupported"


ROWS = ["一线城市", "二线城市", "三线城市", "其他城市"]
COLUMNS = ["总监", "经理", "主管", "普通员工"]


@pytest.mark.parametrize("seed", range(12))
def test_in_random_tables_no_value_of_another_cell_is_let_through(seed: int) -> None:
    draw = random.Random(seed)
    values = [[draw.randrange(1, 9) * 100 for _ in COLUMNS] for _ in ROWS]
    unit_in = draw.choice(("caption", "cell", "header"))
    unit = "元/晚"
    header = [f"{name}（{unit}）" if unit_in == "header" else name for name in COLUMNS]
    lines = [" | ".join(["城市", *header])]
    for name, line in zip(ROWS, values, strict=True):
        lines.append(" | ".join([name, *(f"{v}{unit}" if unit_in == "cell" else str(v) for v in line)]))
    caption = f"住宿标准（单位：{unit}）：" if unit_in == "caption" else "住宿标准如下："
    table = f"{caption}\n\n" + "\n".join(lines)
    for _ in range(6):
        row, column = draw.randrange(4), draw.randrange(4)
        ways = ("{row}{column}的住宿标准为每晚{value}元[1]", "{column}在{row}的住宿标准是{value}元/晚[1]。")
        said = draw.choice(ways)
        right = said.format(row=ROWS[row], column=COLUMNS[column], value=values[row][column])
        checked = judge(right, table)
        assert checked.verdict == "supported", (right, table, checked.failed_checks)
        other = draw.choice([v for line in values for v in line if v != values[row][column]] or [950])
        wrong = said.format(row=ROWS[row], column=COLUMNS[column], value=other)
        assert judge(wrong, table).verdict == "unsupported", (wrong, table)
