"""What the text of a law says of itself: name, kind, issuer, number, place, dates, and what it ends."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from pathlib import Path

import pytest
from docx import Document
from tests.law.law_files import law_in

from youju.law.documents import LawDocument
from youju.law.files.reading import law_document
from youju.reading.document import ReadDocument

BODY = "第一条　甲。\n第二条　乙。\n第三条　{last}\n"


def law(head: str, last: str = "丙。", name: str = "文件.txt") -> LawDocument:
    found = law_document(ReadDocument(head + "\n" + BODY.format(last=last), ()), name)
    assert isinstance(found, LawDocument), found
    return found


@dataclass(frozen=True)
class Case:
    """A head as files have it, and what it tells."""

    name: str
    head: str
    kind: str
    issuer: str | None
    number: str | None
    place: str | None
    published: date | None
    how: str
    file: str = "文件.txt"


CASES = (
    Case(
        "a national law",
        "中华人民共和国测试法\n（2007年12月29日第十届全国人民代表大会常务委员会第三十一次会议通过）",
        "法律",
        "全国人民代表大会常务委员会",
        None,
        None,
        date(2007, 12, 29),
        "adopted",
    ),
    Case(
        "an order of the president",
        "中华人民共和国主席令\n第七十三号\n"
        "《全国人民代表大会常务委员会关于修改〈中华人民共和国测试法〉的决定》已由中华人民共和国第十一届全国人民代表大会常务委员会"
        "第三十次会议于2012年12月28日通过，现予公布，自2013年7月1日起施行。\n"
        "中华人民共和国主席　某某某\n2012年12月28日\n中华人民共和国测试法",
        "法律",
        "全国人民代表大会常务委员会",
        "主席令第七十三号",
        None,
        date(2012, 12, 28),
        "stated",
    ),
    Case(
        "an administrative regulation",
        "职工测试条例\n2007年12月7日国务院第198次常务会议通过\n"
        "2007年12月14日中华人民共和国国务院令第514号公布\n2008年1月1日 施行",
        "行政法规",
        "国务院",
        "国务院令第514号",
        None,
        date(2007, 12, 14),
        "stated",
    ),
    Case(
        "an amended regulation does not carry the number of its first order",
        "职工测试条例\n2003年4月27日中华人民共和国国务院令第375号公布\n2010年12月20日《国务院关于修改〈职工测试条例〉的决定》修订",
        "行政法规",
        "国务院",
        None,
        None,
        date(2010, 12, 20),
        "stated",
    ),
    Case(
        "the file's name tells of a later text than the head",
        "职工测试条例\n2003年4月27日中华人民共和国国务院令第375号公布",
        "行政法规",
        "国务院",
        None,
        None,
        date(2010, 12, 20),
        "file_name",
        "职工测试条例(2010-12-20).md",
    ),
    Case(
        "an interpretation with its number, published by an announcement",
        "最高人民法院\n关于审理测试案件\n适用法律问题的解释（二）\n法释〔2025〕12号\n"
        "《最高人民法院关于审理测试案件适用法律问题的解释（二）》已于2025年2月17日由最高人民法院审判委员会第1942次会议通过，"
        "现予公布，自2025年9月1日起施行。\n最高人民法院\n2025年7月31日",
        "司法解释",
        "最高人民法院",
        "法释〔2025〕12号",
        None,
        date(2025, 7, 31),
        "stated",
    ),
    Case(
        "of an interpretation the day of the meeting is not the day of publication",
        "最高人民法院关于审理测试案件的规定\n2020年12月23日最高人民法院审判委员会第1823次会议通过",
        "司法解释",
        "最高人民法院",
        None,
        None,
        None,
        "unknown",
    ),
    Case(
        "rules of a ministry sent out with a notice",
        "关于印发《工资测试暂行规定》的通知\n劳部发〔1994〕489号\n各省、自治区、直辖市劳动厅（局）：\n现印发给你们，请遵照执行。\n"
        "劳动部\n一九九四年十二月六日\n工资测试暂行规定",
        "部门规章",
        "劳动部",
        "劳部发〔1994〕489号",
        None,
        date(1994, 12, 6),
        "stated",
    ),
    Case(
        "local rules of a congress",
        "上海市测试条例\n（2023年11月22日上海市第十六届人民代表大会常务委员会第八次会议通过）",
        "地方性法规",
        "上海市人民代表大会常务委员会",
        None,
        "上海市",
        None,
        "unknown",
    ),
    Case(
        "local rules of a government",
        "广东省测试办法\n（2021年3月1日广东省人民政府令第283号公布　自2021年5月1日起施行）",
        "地方政府规章",
        "广东省人民政府",
        "广东省人民政府令第283号",
        "广东省",
        date(2021, 3, 1),
        "stated",
    ),
    Case(
        "a town that the issuer agrees with",
        "武汉市测试条例\n（2021年3月1日武汉市人民代表大会常务委员会公布）",
        "地方性法规",
        "武汉市人民代表大会常务委员会",
        None,
        "武汉市",
        date(2021, 3, 1),
        "stated",
    ),
    Case(
        "城市 is no place",
        "中华人民共和国城市测试法\n（2007年8月30日第十届全国人民代表大会常务委员会第二十九次会议通过）",
        "法律",
        "全国人民代表大会常务委员会",
        None,
        None,
        date(2007, 8, 30),
        "adopted",
    ),
    Case(
        "a decision that amends",
        "全国人民代表大会常务委员会关于修改《中华人民共和国测试法》的决定\n（2012年12月28日第十一届全国人民代表大会常务委员会第三十次会议通过）",
        "修改决定",
        "全国人民代表大会常务委员会",
        None,
        None,
        date(2012, 12, 28),
        "adopted",
    ),
    Case(
        "a day that the calendar has not",
        "职工测试条例\n2007年2月30日中华人民共和国国务院令第514号公布",
        "行政法规",
        "国务院",
        None,
        None,
        None,
        "unknown",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_what_a_head_tells(case: Case):
    found = law(case.head, name=case.file)
    assert found.title.startswith(("中华", "职工", "最高", "工资", "上海", "广东", "武汉", "全国")), found.title
    assert (found.kind, found.issuer, found.number, found.place) == (case.kind, case.issuer, case.number, case.place)
    assert (found.published, found.published_how) == (case.published, case.how)


ADOPTED = "中华人民共和国测试法\n（2007年6月29日第十届全国人民代表大会常务委员会第二十八次会议通过）"
AMENDED = ADOPTED[:-1] + "　根据2012年12月28日《关于修改〈中华人民共和国测试法〉的决定》修正）"
REVISED = ADOPTED[:-1] + "　2012年12月28日第十一届全国人民代表大会常务委员会第三十次会议修订）"
OLD_RULES = "职工测试条例\n2003年4月27日国务院令第375号公布"


@pytest.mark.parametrize(
    ("head", "last", "name", "day", "how"),
    [
        (ADOPTED, "本法自2008年1月1日起施行。", "", date(2008, 1, 1), "stated"),
        (ADOPTED, "本法自二〇〇八年一月一日起施行。", "", date(2008, 1, 1), "stated"),
        (ADOPTED, "本法自公布之日起施行。", "", date(2007, 6, 29), "publication"),
        (ADOPTED, "本法第二条自2008年1月1日起施行。", "", None, "unknown"),
        (ADOPTED, "丙。", "", None, "unknown"),
        (AMENDED, "本法自2008年1月1日起施行。", "", None, "unknown"),
        (AMENDED, "本法自公布之日起施行。", "", None, "unknown"),
        (REVISED, "本法自2013年7月1日起施行。", "", date(2013, 7, 1), "stated"),
        (OLD_RULES, "本条例自2004年1月1日起施行。", "职工测试条例(2010-12-20).md", None, "unknown"),
        (OLD_RULES, "本条例自发布之日起施行。", "职工测试条例(2010-12-20).md", None, "unknown"),
        ("职工测试条例", "本条例自发布之日起施行。", "职工测试条例(2010-12-20).md", date(2010, 12, 20), "publication"),
        ("职工测试条例\n国务院令第9号", "本条例自2004年1月1日起施行。", "", date(2004, 1, 1), "stated"),
    ],
)
def test_an_effective_day_is_that_of_this_very_text(head: str, last: str, name: str, day: date | None, how: str):
    found = law(head, last, name or "文件.txt")
    assert (found.effective_from, found.effective_how) == (day, how)


def test_the_history_is_kept_in_order():
    history = law(AMENDED).history
    assert [(event.day, event.act) for event in history] == [
        (date(2007, 6, 29), "adopted"),
        (date(2012, 12, 28), "amended"),
    ]
    assert "修正" in history[1].words


@pytest.mark.parametrize(
    ("head", "last", "expected"),
    [
        (
            ADOPTED,
            "本法自2008年1月1日起施行。《中华人民共和国旧法》、《更旧条例》同时废止。",
            [("旧法", None, None, None, date(2008, 1, 1)), ("更旧条例", None, None, None, date(2008, 1, 1))],
        ),
        (
            ADOPTED,
            "本解释自2025年9月1日起施行。《最高人民法院关于审理测试案件的解释（一）》（法释〔2020〕26号）"
            "第三十二条第一款同时废止。此前的司法解释与《最高人民法院关于审理测试案件的解释（一）》不一致的，以本解释为准。",
            [("最高人民法院关于审理测试案件的解释（一）", 32, 1, "法释〔2020〕26号", date(2025, 9, 1))],
        ),
        (
            AMENDED,
            "本法自公布之日起施行。1950年6月29日中央人民政府公布的《中华人民共和国测试法》同时废止。",
            [("测试法", None, None, None, date(2007, 6, 29))],
        ),
        (ADOPTED, "《旧法》规定的期限不废止。", []),
        (ADOPTED, "根据《旧法》制定的《旧规》同时废止。", [("旧规", None, None, None, None)]),
        (ADOPTED, "《旧法》继续有效。", []),
    ],
)
def test_what_a_text_ends(head: str, last: str, expected: list[tuple[object, ...]]):
    repeals = law(head, last).repeals
    found = [(one.locator.law, one.locator.article, one.locator.paragraph, one.number, one.since) for one in repeals]
    assert found == expected


def test_a_docx_of_the_national_database(tmp_path: Path):
    document = Document()
    document.core_properties.title = "PowerDocument"
    for line in (
        "中华人民共和国国务院令",
        "第514号",
        "　　《职工测试条例》已经2007年12月7日国务院第198次常务会议通过，现予公布，自2008年1月1日起施行。",
        "总理　某某某",
        "二〇〇七年十二月十四日",
        "职工测试条例",
        "　　第一条　为了测试，制定本条例。",
        "　　第二条　职工享受年休假：",
        "　　（一）第一种；",
        "　　（二）第二种。",
        "　　第三条　本条例自2008年1月1日起施行。",
    ):
        document.add_paragraph(line)
    document.save(str(tmp_path / "职工测试条例.docx"))
    found = law_in(tmp_path / "职工测试条例.docx")
    assert (found.title, found.number, found.issuer) == ("职工测试条例", "国务院令第514号", "国务院")
    assert (found.published, found.published_how) == (date(2007, 12, 14), "stated")
    assert (found.effective_from, found.effective_how) == (date(2008, 1, 1), "stated")
    assert [section.title for section in found.sections] == ["第一条", "第二条", "第三条"]


def test_the_labour_statutes_on_known_facts(statutes: Path):
    folder = statutes / "labour_md" / "md"
    second = law_in(folder / "最高人民法院关于审理劳动争议案件适用法律问题的解释（二）(2025-07-31).md")
    assert (second.number, second.published, second.effective_from) == (
        "法释〔2025〕12号",
        date(2025, 7, 31),
        date(2025, 9, 1),
    )
    (repeal,) = second.repeals
    assert (repeal.locator.article, repeal.locator.paragraph, repeal.since) == (32, 1, date(2025, 9, 1))
    contract = law_in(folder / "劳动合同法(2012-12-28).md")
    assert (contract.effective_from, contract.effective_how) == (None, "unknown")
    holidays = law_in(folder / "全国年节及纪念日放假办法(2024-11-10).md")
    assert (holidays.issuer, holidays.published, holidays.effective_from) == ("国务院", date(2024, 11, 10), None)
