"""Files whose pages and positions have been trouble elsewhere: each has facts that stand in no other."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import docx
from reportlab.pdfgen.canvas import Canvas
from tests.reading.made_files import lines, pdf

THREE_PAGES = {
    1: "温室的总面积为1200平方米。",
    2: "温室每天通风的次数为3次。",
    3: "温室夜间的温度不得低于15度。",
}
ONE_PAGE = "码头共有泊位8个。"
NO_PAGES = "灯塔的高度为46米。"
LABELLED = "航线全程的长度为900海里。"
SHIPPING = (
    "本手册由航运部门编写", "读者对象为船长", "港口的引航由拖轮协助", LABELLED,
    "货舱装载前应当通风", "锚地避风以潮汐表为准", "船员的休息时间不得挪用", "轮机日志逐班填写",
    "修订的意见寄至航务科", "缩写的含义见附录", "靠泊的次序由调度决定", "途经的灯标共有四十座",
    "危险品另行配载", "走锚时立即报告", "值更按三班轮换", "滤器每航次清洗",
    "版权归航运部门所有", "未经许可不得翻印", "缆绳破损的应当更换", "浅水区减速航行",
    "舱盖关闭后贴封条", "台风季增派值守", "伙食由大厨安排", "油样送岸上化验",
)  # fmt: skip
"""Lines of a book: every eighth of them on one page."""
ACROSS = ("矿井的瓦斯浓度由当班瓦检员每班检查两次，检查的结果应当由他本人在交接班以前填入专", "用的记录簿并签字。")
ACROSS_WHOLE = "".join(ACROSS)
BEHIND = "索道的检修周期为45天。"
BEGINNING = "缆车的座位数为8座。"
SCORES = 150
ROWS = 35
ASTRAL = "𠮷野🚢🛥️👩‍🚀记：" * 9 + "食堂每天供应午餐300份。"
IN_WORD = "渡口的营业时间为早6点到晚9点。"


def hole(number: int) -> str:
    """One sentence of a text that runs over many pages without a heading."""
    return f"第{number}号钻孔的深度为{1000 + 7 * number}米，岩芯存放在{'甲乙丙丁戊己'[number % 6]}库。"


def hole_rows() -> list[str]:
    """The text as it is set: lines of about forty characters that break no number."""
    text = "".join(hole(number) for number in range(1, SCORES + 1))
    return re.findall(r".{1,39}[^\d](?!$)|.+$", text)


def page_of(*texts: str, footer: str = "") -> Callable[[Canvas], None]:
    def draw(canvas: Canvas) -> None:
        lines(canvas, list(texts))
        if footer:
            canvas.drawCentredString(297, 30, footer)

    return draw


def _full_page(canvas: Canvas) -> None:
    """Lines to the foot of the page; the last one is broken off in the middle of its sentence."""
    lines(canvas, ["矿井安全", *["井下作业人员应当随身携带自救器，并且每月参加一次避灾路线的演练。" for _ in range(2)]])
    lines(canvas, [ACROSS[0]], y=80)


def write_papers(folder: Path) -> None:
    """All of them."""
    folder.mkdir()
    pdf(folder / "温室.pdf", [page_of("温室管理", text) for text in THREE_PAGES.values()])
    pdf(folder / "码头.pdf", [page_of("码头管理", ONE_PAGE)])
    (folder / "灯塔.md").write_text(f"# 灯塔\n\n{NO_PAGES}\n", encoding="utf-8")
    numbers = ["i", "ii", "1", "2", "3", "4", "5", "6"]
    pdf(folder / "航线.pdf", [page_of(*SHIPPING[n::8], footer=mark) for n, mark in enumerate(numbers)])
    pdf(folder / "矿井.pdf", [_full_page, page_of(ACROSS[1], "其他事项由矿长决定。")])
    pdf(folder / "索道.pdf", [page_of("索道规程", BEGINNING), page_of(BEHIND)])
    rows = hole_rows()
    pdf(folder / "钻孔.pdf", [page_of(*rows[start : start + ROWS]) for start in range(0, len(rows), ROWS)])
    (folder / "食堂.txt").write_text(ASTRAL, encoding="utf-8")
    document = docx.Document()
    document.add_heading("渡口", 1)
    document.add_paragraph(IN_WORD)
    document.save(str(folder / "渡口.docx"))
