"""A question about a cell: that cell with what names it, or nothing; never a neighbour of it."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

import docx
import pytest
from tests.conftest import Command
from tests.verification.evidence import judge

from youju.answering.extractive import compose
from youju.citations.grids import grids_of
from youju.knowledge.values import Passage
from youju.reading.document import Block, row_text
from youju.retrieval.question import analyse
from youju.retrieval.values import Scored


def passage(
    *pieces: str | list[list[str]], number: int = 1, title: str = "差旅管理办法", marked: bool = True
) -> Scored:
    """A passage of paragraphs and tables; the first row of a table is its header (if it is `marked` as such)."""
    text, blocks = "", []
    for group, piece in enumerate(pieces):
        rows = [piece] if isinstance(piece, str) else [row_text(row) for row in piece]
        for place, row in enumerate(rows):
            kind = "paragraph" if isinstance(piece, str) else "table_row" if place or not marked else "table_header"
            blocks.append(Block(kind, len(text), len(text) + len(row), group=None if kind == "paragraph" else group))
            text += f"{row}\n"
        text += "\n"
    text = text.rstrip("\n")
    name = f"p{number}"
    made = Passage(name, f"d{number}", f"v{number}", 0, text, 0, len(text), f"{title}.md", title, blocks=tuple(blocks))
    return Scored(made, 1.0, "lexical")


def answer(question: str, *sources: Scored) -> str:
    quotes = compose(question, sources, dict.fromkeys(analyse(question).terms, 1.0))
    return "".join(quote.lead + quote.text for quote in quotes)


LODGING = passage(
    "住宿标准如下（单位：元/晚）：",
    [
        ["城市", "总监及以上", "经理", "普通员工"],
        ["一线城市（北京、上海）", "800", "600", "500"],
        ["二线城市", "700", "500", "400"],
        ["其他城市", "450", "350", "300"],
    ],
)
BOTH = passage(
    "住宿标准如下：",
    [["城市", "总监（元/晚）", "经理（元/晚）"], ["一线城市", "800", "600"], ["二线城市", "700", "500"]],
    "餐饮补贴如下：",
    [["城市", "总监（元/天）", "经理（元/天）"], ["一线城市", "150", "130"], ["二线城市", "120", "100"]],
)
SEASONS = passage(
    "客房价格（元）：",
    [
        ["房型", "旺季", "旺季", "淡季", "淡季"],
        ["房型", "周末", "平日", "周末", "平日"],
        ["标准间", "680", "520", "460", "380"],
        ["高级标准间", "880", "720", "660", "580"],
    ],
)
MERGED = passage(
    [
        ["地区", "职级", "补贴（元/天）", "上限（天）"],
        ["华北", "经理", "120", "10"],
        ["华北", "员工", "100", "12"],
        ["华南", "经理", "130", "14"],
        ["华南", "员工", "110", "16"],
    ]
)
PEOPLE = passage([["部门", "负责人", "办公室"], ["财务部", "张三", "A301"], ["人事部", "李四", "B205"]])


@dataclass(frozen=True)
class Case:
    """A question, what it is asked of, and the whole answer; empty: nothing is said."""

    question: str
    source: Scored
    expected: str


LODGING_HEAD = "住宿标准如下（单位：元/晚）：\n\n| 城市 | 总监及以上 | 经理 | 普通员工 |\n| --- | --- | --- | --- |\n"
CASES = [
    Case("二线城市住宿标准是多少", LODGING, f"{LODGING_HEAD}| 二线城市 | 700 | 500 | 400 |"),
    Case("总监在二线城市可以住多少钱的酒店", LODGING, "二线城市 · 总监及以上：700 元/晚"),
    Case("经理在上海的住宿标准是多少？", LODGING, "一线城市（北京、上海） · 经理：600 元/晚"),
    Case("三线城市经理的住宿标准是多少？", LODGING, ""),
    Case("副总监在二线城市的住宿标准是多少？", LODGING, ""),
    Case("除一线城市外经理的住宿标准是多少？", LODGING, ""),
    Case("二线城市总监以下的住宿标准是多少？", LODGING, ""),
    Case("经理在二线城市的住宿标准是多少？", BOTH, "二线城市 · 经理：500 元/晚"),
    Case("经理在二线城市的餐补是多少？", BOTH, "二线城市 · 经理：100 元/天"),
    Case("标准间旺季周末多少钱？", SEASONS, "标准间 · 旺季 · 周末：680 元"),
    Case("高级标准间淡季平日多少钱？", SEASONS, "高级标准间 · 淡季 · 平日：580 元"),
    Case("华南经理的补贴是多少？", MERGED, "华南 · 经理 · 补贴：130 元/天"),
    Case("华北员工补贴上限是多少天？", MERGED, "华北 · 员工 · 上限：12 天"),
    Case("财务部的负责人是谁？", PEOPLE, "财务部 · 负责人：张三"),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.question)
def test_the_cell_is_shown_with_its_names_or_nothing_is(case: Case) -> None:
    assert answer(case.question, case.source) == case.expected


def test_without_a_named_row_the_table_is_shown_whole() -> None:
    shown = answer("住宿标准是多少？", LODGING)
    assert all(figure in shown for figure in ("800", "700", "450", "300"))


def test_a_header_that_is_not_marked_as_one_is_shown_all_the_same() -> None:
    rows = [["城市", "总监", "经理"], ["一线城市", "800元", "600元"], ["二线城市", "700元", "500元"]]
    source = passage("住宿标准如下：", rows, marked=False)
    assert answer("二线城市经理的住宿标准是多少？", source) == "二线城市 · 经理：500元"
    assert answer("二线城市的住宿标准是多少？", source).endswith(
        "| 城市 | 总监 | 经理 |\n| --- | --- | --- |\n| 二线城市 | 700元 | 500元 |"
    )


def test_the_line_across_a_table_that_tells_its_unit_is_shown_with_a_row() -> None:
    rows = [["住宿标准（元/晚）"], ["城市", "总监", "经理"], ["一线城市", "800", "600"], ["二线城市", "700", "500"]]
    source = passage(rows, marked=False)
    shown = answer("二线城市的住宿标准是多少？", source)
    assert shown == "住宿标准（元/晚）\n\n| 城市 | 总监 | 经理 |\n| --- | --- | --- |\n| 二线城市 | 700 | 500 |"
    assert answer("二线城市经理的住宿标准是多少？", source) == "二线城市 · 经理：500 元/晚"


def test_a_caption_that_tells_the_unit_is_shown_with_a_row() -> None:
    rows = [["城市", "总监", "经理"], ["一线城市", "800", "600"], ["二线城市", "700", "500"]]
    shown = answer("二线城市的差旅标准是多少？", passage("差旅标准（元/晚）", rows))
    assert shown.startswith("差旅标准（元/晚）\n\n| 城市 | 总监 | 经理 |\n")


def test_two_documents_that_differ_are_both_heard() -> None:
    rows = [["城市", "总监", "经理"], ["一线城市", "800元", "600元"]]
    later = [["城市", "总监", "经理"], ["一线城市", "900元", "650元"]]
    sources = (passage("住宿标准：", rows), passage("住宿标准：", later, number=2))
    assert answer("一线城市总监的住宿标准是多少？", *sources) == "- 一线城市 · 总监：800元\n- 一线城市 · 总监：900元"


def test_every_cell_sentence_passes_the_gate_and_with_another_value_fails() -> None:
    for source in (LODGING, BOTH, SEASONS, MERGED):
        for grid in grids_of(source.passage):
            for row in range(len(grid.rows)):
                for column in grid.values:
                    sentence = grid.sentence(row, column)
                    checked = judge(sentence, source.passage)
                    assert checked.verdict == "supported", sentence
                    start, end = checked.quotes[0].spans[0]
                    assert grid.rows[row].cells[column] in source.passage.text[start:end]
                    value = grid.rows[row].cells[column]
                    wrong = sentence[::-1].replace(value[::-1], "979", 1)[::-1]
                    assert judge(wrong, source.passage).verdict == "unsupported", wrong


ROWS = ["一线城市", "二线城市", "三线城市", "其他城市", "P5", "P6", "员工", "高级员工", "研发一部", "研发二部"]
COLUMNS = ["总监", "经理", "主管", "第一季度", "第二季度", "2023年", "2024年", "早餐", "午餐"]


@pytest.mark.parametrize("seed", range(15))
def test_in_random_tables_the_right_cell_is_shown_and_an_absent_row_is_not_answered(seed: int) -> None:
    draw = random.Random(seed)
    rows, columns = draw.sample(ROWS, 5), draw.sample(COLUMNS, 4)
    figures = draw.sample(range(3001, 9999), 20)
    table = [["类别", *columns], *([name, *(str(figures.pop()) for _ in columns)] for name in rows)]
    source = passage("补贴标准（单位：元）：", table)
    for row in draw.sample(range(1, 6), 4):
        column = draw.randrange(1, 5)
        question = draw.choice(("{r}的{c}的补贴标准是多少？", "{c}在{r}的补贴是多少元？")).format(
            r=table[row][0], c=table[0][column]
        )
        assert answer(question, source) == f"{table[row][0]} · {table[0][column]}：{table[row][column]} 元"
    for absent, alike in (("四线城市", "线城市"), ("P9", "P"), ("研发三部", "研发")):
        if any(alike in name for name in rows):
            assert answer(f"{absent}的补贴标准是多少？", source) == ""


def test_a_price_table_in_a_word_file_answers_from_the_command_line(youju: Command, tmp_path: Path) -> None:
    document = docx.Document()
    document.add_heading("差旅管理办法", 1)
    document.add_heading("住宿标准", 2)
    document.add_paragraph("住宿标准如下（单位：元/晚）：")
    rows = [["城市", "总监及以上", "经理"], ["一线城市", "800", "600"], ["二线城市", "700", "500"]]
    table = document.add_table(3, 3)
    for row, cells in enumerate(rows):
        for column, cell in enumerate(cells):
            table.cell(row, column).text = cell
    document.save(str(tmp_path / "差旅管理办法.docx"))
    assert youju("add", str(tmp_path / "差旅管理办法.docx")).code == 0
    answered = youju("--json", "ask", "总监在一线城市可以住多少钱的酒店").json
    assert answered["text"] == "一线城市 · 总监及以上：800 元/晚[1]"
    assert answered["citations"][0]["quote"] == "一线城市 | 800 | 600"
    assert youju("ask", "三线城市总监的住宿标准是多少").code == 3
