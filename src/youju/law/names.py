"""Names of laws: official, short, abbreviated, with 书名号 or none."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from importlib.resources import files

import rjieba

STATE = "中华人民共和国"
_TABLE = tomllib.loads(files("youju.law").joinpath("names.toml").read_text(encoding="utf-8"))
ABBREVIATIONS: dict[str, str] = _TABLE["abbreviations"]
"""Abbreviations in use → short official names."""
WELL_KNOWN = frozenset[str](_TABLE["well_known"])
"""Laws that people name in passing, without 书名号."""

_EDITION = re.compile(
    r"[（(](?:\d{4}年?[^（）()]{0,12}|[^（）()]{0,8}(?:修正|修订|修改)[^（）()]{0,4}|\d{4}[-.]\d{1,2}[-.]\d{1,2})[）)]$"
)
_LONGEST_KNOWN = max(map(len, [*WELL_KNOWN, *ABBREVIATIONS]))
_ISSUERS = ("最高人民法院", "最高人民检察院", "全国人民代表大会常务委员会", "国务院")
_FUNCTION_WORDS = "么的是看据照按依由从了到问查及用对在为因则即就也还见与和或其这那将把"
_COUNTRY = frozenset(("中国", "我国", "国家", "现行"))
_RUNNING = frozenset(("v", "p", "c", "d", "r", "f", "uj", "ul", "m", "q", "t"))
"""Tags of words that a name does not begin behind by chance: verbs, prepositions, particles."""
_FOLD = str.maketrans({"(": "（", ")": "）", "<": "〈", ">": "〉"})


def bare(name: str) -> str:
    """The name without 书名号, white space, 中华人民共和国 and an edition such as （2018修正） behind.

    Half-width brackets become full-width ones, 书名号 inside a name 〈〉; 解释（一） keeps its number.
    """
    plain = _EDITION.sub("", re.sub(r"\s+", "", name).translate(_FOLD))
    if plain.startswith("《") and plain.endswith("》"):
        plain = plain[1:-1]
    plain = _EDITION.sub("", plain).replace("《", "〈").replace("》", "〉")
    return plain.replace(STATE, "") or plain


def known_ending_at(text: str, end: int) -> str | None:
    """The longest well-known name or abbreviation that ends at `end`."""
    for start in range(max(0, end - _LONGEST_KNOWN), end - 1):
        if (name := text[start:end]) in WELL_KNOWN or name in ABBREVIATIONS:
            return name
    return None


class LawNames:
    """Finds official names by whatever a person writes. Built from the official names that there are."""

    def __init__(self, official: Iterable[str]) -> None:
        self._by_name: dict[str, set[str]] = {}
        for name in official:
            short = bare(name)
            issuer = next((issuer for issuer in _ISSUERS if short.startswith(issuer)), "")
            for one in {short, short.removeprefix(issuer)}:
                self._by_name.setdefault(one, set()).add(name)

    def official(self, written: str) -> tuple[str, ...]:
        """The official names that `written` may stand for: none, one, or several (then nobody may guess)."""
        name = bare(written)
        exact = {one for one in self._by_name.get(name, ()) if bare(one) == name}
        found = exact or self._by_name.get(name) or self._by_name.get(ABBREVIATIONS.get(name, ""))
        return tuple(sorted(found or self._interpretations(name)))

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

    def _interpretations(self, name: str) -> set[str]:
        """For 劳动争议解释（一）: names that hold its characters in this order and end with its number."""
        match = re.fullmatch(r"(.{0,12}?)(?:司法)?解释(（[一二三四五六七八九十]{1,3}）)", name)
        if match is None:
            return set()
        words, ending = match.groups()
        return {
            one
            for known, names in self._by_name.items()
            if known.endswith(f"解释{ending}") and _in_order(words, known)
            for one in names
        }


def _in_order(characters: str, text: str) -> bool:
    rest = iter(text)
    return all(character in rest for character in characters)
