"""The head of a law file: its title, the entries of its 题注, its table of contents, and where the text begins."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from youju.law.files.contents import contents_of, heads_contents
from youju.law.files.days import DAY
from youju.law.files.history import entries
from youju.law.files.kinds import instrument, number_in
from youju.law.files.marks import begins_structure, joined, lines
from youju.reading.document import ReadDocument

PREAMBLE = "序言"
INTRODUCTION = "引言"
"""What stands between the 题注 and 第一条. A constitution heads it 序言; the courts call theirs 引言."""

_EDITION = re.compile(r"[（(](?:\d{4}年?[^（）()]{0,12}|[^（）()]{0,8}(?:修正|修订|修改)[^（）()]{0,4})[）)]$")
_FILE_DATE = re.compile(r"[（(]\d{4}-\d{1,2}-\d{1,2}[）)]$")
_SUFFIX = re.compile(r"\.[A-Za-z]{2,5}$")
_FOLD = str.maketrans({"(": "（", ")": "）", "<": "〈", ">": "〉"})
_TITLE_WITHIN = 40
_TITLE_LINES = 3
_LONGEST_TITLE_LINE = 60
_LONGEST_NOTE = 400
_NOTE = re.compile(
    rf"[（(]?\s*(?:根据)?{DAY}.*(?:通过|批准|公布|发布|颁布|公告|修正|修订|修改|施行|实施|执行|生效)"
    rf"|[（(]?\s*{DAY}[）)]?\s*$"
    r"|[（(]?(?:自)?(?:发布|公布|颁布)之日起?(?:施行|实施|执行)"
    r"|.{0,30}(?:令|公告)\s*(?:第?\s*[\d一二三四五六七八九十百零〇]+\s*号)?$"
    r"|第\s*[\d一二三四五六七八九十百零〇]+\s*号$"
    r"|[\u4e00-\u9fff]{1,10}\s*[〔［\[（(]\s*\d{4}\s*[〕］\]）)]\s*第?\s*\d+\s*号"
    r"|.{0,30}关于(?:印发|发布|颁布|公布).*的通知$|.*(?:现印发给你们|现予公布|现予发布|请遵照执行|请认真贯彻)"
    r"|(?:主席|总理|部长|局长|主任|省长|市长|院长|检察长)\s*\S{2,10}$"
    r"|[\u4e00-\u9fff、\s]{2,40}(?:部|委员会|院|局|署|政府)$"
)
_PART = re.compile(r"第[^_]{1,6}[编篇章][^_]{0,20}|[^_]{1,12}[编篇]|[总分附通]则|序言")
_ADDRESSEES = re.compile(
    r"[^。；]{0,200}(?:厅|局|司|部|部门|单位|法院|检察院|政府|机构|委员会|公司|办公室)[）)]?[：:]$"
)
_TRANSMITTAL = re.compile(r"关于(?:印发|发布|颁布|公布)\s*[《〈].*[》〉]的通知$")


@dataclass(frozen=True, slots=True)
class Head:
    """What stands in front of the text. `name` is the official name (None: nobody says it), `part` the name of the part
    that the file holds of its law, `notes` the entries of the 题注.

    `preamble` is where the preamble begins in the read text (None: there is none), `named` whether it has a heading of
    its own, 序言. `contents` is the span of the table of contents, empty where there is none.
    """

    name: str | None
    part: str | None
    notes: tuple[str, ...]
    preamble: int | None
    named: bool = False
    contents: tuple[int, int] = (0, 0)


def head_of(read: ReadDocument, file_name: str, first: int | None) -> Head:
    """Take the head apart. `first` is where the first part or article of the body begins; None where there is none,
    then the head goes as far as its lines look like one."""
    rows = list(lines(read.text))
    title, above, after = _title(rows)
    stem, part = name_in_file(file_name)
    if title is None and instrument(stem):
        title = stem
    end = len(read.text) if first is None else first
    contents = contents_of(rows, len(read.text))
    below = [row for row in rows[after:] if row[0] < end and not contents[0] <= row[0] < contents[1]]
    if part and below and re.sub(r"\s", "", below[0][1]) == part:
        below = below[1:]
    notes, preamble = _notes(below, open_ended=first is None)
    before = [line for _, line in rows[:above] if _NOTE.match(line) or number_in(line)]
    notes = _orders([entry for line in before for entry in entries(line)]) + notes
    headed = any(start == preamble and joined(line) == PREAMBLE for start, line in below)
    return Head(official(title) if title else None, part, tuple(notes), preamble, headed, contents)


def official(title: str) -> str:
    """A title as the official name: no spaces, no 书名号 around it, no edition behind; full-width brackets."""
    plain = _FILE_DATE.sub("", re.sub(r"\s+", "", title)).translate(_FOLD)
    if plain.startswith("《") and plain.endswith("》") and plain.count("《") == 1:
        plain = plain[1:-1]
    return _EDITION.sub("", plain) or plain


def name_in_file(file_name: str) -> tuple[str, str | None]:
    """The law's name and the name of its part in a file's name: 民法典_合同编.md → 民法典, 合同编."""
    stem = official(_SUFFIX.sub("", file_name.rsplit("/", 1)[-1]))
    law, _, part = stem.partition("_")
    return (law, part) if _PART.fullmatch(part) else (stem, None)


def _title(rows: Sequence[tuple[int, str]]) -> tuple[str | None, int, int]:
    """The title near the top, which may be spread over lines, and the numbers of its line and of the one behind it.

    The notice that sends a text out (关于印发《…》的通知) is the title only where no other is found.
    """
    notice: tuple[str | None, int, int] = (None, 0, 0)
    for at, (_, line) in enumerate(rows[:_TITLE_WITHIN]):
        if heads_contents(line) or begins_structure(line):
            break
        found = _title_at(rows, at)
        if found and not _TRANSMITTAL.search(found[0]):
            return found[0], at, found[1]
        if found and notice[0] is None:
            notice = (found[0], at, found[1])
    return notice


def _title_at(rows: Sequence[tuple[int, str]], at: int) -> tuple[str, int] | None:
    """The title that begins on a line, and the number of the line behind it."""
    words = ""
    for further in range(at, min(at + _TITLE_LINES, len(rows))):
        row = rows[further][1]
        if "。" in row or "，" in row or (words and (_NOTE.match(row) or begins_structure(row))):
            return None
        words += joined(row)
        if instrument(official(words)):
            return words, further + 1
        following = rows[further + 1][1] if further + 1 < len(rows) else ""
        if len(row) > _LONGEST_TITLE_LINE or (_NOTE.match(row) and not following.startswith("关于")):
            return None
    return None


def _notes(rows: Sequence[tuple[int, str]], *, open_ended: bool) -> tuple[list[str], int | None]:
    """The entries of the 题注, and where what follows them begins."""
    last = -1
    for at, (_, line) in enumerate(rows):
        if joined(line) == PREAMBLE:
            break
        if len(line) <= _LONGEST_NOTE and (_NOTE.match(line) or (not open_ended and _ADDRESSEES.match(line))):
            last = at
        elif open_ended:
            break
    notes = _orders([entry for _, line in rows[: last + 1] for entry in entries(line)])
    rest = rows[last + 1 :]
    return notes, rest[0][0] if rest else None


def _orders(notes: list[str]) -> list[str]:
    """国务院令 and its 第514号 on the line below as one entry."""
    merged: list[str] = []
    for note in notes:
        if merged and merged[-1].endswith(("令", "公告")) and re.fullmatch(r"第[^，。]{1,8}号", note):
            merged[-1] += note
        else:
            merged.append(note)
    return merged
