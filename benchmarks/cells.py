"""Questions about cells of tables: is the right cell shown, a refusal given, or another cell?

python -m benchmarks.cells [TABLES [SEED]]

Tables are made at random (rows and columns with names that resemble each other, figures that occur once, a header of
one or two lines, merged names, units in the header, in the caption or in the cell) and written as Markdown, HTML, Word,
CSV, Excel and PDF. Each is asked by row and column, by row, and for a row that is not there; keyword search, no model.
"""

from __future__ import annotations

import asyncio
import contextlib
import csv
import os
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import docx
import openpyxl
from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.platypus import Paragraph, SimpleDocTemplate, Table

from youju.answering.events import DoneEvent
from youju.answering.question import Question
from youju.app import Youju
from youju.caller import OWNER
from youju.settings import load

_ROWS = (
    ("城市类别", ["一线城市", "二线城市", "三线城市", "其他城市"], "四线城市"),
    ("城市类别", ["一类地区", "二类地区", "三类地区"], "五类地区"),
    ("职级", ["P4", "P5", "P6", "P7", "P8"], "P9"),
    ("岗位", ["员工", "高级员工", "主管", "高级主管", "经理"], "副经理"),
    ("会员等级", ["普通会员", "银卡会员", "金卡会员", "白金会员"], None),
    ("部门", ["研发一部", "研发二部", "市场部", "财务部", "行政部"], "研发三部"),
    ("房型", ["标准间", "高级标准间", "豪华间", "商务套房", "总统套房"], None),
)
_COLUMNS = (
    ["总监及以上", "经理", "主管", "普通员工"],
    ["第一季度", "第二季度", "第三季度", "第四季度"],
    ["2022年", "2023年", "2024年"],
    ["国内", "国外", "港澳台"],
    ["早餐补贴", "午餐补贴", "晚餐补贴"],
    ["工作日", "周末", "法定节假日"],
)
_TOPICS = (
    ("住宿标准", "元/晚"),
    ("餐饮补贴", "元/天"),
    ("培训费用", "元/人"),
    ("通讯补贴", "元/月"),
    ("采购预算", "万元"),
    ("设备押金", "元"),
    ("年假天数", "天"),
    ("用车里程", "公里"),
)
_PLACES = ("差旅", "办公", "培训", "营销", "物流", "客服", "海外", "后勤")
_SUFFIXES = ("md", "html", "docx", "csv", "xlsx", "pdf")


@dataclass
class Made:
    """One table: its title, what it measures, names of rows and columns, and the figures."""

    title: str
    topic: str
    unit: str
    unit_in: str
    corner: str
    rows: list[str]
    columns: list[str]
    strange: str | None
    upper: list[str]
    figures: list[list[int]]
    suffix: str = ""

    def caption(self) -> str:
        return f"{self.topic}如下（单位：{self.unit}）：" if self.unit_in == "caption" else f"{self.topic}如下："

    def cell(self, row: int, column: int) -> str:
        value = self.figures[row][column]
        return f"{value}{self.unit}" if self.unit_in == "cell" else str(value)

    def header(self) -> list[list[str]]:
        unit = f"（{self.unit}）" if self.unit_in == "header" else ""
        low = [self.corner, *(f"{column}{unit}" for column in self.columns)]
        return [[self.corner, *self.upper], low] if self.upper else [low]

    def grid(self) -> list[list[str]]:
        body = [[name, *(self.cell(row, k) for k in range(len(self.columns)))] for row, name in enumerate(self.rows)]
        return [*self.header(), *body]


@dataclass
class Asked:
    """A question: the row and column that it names (-1: none)."""

    words: str
    table: Made
    row: int
    column: int = -1


@dataclass
class Tally:
    """Outcomes by kind of question, and the wrong ones in full."""

    counts: dict[str, Counter[str]] = field(default_factory=dict[str, Counter[str]])
    wrong: list[str] = field(default_factory=list[str])


