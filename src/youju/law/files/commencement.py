"""From when a text applies: 自2025年9月1日起施行, 自公布之日起施行, or nothing that belongs to this very text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date

from youju.law.files.days import DAY, day
from youju.law.files.facts import EffectiveHow, Event, PublishedHow
from youju.law.files.history import is_amended

_BEGINS = r"(?:开始)?(?:公布)?(?:施行|实施|执行|生效|试行)"
_ITSELF = (
    r"本(?:法典|法|条例|规定|办法|细则|规则|解释|决定|决议|修正案|批复|安排|意见|通知|规范|规程|标准|章程|制度|解答)"
)
_STATED = re.compile(rf"{_ITSELF}(?:（[^（）]*）)?(?:经[^。；]{{0,30}}?)?[，,]?\s*[自从于]\s*({DAY})\s*起?\s*{_BEGINS}")
_PUBLICATION = re.compile(rf"(?:{_ITSELF}|^)[，,]?\s*[自从]?(?:公布|发布|颁布|印发)之日起?\s*{_BEGINS}")


def stated_days(texts: Iterable[str]) -> list[date]:
    """The days that a text names for its own commencement (not for that of one of its articles), in order."""
    found = (day(match[1]) for text in texts for match in _STATED.finditer(text))
    return [one for one in found if one is not None]


def from_publication(texts: Iterable[str]) -> bool:
    """Whether a text applies from the day of its publication."""
    return any(_PUBLICATION.search(text) for text in texts)


def effective(
    texts: Sequence[str],
    notes: Sequence[str],
    history: Sequence[Event],
    published: tuple[date | None, PublishedHow],
) -> tuple[date | None, EffectiveHow]:
    """The first day on which this text applies, and how that is known. `texts` are its articles, `notes` its 题注.

    A day before the text's own publication is that of an older text: of an amended law the last article goes on telling
    when the first one began. So does 自公布之日起 in an amended law, and where the text tells of another publication
    than the one that is known.
    """
    made, how = published
    days = [event.day for event in history if event.act == "effective"] or stated_days(texts)
    if days:
        last = max(days)
        if made is None:
            return (None, "unknown") if is_amended(history) else (last, "stated")
        return (last, "stated") if last >= made else (None, "unknown")
    said = [event.day for event in history if event.act == "published"]
    first = not is_amended(history) and (how != "file_name" or not said)
    if made is not None and first and from_publication([*notes, *texts]):
        return made, "publication"
    return None, "unknown"
