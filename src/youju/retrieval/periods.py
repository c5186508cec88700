"""Words for a time (2023年3月, 去年年底, 三个月前, 2008年以前, last year) as days, counted from a given today."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from youju.text.numerals import parse_numeral

EARLIEST = date(1900, 1, 1)
_HAN = str.maketrans("〇零○一二三四五六七八九０１２３４５６７８９", "0001234567890123456789")
_NUMBER = r"(?:\d{1,3}|[一二两三四五六七八九十]{1,3})"
_YEAR = r"(?:(?:19|20|１９|２０)[0-9０-９]{2}|[一二][九〇零○][〇零○一二三四五六七八九]{2})"
_EDGE = r"(?P<edge>(?:以|之)?(?:前|后)|以来|起(?!诉))?"
_HALVES = {"上半年": (1, 6), "下半年": (7, 12), "年初": (1, 1), "年底": (12, 12), "年末": (12, 12), "年中": (6, 7)}
_YEARS_AGO = {"去": 1, "上": 1, "前": 2, "大前": 3, "今": 0, "本": 0, "明": -1, "后": -2}
_MONTHS_AGO = {"上": 1, "上上": 2, "本": 0, "这": 0, "下": -1}
_DAYS_AGO = {"昨": 1, "前": 2, "今": 0, "明": -1}
_UNIT_DAYS = {"天": 1, "日": 1, **dict.fromkeys(("周", "星期", "个星期", "礼拜", "个礼拜"), 7)}
_ENGLISH_MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)


@dataclass(frozen=True, slots=True)
class Period:
    """A time that words tell: `[start, end]`, both days included. `place` is their span in the text, `words` what they
    are. `open` says that they only bound the time (2008年以前)."""

    start: date
    end: date
    place: tuple[int, int]
    words: str
    open: bool = False

    def settle(self, today: date) -> date:
        """The one day that stands for the period: its end, unless that lies in the future; then today, or the first
        day of a period that is still to come."""
        return self.start if self.start > today else min(self.end, today)


def periods(text: str, today: date, landmarks: Mapping[str, date] | None = None) -> list[Period]:
    """All times that the words of a text tell, in order, none inside another. `landmarks` are days that go by a name
    (民法典 → its commencement), for 民法典施行前. A date that cannot be (2月30日) is none."""
    found: list[Period] = []
    for start, words, place in _spoken(text, today, landmarks or {}):
        if start is not None and (not found or place[0] >= found[-1].place[1]):
            found.append(Period(*start, place, words, open=start[0] == EARLIEST))
    return found


_Days = tuple[date, date]
_Reading = Callable[[re.Match[str], date], _Days | None]


def _spoken(
    text: str, today: date, landmarks: Mapping[str, date]
) -> Iterator[tuple[_Days | None, str, tuple[int, int]]]:
    if landmarks:
        names = "|".join(re.escape(name) for name in sorted(landmarks, key=len, reverse=True))
        for match in re.finditer(rf"(?P<name>{names})》?{_IN_FORCE}", text):
            yield _edged(_one(landmarks[match["name"]]), match["edge"], today), match.group(), match.span()
    tokens = [
        (match.start(), -match.end(), match, read) for pattern, read in _READINGS for match in pattern.finditer(text)
    ]
    for _, _, match, read in sorted(tokens, key=lambda token: token[:2]):
        yield read(match, today), match.group(), match.span()


_IN_FORCE = r"[^。，；]{0,4}?(?:施行|实施|生效|出台|颁布|公布)(?P<edge>(?:以|之)?前)"
LANDMARK = re.compile(
    rf"《?(?P<name>[^《》，。；、\s]{{2,40}}?)》?(?:开始|正式)?{_IN_FORCE.removeprefix('[^。，；]{0,4}?')}"
)
"""A day that goes by a name, as people say it; a resolver may know the day."""


def _edged(days: _Days, edge: str | None, today: date) -> _Days | None:
    """What 以前 and 以后 make of a time."""
    if not edge:
        return days
    if edge.endswith("前"):
        return EARLIEST, days[0] - timedelta(1)
    return days[0], max(today, days[0])


def _one(day: date) -> _Days:
    return day, day


def _year(year: int, first: int = 1, last: int = 12) -> _Days:
    return date(year, first, 1), date(year, last, monthrange(year, last)[1])


def _number(words: str) -> int:
    value = parse_numeral(words.translate(str.maketrans("０１２３４５６７８９", "0123456789")))
    return int(value) if value is not None else 0


def _calendar(match: re.Match[str], today: date) -> _Days | None:
    """2023年, 2023年3月, 2023年3月5日, 二〇二三年底, 23年3月."""
    year = int(match["year"].translate(_HAN))
    year += 0 if year > 99 else 2000 if year <= (today.year + 1) % 100 else 1900
    return _within(year, match, today)


def _relative_year(match: re.Match[str], today: date) -> _Days | None:
    """去年, 前年年底, 今年3月."""
    return _within(today.year - _YEARS_AGO[match["which"]], match, today)


def _within(year: int, match: re.Match[str], today: date) -> _Days | None:
    try:
        if match["half"]:
            days = _year(year, *_HALVES["年" + match["half"] if match["half"] in "初底末中" else match["half"]])
        elif match["month"]:
            month = _number(match["month"])
            days = _year(year, month, month)
            if match["day"]:
                days = _one(date(year, month, _number(match["day"])))
        else:
            days = _year(year)
    except (ValueError, IndexError):
        return None
    return _edged(days, match["edge"], today)


def _iso(match: re.Match[str], today: date) -> _Days | None:
    try:
        day = date(int(match[1]), int(match[2]), int(match[3]))
    except ValueError:
        return None
    return _edged((day, day), match["edge"], today)


def _relative_month(match: re.Match[str], today: date) -> _Days | None:
    return _relative_months(today, _MONTHS_AGO[match["which"]])


def _relative_day(match: re.Match[str], today: date) -> _Days | None:
    return _one(today - timedelta(_DAYS_AGO[match["which"]]))


def _last_week(match: re.Match[str], today: date) -> _Days | None:
    monday = today - timedelta(today.weekday() + 7)
    return monday, monday + timedelta(6)


def _ago(match: re.Match[str], today: date) -> _Days | None:
    """三个月前, 半年前, 一年半以前, 10天前, 两年多前."""
    unit, half = match["unit"], match["count"] == "半"
    count = 0 if half else _number(match["count"])
    if unit in _UNIT_DAYS:
        return _one(today - timedelta(count * _UNIT_DAYS[unit]))
    if unit == "个月" and half:
        return _one(today - timedelta(15))
    months = count * (12 if unit == "年" else 1) + (6 if half or match["half"] else 0)
    return _one(_months_before(today, months)) if months else None


def _months_before(day: date, months: int) -> date:
    total = day.year * 12 + day.month - 1 - months
    year, month = divmod(total, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1])) if year >= 1 else EARLIEST


def _english(match: re.Match[str], today: date) -> _Days | None:
    """March 2021, in 2023, before 2008."""
    days = _year(int(match["year"]))
    if match["month"]:
        month = next(i for i, name in enumerate(_ENGLISH_MONTHS, 1) if name.startswith(match["month"].lower()[:3]))
        days = _year(int(match["year"]), month, month)
    return _edged(days, "前" if (match["edge"] or "").strip().lower() == "before" else None, today)


def _english_last(match: re.Match[str], today: date) -> _Days | None:
    """last year, last month."""
    return _year(today.year - 1) if match["unit"].lower() == "year" else _relative_months(today, 1)


def _relative_months(today: date, ago: int) -> _Days:
    months = today.year * 12 + today.month - 1 - ago
    return _year(months // 12, months % 12 + 1, months % 12 + 1)


def _english_ago(match: re.Match[str], today: date) -> _Days | None:
    count = 1 if match["count"].lower() in ("a", "an", "one") else _number(match["count"].lower())
    unit = match["unit"].lower()
    if unit in ("day", "week"):
        return _one(today - timedelta(count * (7 if unit == "week" else 1)))
    return _one(_months_before(today, count * (12 if unit == "year" else 1))) if count else None


_INSIDE_YEAR = (
    rf"(?:\s*(?P<half>上半年|下半年|年?[初底末中](?![秋期])))?"
    rf"(?:的?\s*(?P<month>{_NUMBER})\s*月份?(?:\s*(?P<day>{_NUMBER})\s*[日号])?)?\s*{_EDGE}"
)
_READINGS: tuple[tuple[re.Pattern[str], _Reading], ...] = (
    (re.compile(rf"(?<![\d０-９])(?P<year>{_YEAR})\s*年度?{_INSIDE_YEAR}"), _calendar),
    (
        re.compile(rf"(?<![\d０-９了满近共])(?P<year>\d{{2}})年(?=\s*{_NUMBER}\s*月|年?[初底末]){_INSIDE_YEAR}"),
        _calendar,
    ),
    (
        re.compile(rf"(?P<which>大前|去|(?<![以目])前|今|本|明|后|上)一?年(?!级|度|休|假|金|终|龄){_INSIDE_YEAR}"),
        _relative_year,
    ),
    (re.compile(rf"(?<!\d)((?:19|20)\d{{2}})[-./](\d{{1,2}})[-./](\d{{1,2}})(?!\d)\s*{_EDGE}"), _iso),
    (re.compile(r"(?P<which>上上|上|本|这|下)一?个?月(?!薪)"), _relative_month),
    (re.compile(r"(?P<which>昨|前|今|明)(?:天|日(?!常))"), _relative_day),
    (re.compile(r"上个?(?:周|星期|礼拜)"), _last_week),
    (
        re.compile(
            rf"(?P<count>半|{_NUMBER})\s*(?P<unit>年|个月|周|个?星期|个?礼拜|天|日)(?P<half>半)?(?:多|左右)?(?:以|之)?前"
        ),
        _ago,
    ),
    (
        re.compile(
            rf"\b(?:(?P<edge>in|since|during|before|of|from)\s+)?(?P<month>{'|'.join(_ENGLISH_MONTHS)}|"
            rf"{'|'.join(name[:3] for name in _ENGLISH_MONTHS)})\.?\s+(?P<year>(?:19|20)\d{{2}})\b",
            re.IGNORECASE,
        ),
        _english,
    ),
    (
        re.compile(r"\b(?P<edge>in|since|during|before)\s+(?P<month>)(?P<year>(?:19|20)\d{2})\b", re.IGNORECASE),
        _english,
    ),
    (re.compile(r"\blast (?P<unit>year|month)\b", re.IGNORECASE), _english_last),
    (
        re.compile(
            r"\b(?P<count>an?|one|two|three|four|five|six|seven|eight|nine|ten|\d{1,2}) "
            r"(?P<unit>year|month|week|day)s? ago\b",
            re.IGNORECASE,
        ),
        _english_ago,
    ),
)
