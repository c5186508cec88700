"""What the files say: prose, headings, lists and tables, in Chinese and in English, by a seeded draw."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Heading:
    level: int
    text: str


@dataclass(frozen=True)
class Paragraph:
    text: str


@dataclass(frozen=True)
class Items:
    """A list; numbered from 1 where `numbered`."""

    texts: tuple[str, ...]
    numbered: bool

    def shown(self) -> list[str]:
        """The items as a reader sees them, without bullets."""
        return [f"{place}. {text}" if self.numbered else text for place, text in enumerate(self.texts, start=1)]


@dataclass(frozen=True)
class Cell:
    """A cell at its top left place (from 0), over so many rows and columns."""

    row: int
    column: int
    text: str
    rows: int = 1
    columns: int = 1


@dataclass(frozen=True)
class Grid:
    """A table: each cell once; the first row is the header."""

    cells: tuple[Cell, ...]

    @property
    def rows(self) -> int:
        return max(cell.row + cell.rows for cell in self.cells)

    @property
    def columns(self) -> int:
        return max(cell.column + cell.columns for cell in self.cells)

    def matrix(self, *, repeated: bool = False) -> list[list[str]]:
        """Row by row; a merged cell stands at its top left place alone, or everywhere where `repeated`."""
        out = [[""] * self.columns for _ in range(self.rows)]
        for cell in self.cells:
            for row in range(cell.row, cell.row + (cell.rows if repeated else 1)):
                for column in range(cell.column, cell.column + (cell.columns if repeated else 1)):
                    out[row][column] = cell.text
        return out


Piece = Heading | Paragraph | Items | Grid


@dataclass(frozen=True)
class Content:
    """One document: its pieces in reading order."""

    language: str
    pieces: tuple[Piece, ...]

    @property
    def grids(self) -> list[Grid]:
        return [piece for piece in self.pieces if isinstance(piece, Grid)]

    @property
    def text(self) -> str:
        """Everything that a person reads, in order."""
        return "\n".join(line for piece in self.pieces for line in lines(piece))


def lines(piece: Piece) -> Iterable[str]:
    """The lines of one piece; of a table, its rows."""
    match piece:
        case Heading(_, text) | Paragraph(text):
            return [text]
        case Items():
            return piece.shown()
        case Grid():
            return [" ".join(filter(None, row)) for row in piece.matrix()]


_CHINESE = (
    "员工因公出差应当事先填写申请单", "经部门负责人批准后方可订票", "住宿费按照城市等级在限额内据实报销",
    "超出部分由个人承担", "发票抬头必须与公司登记的名称一致", "逾期未提交的申请退回原部门处理",
    "涉密资料不得带离办公区域", "每季度末由财务部门复核一次", "试用期员工的补贴按日折算",
    "因天气延误的费用凭证明单独申请", "会议室使用完毕应当恢复原状", "设备借出满三十日须重新登记",
    "供应商须在签约前完成资质审查", "加班时间以考勤系统的记录为准", "离职时应当交回门禁卡和电脑",
    "培训费用超过五千元的须签订协议",
)  # fmt: skip
_ENGLISH = (
    "employees file a request before they travel", "the head of the department approves every ticket",
    "hotel bills are paid within the limit of the city", "any excess is borne by the traveller",
    "invoices carry the registered name of the company", "late claims go back to the department",
    "classified papers stay inside the office", "finance reviews the balances at the end of each quarter",
    "allowances on probation are counted by the day", "delays by weather are claimed with a certificate",
    "rooms are left as they were found", "equipment on loan is registered again after thirty days",
    "suppliers are vetted before they sign", "overtime counts as the attendance system records it",
    "badges and laptops are returned on the last day", "courses above five thousand need an agreement",
)  # fmt: skip
_TITLES = {
    "zh": ("总则", "差旅", "住宿", "发票", "保密", "设备", "考勤", "培训", "采购", "离职", "会议", "安全"),
    "en": ("Scope", "Travel", "Hotels", "Invoices", "Secrecy", "Equipment", "Hours", "Training", "Buying", "Leaving"),
}
_CITIES = {
    "zh": (
        ("一线城市", ("北京", "上海", "深圳")),
        ("二线城市", ("南京", "武汉")),
        ("其他城市", ("绍兴", "洛阳", "桂林")),
    ),
    "en": (
        ("first tier", ("Leeds", "York")),
        ("second tier", ("Derby", "Ripon", "Truro")),
        ("others", ("Wells", "Ely")),
    ),
}
_HEADER = {
    "zh": ("城市等级", "城市", "住宿标准（元/晚）", "伙食补助", "旺季", "淡季", "备注"),
    "en": ("Tier", "City", "Room per night", "Meals", "High season", "Low season", "Remark"),
}


def sentence(rng: random.Random, language: str) -> str:
    """One sentence with a figure of its own, so that every one is different."""
    number = rng.randrange(10, 99999)
    if language == "zh":
        return f"{'，'.join(rng.sample(_CHINESE, 2))}，编号{number}。"
    return f"{' and '.join(rng.sample(_ENGLISH, 2)).capitalize()}, see entry {number}."


def paragraph(rng: random.Random, language: str) -> Paragraph:
    joint = "" if language == "zh" else " "
    return Paragraph(joint.join(sentence(rng, language) for _ in range(rng.randint(3, 6))))


def plain_grid(rng: random.Random, language: str, rows: int = 6) -> Grid:
    """A table without merged cells: a header and rows of a name and three figures."""
    header = [_HEADER[language][place] for place in (1, 2, 3, 6)]
    names = [name for _, cities in _CITIES[language] for name in cities]
    body = [[rng.choice(names), *(f"{rng.randrange(100, 99999):,}" for _ in range(3))] for _ in range(rows)]
    return grid_of([header, *body])


def grid_of(matrix: Sequence[Sequence[str]]) -> Grid:
    return Grid(tuple(Cell(r, c, text) for r, row in enumerate(matrix) for c, text in enumerate(row)))


def merged_grid(rng: random.Random, language: str) -> Grid:
    """A price table with a header of two rows and tiers that span the rows of their cities."""
    tier, city, rate, meals, high, low, _ = _HEADER[language]
    cells = [Cell(0, 0, tier, rows=2), Cell(0, 1, city, rows=2), Cell(0, 2, rate, columns=2), Cell(0, 4, meals, rows=2)]
    cells += [Cell(1, 2, high), Cell(1, 3, low)]
    row = 2
    for name, cities in _CITIES[language]:
        cells.append(Cell(row, 0, name, rows=len(cities)))
        for place in cities:
            figures = [str(rng.randrange(100, 9999)) for _ in range(3)]
            cells += [Cell(row, 1, place), *(Cell(row, 2 + at, figure) for at, figure in enumerate(figures))]
            row += 1
    return Grid(tuple(sorted(cells, key=lambda cell: (cell.row, cell.column))))


def content(language: str, seed: int, sections: int) -> Content:
    """A document of so many sections; every third one has a table, merged or not by turns."""
    rng = random.Random(f"{language}{seed}")
    pieces: list[Piece] = [Heading(1, "差旅与行政管理手册" if language == "zh" else "Handbook of travel and conduct")]
    for number in range(1, sections + 1):
        title = rng.choice(_TITLES[language])
        pieces.append(Heading(2, f"第{number}章 {title}" if language == "zh" else f"Chapter {number} {title}"))
        pieces += [paragraph(rng, language) for _ in range(rng.randint(2, 4))]
        if number % 2 == 0:
            texts = tuple(sentence(rng, language) for _ in range(rng.randint(3, 5)))
            pieces.append(Items(texts, numbered=number % 4 == 0))
        if number % 3 == 0:
            pieces.append(plain_grid(rng, language) if number % 2 else merged_grid(rng, language))
        pieces.append(paragraph(rng, language))
    return Content(language, tuple(pieces))