def make(draw: random.Random, number: int, figures: list[int]) -> Made:
    corner, rows, strange = draw.choice(_ROWS)
    columns = draw.choice(_COLUMNS)
    topic, unit = draw.choice(_TOPICS)
    kept = rows if corner == "城市类别" else draw.sample(rows, draw.randint(3, len(rows)))
    suffix = _SUFFIXES[number % len(_SUFFIXES)]
    upper = [topic] * len(columns) if suffix in ("html", "docx") and draw.random() < 0.3 else []
    return Made(
        title=f"{draw.choice(_PLACES)}{topic}表{number}",
        topic=topic,
        unit=unit,
        unit_in=draw.choice(["header", "cell"] if suffix in ("csv", "xlsx") else ["header", "caption", "cell"]),
        corner=corner,
        rows=kept,
        columns=columns,
        strange=strange if strange not in kept else None,
        upper=upper,
        figures=[[figures.pop() for _ in columns] for _ in kept],
        suffix=suffix,
    )


def write(folder: Path, made: Made) -> None:
    path = folder / f"{made.title}.{made.suffix}"
    grid = made.grid()
    if made.suffix == "md":
        lines = [f"| {' | '.join(row)} |" for row in grid]
        lines.insert(1, "|" + " --- |" * len(grid[0]))
        path.write_text(f"# {made.title}\n\n{made.caption()}\n\n" + "\n".join(lines) + "\n", encoding="utf-8")
    elif made.suffix == "html":
        path.write_text(_html(made), encoding="utf-8")
    elif made.suffix == "docx":
        _docx(path, made)
    elif made.suffix == "csv":
        with path.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows(grid)
    elif made.suffix == "xlsx":
        book = openpyxl.Workbook()
        sheet: Any = book.active
        sheet.title = made.topic
        for row in grid:
            sheet.append([int(cell) if cell.isdigit() else cell for cell in row])
        book.save(path)
    else:
        _pdf(path, made)


def _html(made: Made) -> str:
    head = made.header()
    top = f"<tr><th rowspan=2>{made.corner}</th><th colspan={len(made.columns)}>{made.topic}</th></tr>"
    low = "".join(f"<th>{cell}</th>" for cell in (head[-1][1:] if made.upper else head[-1]))
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in made.grid()[len(head) :])
    rows = f"{top if made.upper else ''}<tr>{low}</tr>{body}"
    page = f"<h1>{made.title}</h1><p>{made.caption()}</p><table>{rows}</table>"
    return f"<html><head><title>{made.title}</title></head><body>{page}</body></html>"


def _docx(path: Path, made: Made) -> None:
    document = docx.Document()
    document.add_heading(made.title, 1)
    document.add_paragraph(made.caption())
    grid = made.grid()
    table = document.add_table(len(grid), len(grid[0]), style="Table Grid")
    for row, cells in enumerate(grid):
        for column, cell in enumerate(cells):
            table.cell(row, column).text = cell
    if made.upper:
        table.cell(0, 1).merge(table.cell(0, len(made.columns))).text = made.topic
        table.cell(0, 0).merge(table.cell(1, 0)).text = made.corner
    document.save(str(path))


def _pdf(path: Path, made: Made) -> None:
    with contextlib.suppress(KeyError):
        pdfmetrics.registerFont(UnicodeCIDFont("STSong-Light"))
    large = ParagraphStyle("large", fontName="STSong-Light", fontSize=18, leading=26)
    plain = ParagraphStyle("plain", fontName="STSong-Light", fontSize=11, leading=18)
    table = Table(made.grid(), colWidths=[70, *[110] * len(made.columns)])
    table.setStyle([("FONT", (0, 0), (-1, -1), "STSong-Light", 9), ("GRID", (0, 0), (-1, -1), 0.5, colors.black)])
    SimpleDocTemplate(str(path), pagesize=A4).build(
        [Paragraph(made.title, large), Paragraph(made.caption(), plain), table]
    )


