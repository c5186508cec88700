"""The 题注 of a law: the lines below its title that tell when it was adopted, published, amended and put into force."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date

from youju.law.files.days import DAY, day
from youju.law.files.facts import Act, Event, PublishedHow

_ACTS: tuple[tuple[Act, re.Pattern[str]], ...] = (
    ("revised", re.compile(r"修订")),
    ("amended", re.compile(r"修正|修改")),
    ("published", re.compile(r"公布|发布|颁布|公告|印发")),
    ("adopted", re.compile(r"通过")),
    ("approved", re.compile(r"批准")),
    ("effective", re.compile(r"施行|实施|执行|生效")),
)
"""In this order: 2012年…通过的《…的决定》修正 is an amendment."""

_ORDERS = re.compile(r"现予?(?:公布|发布|印发)")
"""公布 said of the very paper that says it: its day stands below, not in front."""
_MAKING: frozenset[Act] = frozenset({"adopted", "approved", "published", "amended", "revised"})
_TITLE = re.compile(r"《[^《》]*(?:《[^《》]*》[^《》]*)*》|〈[^〈〉]*〉|<[^<>]*>")
_DAY = re.compile(DAY)
_FILE_DATE = re.compile(r"[（(](\d{4})-(\d{1,2})-(\d{1,2})[）)]")
_SPLIT = re.compile(rf"[ \t\u3000]+(?=根据|自|{DAY}|[\u4e00-\u9fff]{{1,8}}[〔［\[]\d{{4}})")
_BROKEN = re.compile(r"(?<=\d)\s(?=\d{1,3}\s?[年月日号])")
_WIDE = re.compile(r"(?<=[^ -~])[ \t\u3000]+|[ \t\u3000]+(?=[^ -~])")


def entries(line: str) -> Iterator[str]:
    """The entries of one line of a 题注, each without brackets around it and spaces inside: all layouts alike."""
    for piece in _SPLIT.split(_without_brackets(line.strip())):
        plain = _WIDE.sub("", _BROKEN.sub("", piece)).strip()
        if plain:
            yield plain


def _without_brackets(line: str) -> str:
    """（…） around the whole, or one that was left behind at an end."""
    if line[:1] in "（(" and not re.match(r"[（(][^（）()]*[）)].", line):
        line = line[1:]
    opening, closing = len(re.findall(r"[（(]", line)), len(re.findall(r"[）)]", line))
    return line[:-1] if line[-1:] in "）)" and closing > opening else line


def events(notes: Sequence[str]) -> tuple[Event, ...]:
    """What happened on the days that the entries name, in their order.

    A day with no act behind it is no event, but for the one below an order that says 现予公布.
    """
    found: list[Event] = []
    ordered = False
    for note in notes:
        alone = day(note) if ordered and re.fullmatch(DAY, note) else None
        found += [Event(alone, "published", note)] if alone else _events(note)
        ordered = ordered or _ORDERS.search(note) is not None
    return tuple(found)


def _events(note: str) -> Iterator[Event]:
    masked = _TITLE.sub(lambda match: "□" * len(match.group()), note)
    masked = _ORDERS.sub(lambda match: "□" * len(match.group()), masked)
    found = list(_DAY.finditer(masked))
    for at, match in enumerate(found):
        end = found[at + 1].start() if at + 1 < len(found) else len(masked)
        when, words = day(match.group()), masked[match.end() : end]
        for act in _acts(words):
            if when is not None:
                yield Event(when, act, note[match.start() : end].strip("，、；。 "))


def _acts(words: str) -> list[Act]:
    """What a clause says was done. 通过并公布 are two acts, 通过的决定修正 is one."""
    acts: list[Act] = [act for act, pattern in _ACTS if pattern.search(words)]
    if acts and acts[0] in {"revised", "amended"}:
        return acts[:1]
    if "effective" in acts and re.search(r"(?:公布|发布|颁布|通过)之日起?", words):
        acts.remove("effective")
    return acts


def is_amended(history: Sequence[Event]) -> bool:
    """Whether the text is a later one than the first that was made."""
    return any(event.act in {"amended", "revised"} for event in history)


def latest(history: Sequence[Event]) -> Event | None:
    """The act that made this very text: the last one but the day on which it takes effect."""
    return max((event for event in history if event.act in _MAKING), key=lambda event: event.day, default=None)


def first_published(history: Sequence[Event], *, national: bool) -> date | None:
    """When the first text of the law was published, as far as its history tells."""
    acts: set[Act] = {"published", "adopted"} if national else {"published"}
    return min((event.day for event in history if event.act in acts), default=None)


def file_date(name: str) -> date | None:
    """The day in a name such as 劳动合同法(2012-12-28).md."""
    match = _FILE_DATE.search(name)
    if match is None:
        return None
    try:
        return date(int(match[1]), int(match[2]), int(match[3]))
    except ValueError:
        return None


def published(history: Sequence[Event], in_name: date | None, *, national: bool) -> tuple[date | None, PublishedHow]:
    """When this text was published, and how that is known.

    A day in the file's name counts where the text tells of nothing later. National laws are published by the
    president's order on the day of their adoption (立法法第二十八条、第五十条); other texts days or weeks later, so the
    day of a meeting tells nothing of theirs.
    """
    last = latest(history)
    told = last and any(event.day == last.day and _tells_publication(event, national=national) for event in history)
    begins = any(event.act == "effective" and event.day == in_name for event in history)
    if in_name is not None and (last is None or in_name > last.day) and not (told and begins):
        return in_name, "file_name"
    if last is None:
        return None, "unknown"
    if told:
        return last.day, "stated"
    if national:
        return last.day, "adopted"
    return (in_name, "file_name") if in_name == last.day else (None, "unknown")


def _tells_publication(event: Event, *, national: bool) -> bool:
    if event.act in {"amended", "revised"}:
        return national or "会议" not in event.words
    return event.act == "published"
