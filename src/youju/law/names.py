"""Names of laws: official, short, abbreviated, dated, local, with 书名号 or none."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from difflib import SequenceMatcher
from importlib.resources import files

import rjieba

from youju.law.numerals import hanzi, number

STATE = "中华人民共和国"
_TABLE = tomllib.loads(files("youju.law").joinpath("names.toml").read_text(encoding="utf-8"))
ABBREVIATIONS: dict[str, str] = _TABLE["abbreviations"]
"""Abbreviations in use → short official names."""
WELL_KNOWN = frozenset[str](_TABLE["well_known"])
"""Laws that people name in passing, without 书名号."""

_YEAR = r"(?:19|20)\d{2}"
EDITION = re.compile(
    rf"[（(]\s*(?:({_YEAR})\s*(?:年|[-./])?[^（）()]{{0,20}}|[^（）()]{{0,8}}(?:修正|修订|修改)[^（）()]{{0,4}})\s*[）)]$"
)
"""The edition behind a name: （2012修正）, (2018-12-29), （1994年7月5日通过）, （修订版）."""
_DAY = re.compile(rf"({_YEAR})[-./年](\d{{1,2}})[-./月](\d{{1,2}})")
_LONGEST_KNOWN = max(map(len, [*WELL_KNOWN, *ABBREVIATIONS]))
_ISSUER = re.compile(
    r"(?:(?:最高人民法院|最高人民检察院|全国人民代表大会(?:常务委员会)?|国务院(?:办公厅)?|"
    r"[\u4e00-\u9fff]{2,14}部)[、和]?)+(?=关于)"
)
_PLACE = re.compile(
    r"(北京|天津|上海|重庆|河北|山西|辽宁|吉林|黑龙江|江苏|浙江|安徽|福建|江西|山东|河南|湖北|湖南|广东|海南|四川|贵州|"
    r"云南|陕西|甘肃|青海|内蒙古|广西|西藏|宁夏|新疆|[\u4e00-\u9fff]{2,3}?)(?:省|市|(?:壮族|回族|维吾尔)?自治区|经济特区)"
)
_FUNCTION_WORDS = "么的是看据照按依由从了到问查及用对在为因则即就也还见与和或其这那将把"
_COUNTRY = frozenset(("中国", "我国", "国家", "现行"))
_RUNNING = frozenset(("v", "p", "c", "d", "r", "f", "uj", "ul", "m", "q", "t"))
"""Tags of words that a name does not begin behind by chance: verbs, prepositions, particles."""
_FOLD = str.maketrans({"(": "（", ")": "）", "<": "〈", ">": "〉", "＜": "〈", "＞": "〉", "“": "", "”": ""})
_NUMBERED = re.compile(r"(解释|规定|意见|批复)(?:（([0-9０-９]{1,2})）|([一二三四五六七八九十]|[0-9０-９]{1,2}))$")
_NEAR = 0.78
"""Likeness from which a name is offered where the one written does not exist."""


def bare(name: str) -> str:
    """The name without 书名号, white space, 中华人民共和国 and an edition such as （2018修正） behind.

    Half-width brackets become full-width ones, 书名号 inside a name 〈〉; 解释（一） keeps its number, and 解释一 and
    解释(1) become it.
    """
    plain = EDITION.sub("", re.sub(r"\s+", "", name).translate(_FOLD))
    if plain.startswith("《") and plain.endswith("》"):
        plain = plain[1:-1]
    plain = EDITION.sub("", plain).replace("《", "〈").replace("》", "〉")
    plain = _NUMBERED.sub(_bracketed, plain)
    return plain.replace(STATE, "") or plain


def _bracketed(match: re.Match[str]) -> str:
    value = number(match[2] or match[3])
    return f"{match[1]}（{hanzi(value)}）" if value else match.group()


def edition_of(name: str) -> str | None:
    """The edition that a name carries: a year, or a day as 2012-12-28; None where it tells none or no date."""
    squeezed = re.sub(r"\s+", "", name).removesuffix("》")
    match = EDITION.search(squeezed) or EDITION.search(re.sub(r"\s+", "", name))
    if match is None:
        return None
    if day := _DAY.search(match.group()):
        return f"{day[1]}-{int(day[2]):02}-{int(day[3]):02}"
    return match[1]


def known_ending_at(text: str, end: int) -> str | None:
    """The longest well-known name or abbreviation that ends at `end`."""
    for start in range(max(0, end - _LONGEST_KNOWN), end - 1):
        if (name := text[start:end]) in WELL_KNOWN or name in ABBREVIATIONS:
            return name
    return None


class LawNames:
    """Finds official names by whatever a person writes. Built from the official names that there are; names that
    differ by 中华人民共和国 alone are one law."""

    def __init__(self, official: Iterable[str]) -> None:
        self._by_name: dict[str, set[str]] = {}
        self._spellings: dict[str, list[str]] = {}
        for name in sorted(official, key=lambda one: (not one.startswith(STATE), one)):
            self._spellings.setdefault(bare(name), []).append(name)
        for short in self._spellings:
            for one in _variants(short):
                self._by_name.setdefault(one, set()).add(short)

    def official(self, written: str) -> tuple[str, ...]:
        """The official names that `written` may stand for: none, one, or several (then nobody may guess)."""
        return tuple(sorted(self._spellings[short][0] for short in self._candidates(bare(written))))

    def spellings(self, official: str) -> tuple[str, ...]:
        """All names under which the law of this official name stands in the library."""
        return tuple(self._spellings.get(bare(official), (official,)))

    def within(self, written: str) -> tuple[str, ...]:
        """Like `official`, where running text may stand in front: 那么劳动合同法, 单位实施刑法, 中国公司法; but not
        平台劳动法, another law."""
        for start in range(1, len(written) - 1):
            if written[start - 1] in _FUNCTION_WORDS and (found := self.official(written[start:])):
                return found
        place = 0
        for word, tag in rjieba.tag(written):
            place += len(word)
            if (tag in _RUNNING or word in _COUNTRY) and (found := self.official(written[place:])):
                return found
        return ()

    def near(self, written: str, most: int = 3) -> tuple[str, ...]:
        """Official names that look like `written`, the likest first: to offer, never to take."""
        name = bare(written)
        wanted = ABBREVIATIONS.get(name, name)
        scored: list[tuple[float, str]] = []
        for known in self._by_name:
            matcher = SequenceMatcher(None, known, wanted, autojunk=False)
            longer = known.endswith(wanted) and len(wanted) >= 4  # 工资支付条例 for 广东省工资支付条例
            if longer or (matcher.real_quick_ratio() >= _NEAR and matcher.quick_ratio() >= _NEAR):
                likeness = 1.0 if longer else matcher.ratio()
                scored += [(likeness, one) for one in self._by_name[known]] if likeness >= _NEAR else []
        ranked = dict.fromkeys(one for _, one in sorted(scored, key=lambda each: (-each[0], each[1])))
        return tuple(self._spellings[short][0] for short in ranked)[:most]

    def _candidates(self, name: str) -> set[str]:
        if name in self._spellings:
            return {name}
        return self._by_name.get(name) or self._by_name.get(ABBREVIATIONS.get(name, ""), set()) or self._explained(name)

    def _explained(self, name: str) -> set[str]:
        """Interpretations by what they explain. 劳动争议解释（一）: names that hold its characters in this order and
        end with its number; 人身损害赔偿司法解释: names without a number that hold its words."""
        match = re.fullmatch(r"(.{0,14}?)(?:的)?(?:司法)?解释(（[一二三四五六七八九十]{1,3}）)?", name)
        if match is None:
            return set()
        words, ending = match[1], match[2] or ""
        words = ABBREVIATIONS.get(words, words)
        if not ending and len(words) < 3:
            return set()
        return {
            short
            for short in self._spellings
            if short.endswith(f"解释{ending}") and (_in_order(words, short) if ending else words in short)
        }


def _variants(short: str) -> set[str]:
    """What people call a law by rule: without its issuer, without 关于, without 省 or 市 behind its place."""
    found = {short, re.sub(r"（(?:试行|暂行)）$", "", short)}
    if issuer := _ISSUER.match(short):
        found.add(short[issuer.end() :])
    if place := _PLACE.match(short):
        found.add(place[1] + short[place.end() :])
    return found | {one.removeprefix("关于") for one in found if len(one) > 6}


def _in_order(characters: str, text: str) -> bool:
    rest = iter(text)
    return all(character in rest for character in characters)