def ask_about(draw: random.Random, made: Made) -> list[Asked]:
    """Two cells in different words, one row, and a row that is not there."""
    asked: list[Asked] = []
    ways = (
        "{title}里，{row}的{column}是多少？",
        "{column}在{row}的{topic}是多少",
        "{row}{column}{topic}是多少？",
        "按{title}，{row}、{column}是多少{unit}",
    )
    for _ in range(2):
        row, column = draw.randrange(len(made.rows)), draw.randrange(len(made.columns))
        words = draw.choice(ways).format(
            title=made.title, row=made.rows[row], column=made.columns[column], topic=made.topic, unit=made.unit
        )
        asked.append(Asked(words if made.title in words else f"{made.title}：{words}", made, row, column))
    row = draw.randrange(len(made.rows))
    asked.append(Asked(f"{made.title}中{made.rows[row]}的标准是多少", made, row))
    if made.strange:
        asked.append(Asked(f"{made.title}中{made.strange}的{draw.choice(made.columns)}是多少", made, -1))
    return asked


def outcome(asked: Asked, answer: str, every: Sequence[Made]) -> str:
    """`cell`: the right one and no other. `row`: the right row under its header. `whole`: the table, nothing chosen.
    `refused`: no figure. `wrong`: all else."""
    said = {int(found.replace(",", "")) for found in re.findall(r"\d[\d,]*", re.sub(r"\[\d+\]", "", answer))}
    of = {
        value: (made, row, column)
        for made in every
        for row, line in enumerate(made.figures)
        for column, value in enumerate(line)
    }
    shown = [of[value] for value in said if value in of]
    if not shown:
        return "refused"
    if any(made is not asked.table for made, _, _ in shown):
        return "wrong"
    rows, columns = {row for _, row, _ in shown}, {column for _, _, column in shown}
    if len(shown) == len(asked.table.rows) * len(asked.table.columns):
        return "whole"
    if rows != {asked.row}:
        return "wrong"
    named = asked.table.rows[asked.row] in answer
    if asked.column >= 0 and columns == {asked.column}:
        return "cell" if named and asked.table.columns[asked.column] in answer else "wrong"
    headed = all(column in answer for column in asked.table.columns)
    return "row" if named and headed and len(columns) == len(asked.table.columns) else "wrong"


async def answers(home: Path, asked: Sequence[Asked]) -> list[str]:
    texts: list[str] = []
    async with Youju.open(load(home)) as youju:
        for one in asked:
            async for event in youju.answer(Question(one.words), OWNER):
                if isinstance(event, DoneEvent):
                    texts.append(event.answer.text)
    return texts


def measure(count: int, seed: int) -> Tally:
    draw = random.Random(seed)
    figures = draw.sample(range(3001, 9999), 4000)
    every = [make(draw, number, figures) for number in range(count)]
    asked = [one for made in every for one in ask_about(draw, made)]
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "documents").mkdir()
        for made in every:
            write(Path(folder) / "documents", made)
        home = Path(folder) / "home"
        command = [sys.executable, "-m", "youju", "--home", str(home), "add", str(Path(folder) / "documents")]
        done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
        if done.returncode not in (0, 1):
            print(done.stderr[-400:])
        for one, text in zip(asked, asyncio.run(answers(home, asked)), strict=True):
            kind = "not there" if one.row < 0 else "row" if one.column < 0 else "cell"
            result = outcome(one, text, every)
            tally.counts.setdefault(kind, Counter())[result] += 1
            tally.counts.setdefault(one.table.suffix, Counter())[result] += 1
            if result == "wrong" or os.environ.get("SHOW") == result:
                tally.wrong.append(f"{one.table.suffix} {one.words}\n    {text!r}")
    return tally


def main() -> None:
    """Print a line for each kind of question and each format."""
    arguments = [int(value) for value in sys.argv[1:] if value.isdigit()]
    os.environ["YOUJU_EMBEDDING__PROVIDER"] = "none"
    tally = measure(arguments[0] if arguments else 30, arguments[1] if len(arguments) > 1 else 1)
    outcomes = ("cell", "row", "whole", "refused", "wrong")
    print(f"{'asked for':12}" + "".join(f"{name:>9}" for name in outcomes))
    for kind, counts in tally.counts.items():
        print(f"{kind:12}" + "".join(f"{counts[name]:9}" for name in outcomes))
    for one in tally.wrong:
        print(one)


if __name__ == "__main__":
    main()
