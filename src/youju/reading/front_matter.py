"""Front matter: what the beginning of a Markdown file says of the file, between two lines of hyphens or plus signs."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_FENCED = re.compile(
    r"---[ \t]*\n(?P<yaml>.*?)(?:^|\n)(?:---|\.\.\.)[ \t]*(?:\n|$)"
    r"|\+\+\+[ \t]*\n(?P<toml>.*?)(?:^|\n)\+\+\+[ \t]*(?:\n|$)",
    re.DOTALL | re.MULTILINE,
)
_ENTRY = re.compile(r"[\w\u4e00-\u9fff][\w\u4e00-\u9fff .-]*[:=](?:[ \t].*|$)")
_CONTINUED = re.compile(r"[ \t]+\S.*|- .*|-$|#.*|[\]}],?|\s*$")
_DATE = re.compile(r"(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})")
_DATES = {
    "date": "date",
    "日期": "date",
    "created": "date",
    "published": "date",
    "updated": "updated",
    "last_updated": "updated",
    "lastmod": "updated",
    "modified": "updated",
    "effective": "effective_from",
    "effective_date": "effective_from",
    "effective_from": "effective_from",
    "生效日期": "effective_from",
    "施行日期": "effective_from",
}
_LONGEST = 64 * 1024


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The title and the dates (ISO, by `date`, `updated`, `effective_from`), and where the text begins after them."""

    end: int = 0
    title: str | None = None
    dates: dict[str, str] = field(default_factory=dict[str, str])


def front_matter(text: str) -> FrontMatter:
    """Read it. Lines between rules that are no entries are text, not front matter: nothing of them is lost."""
    match = _FENCED.match(text[:_LONGEST])
    if match is None:
        return FrontMatter()
    lines = (match["yaml"] if match["yaml"] is not None else match["toml"]).split("\n")
    if not all(_ENTRY.fullmatch(line) or _CONTINUED.fullmatch(line) for line in lines):
        return FrontMatter()
    title: str | None = None
    dates: dict[str, str] = {}
    for line in lines:
        name, value = _entry(line)
        if name in {"title", "标题"} and value and value[0] not in "|>{[":
            title = title or value
        elif name in _DATES and (day := _DATE.search(value)):
            dates.setdefault(_DATES[name], f"{day[1]}-{int(day[2]):02}-{int(day[3]):02}")
    return FrontMatter(match.end(), title, dates)


def _entry(line: str) -> tuple[str, str]:
    if not _ENTRY.fullmatch(line):
        return "", ""
    at = min(place for place in (line.find(":"), line.find("=")) if place >= 0)
    value = line[at + 1 :].strip()
    if value[:1] in {"'", '"'}:
        end = value.rfind(value[0])
        return line[:at].strip().lower(), value[1 : max(end, 1)].replace('\\"', '"').replace("''", "'").strip()
    return line[:at].strip().lower(), value.partition(" #")[0].strip()
