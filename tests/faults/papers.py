"""Files whose pages and positions have been trouble elsewhere: each has facts that stand in no other."""

from __future__ import annotations

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
ACROSS = ("矿井的瓦斯浓度由当班瓦检员每班检查两次，检查的结果应当由他本人在交接班以前填入专", "用的记录簿并签字。")
ACROSS_WHOLE = "".join(ACROSS)
BEHIND = "索道的检修周期为45天。"
BEGINNING = "缆车的座位数为8座。"
SCORES = 150
ASTRAL = "𠮷野🚢🛥️👩‍🚀记：" * 9 + "食堂每天供应午餐300份。"
IN_WORD = "渡口的营业时间为早6点到晚9点。"


def hole(number: int) -> str:
    """One sentence of a text that runs over many pages without a heading."""
    return f"第{number}号钻孔的深度为{1000 + 7 * number}米，岩芯存放在第{number % 6 + 1}号库房。"


def _page(*texts: str, footer: str = "") -> Callable[[Canvas], None]:
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
    pdf(folder / "温室.pdf", [_page("温室管理", text) for text in THREE_PAGES.values()])
    pdf(folder / "码头.pdf", [_page("码头管理", ONE_PAGE)])
    (folder / "灯塔.md").write_text(f"# 灯塔\n\n{NO_PAGES}\n", encoding="utf-8")
    front = [_page("序言", "本书由航运部门编写。", footer=mark) for mark in ("i", "ii")]
    body = [_page(f"第{n}章", LABELLED if n == 2 else f"本章说明第{n}种船舶。", footer=str(n)) for n in range(1, 7)]
    pdf(folder / "航线.pdf", [*front, *body])
    pdf(folder / "矿井.pdf", [_full_page, _page(ACROSS[1], "其他事项由矿长决定。")])
    pdf(folder / "索道.pdf", [_page("索道规程", BEGINNING), _page(BEHIND)])
    text = "".join(hole(number) for number in range(1, SCORES + 1))
    rows = [text[start : start + 40] for start in range(0, len(text), 40)]
    pdf(folder / "钻孔.pdf", [_page(*rows[start : start + 35]) for start in range(0, len(rows), 35)])
    (folder / "食堂.txt").write_text(ASTRAL, encoding="utf-8")
    document = docx.Document()
    document.add_heading("渡口", 1)
    document.add_paragraph(IN_WORD)
    document.save(str(folder / "渡口.docx"))
