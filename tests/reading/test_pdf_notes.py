"""Footnotes, and paragraphs that go on over a page break."""

import pytest
from tests.reading.made_files import LATIN, SONG, kinds, lines, pdf, read, table, wrapped

from youju.reading.document import boxes_of

LONG = (
    "差旅费应在出差结束后十五个工作日内提交报销申请，超过期限的须附书面说明，由分管副总经理批准；住宿费按照城市等级"
    "限额报销，超出部分由个人承担，确因会议统一安排的除外，但应当附会议通知，并由部门负责人签字确认后方可报销。"
)
NOTES = ["¹ 限额见附件一，每年一月调整。", "² 会议通知应当加盖公章。"]


def raised(canvas, x, y, text, font=SONG, size=6.5, rise=5):
    canvas.setFont(font, size)
    canvas.drawString(x, y + rise, text)


def note(canvas, y, mark, text, size=8):
    raised(canvas, 72, y, mark, LATIN, 5, 3)
    canvas.setFont(SONG, size)
    canvas.drawString(76, y, text)


def where(document, quote):
    start = document.text.index(quote)
    return boxes_of(document.lines, start, start + len(quote))


def page_of(document, quote):
    start = document.text.index(quote)
    return next(page.number for page in document.pages if page.start <= start < page.end)


def two_pages(folder, *, whole=False):
    """A paragraph that runs over the page, with footnotes at the foot of the first one."""
    rows = wrapped(LONG, 38)

    def first(canvas):
        if not whole:
            lines(canvas, ["第一条先有一个自成一段的句子。"], y=200)
        lines(canvas, rows[:2], y=150)
        raised(canvas, 72 + 38 * 11, 150, "1", LATIN)
        raised(canvas, 72 + 38 * 11, 133, "2", LATIN)
        canvas.line(72, 100, 200, 100)
        note(canvas, 85, "1", NOTES[0][2:])
        note(canvas, 73, "2", NOTES[1][2:])

    def second(canvas):
        lines(canvas, [*rows[2:], "", "最后另起一段，说明本办法自发布之日起施行。"], y=760)

    return read(pdf(folder / "a.pdf", [first, second]))


def test_a_paragraph_runs_over_the_page_and_its_notes_stand_apart(tmp_path):
    """Fault 38."""
    document = two_pages(tmp_path)
    found = [text for _, text in kinds(document)]
    plain = [text.replace("¹", "").replace("²", "") for text in found]
    assert plain[0] == "第一条先有一个自成一段的句子。"
    assert [text[:1] for text in found[1:3]] == ["¹", "²"]
    assert [text[1:].strip() for text in found[1:3]] == [text[2:] for text in NOTES]
    assert plain[3] == LONG
    assert found[3].count("¹") == found[3].count("²") == 1
    assert [box.page for box in where(document, found[3])] == [1, 1, *[2] * (len(wrapped(LONG, 38)) - 2)]
    assert {box.page for box in where(document, "会议通知应当加盖公章")} == {1}
    assert [page_of(document, text) for text in found] == [1, 1, 1, 1, 2]


def test_the_mark_of_a_note_never_becomes_part_of_a_number(tmp_path):
    def page(canvas):
        lines(canvas, ["The limit was raised to 550 in 2020"], y=700, font=LATIN, size=11)
        raised(canvas, 72 + canvas.stringWidth("The limit was raised to 550 in 2020", LATIN, 11), 700, "3", LATIN)
        lines(canvas, ["for all 120 m"], y=650, font=LATIN, size=11)
        raised(canvas, 72 + canvas.stringWidth("for all 120 m", LATIN, 11), 650, "2", LATIN)

    text = read(pdf(tmp_path / "a.pdf", [page])).text
    assert text.split("\n\n") == ["The limit was raised to 550 in 2020³", "for all 120 m²"]


@pytest.mark.parametrize("mark", ["*", "①", "[1]", "†"])
def test_other_marks(tmp_path, mark):
    rows = wrapped(LONG, 36)

    def first(canvas):
        lines(canvas, [rows[0], rows[1][:-1] + mark], y=150)
        lines(canvas, [f"{mark} 附件一另行公布。"], y=80, size=8)

    second = [*rows[2:]]
    document = read(pdf(tmp_path / "a.pdf", [first, lambda c: lines(c, second, y=760)]))
    assert (kinds(document)[0]) == ("paragraph", f"{mark} 附件一另行公布。")


def test_small_print_without_a_mark_above_is_no_note(tmp_path):
    def page(canvas):
        lines(canvas, wrapped(LONG, 38), y=700)
        lines(canvas, ["3 这一行是小号字，但正文没有它的标记。"], y=400, size=8)

    document = read(pdf(tmp_path / "a.pdf", [page]))
    assert kinds(document)[-1][1].startswith("3 这一行")


def test_notes_of_two_columns_do_not_part_the_text(tmp_path):
    sentence = "Claims are submitted within fifteen days after the trip and later ones need a reason. "
    words = (sentence * 9).split()
    rows, row = [], ""
    for word in words:
        if len(row) + len(word) > 44:
            rows.append(row)
            row = ""
        row = f"{row} {word}".strip()
    rows.append(row)
    half = len(rows) // 2
    rows[3] += "*"

    def page(canvas):
        for x, part in ((60, rows[:half]), (310, rows[half:])):
            lines(canvas, part, x, 750, LATIN, 9, 14)
        lines(canvas, ["* Reasons are kept on file."], 60, 750 - 14 * half - 20, LATIN, 7)

    document = read(pdf(tmp_path / "a.pdf", [page]))
    texts = [text for _, text in kinds(document)]
    assert texts == [" ".join(rows), "* Reasons are kept on file."]


def test_a_note_under_a_table_that_goes_on_leaves_the_table_whole(tmp_path):
    rows = [["职级", "标准"], ["P1", "550*"], ["P2", "700"]]

    def first(canvas):
        lines(canvas, wrapped(LONG, 38), y=400)
        table(canvas, rows, 200)
        lines(canvas, ["* 含服务费。"], y=100, size=8)

    def second(canvas):
        table(canvas, [rows[0], ["P3", "900"]], 780)
        lines(canvas, ["表后还有一段自成一句的文字。"], y=600)

    document = read(pdf(tmp_path / "a.pdf", [first, second]))
    assert len(document.tables) == 1
    assert page_of(document, "* 含服务费") == 1


def test_a_page_that_is_one_long_paragraph_keeps_its_note(tmp_path):
    document = two_pages(tmp_path, whole=True)
    assert [text[:1] for _, text in kinds(document)][:2] == ["¹", "²"]
    assert document.pages[0].start == 0
    assert document.pages[0].end == document.pages[1].start
