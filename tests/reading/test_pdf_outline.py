"""Bookmarks help to tell headings and are never trusted over the text (fault 50)."""

from tests.reading.made_files import kinds, lines, pdf, read

TEXT = "这一段说明申请的程序和时限，逾期不予受理，特殊情况由总经理批准后另行办理，并报财务部备案。"


def marked(folder, marks, pages):
    """`marks`: (title, level, page); `pages`: lists of lines, all in one size and weight."""

    def page(number, texts):
        def draw(canvas):
            for title, level, at in marks:
                if at == number:
                    key = f"{title}-{number}"
                    canvas.bookmarkPage(key)
                    canvas.addOutlineEntry(title, key, level)
            lines(canvas, texts, pitch=30)

        return draw

    return read(pdf(folder / "a.pdf", [page(number, texts) for number, texts in enumerate(pages, start=1)]))


def headings(document):
    return [(b.level, document.text[b.start : b.end]) for b in document.blocks if b.kind == "heading"]


def test_bookmarks_tell_headings_that_look_like_text(tmp_path):
    document = marked(
        tmp_path,
        [("申请与审批", 0, 1), ("申请", 1, 1), ("审  批", 1, 2)],
        [["申请与审批", "申请", TEXT], ["审批", TEXT, "附则的内容"]],
    )
    assert headings(document) == [(1, "申请与审批"), (2, "申请"), (2, "审批")]
    assert document.text.count(TEXT) == 2


def test_numbers_in_bookmarks_and_text_may_differ(tmp_path):
    document = marked(tmp_path, [("申请与审批", 0, 1)], [["第一章 申请与审批", TEXT]])
    assert headings(document) == [(1, "第一章 申请与审批")]


def test_bookmarks_without_their_text_add_and_remove_nothing(tmp_path):
    pages = [["申请与审批", TEXT], [TEXT]]
    plain = marked(tmp_path, [], pages)
    wrong = [("不存在的标题", 0, 1), ("申请与审批", 0, 2), (TEXT[:20], 1, 1)]
    document = marked(tmp_path, wrong, pages)
    assert (document.text, kinds(document)) == (plain.text, kinds(plain))


def test_body_between_and_before_bookmarks_is_kept(tmp_path):
    """A reader that cuts the file at its bookmarks loses what stands before the first."""
    before = "前言说明本制度的来由，不在书签之中，但同样是正文。"
    document = marked(tmp_path, [("审批", 0, 2)], [[before, TEXT], [TEXT, "审批", TEXT]])
    assert [text for _, text in kinds(document)] == [before, TEXT, TEXT, "审批", TEXT]


def test_a_bookmark_for_every_paragraph_makes_no_headings_of_long_ones(tmp_path):
    document = marked(tmp_path, [(TEXT * 3, 0, 1)], [[TEXT[:40], TEXT[40:], TEXT]])
    assert headings(document) == []


def test_levels_of_bookmarks_hold_under_a_title_without_one(tmp_path):
    def page(title):
        def draw(canvas):
            for text, level in (("总则", 0), ("目的", 1), ("范围", 1)):
                canvas.bookmarkPage(text)
                canvas.addOutlineEntry(text, text, level)
            if title:
                lines(canvas, ["差旅费管理办法"], y=800, size=22)
            lines(canvas, ["总则"], y=760, size=16)
            lines(canvas, ["目的", TEXT, "范围", TEXT], y=720, pitch=40)

        return draw

    under = [(1, "总则"), (2, "目的"), (2, "范围")]
    assert headings(read(pdf(tmp_path / "a.pdf", [page(None)]))) == under
    titled = headings(read(pdf(tmp_path / "b.pdf", [page("title")])))
    assert titled == [(1, "差旅费管理办法"), *((level + 1, text) for level, text in under)]
