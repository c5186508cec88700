"""Names in Chinese and English text: who acts, organisations, people, places, titles, systems and addresses.

Chinese words come from the dictionary's own segments and tags; a name of an actor is a word with such an ending and the
words before it that say which one (信息安全部, 县级以上地方人民政府劳动行政部门). What is found is what a reader would
look up to see whether two sentences speak of the same one; it is no complete grammar.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Literal

import rjieba

from youju.text.folding import fold

NameKind = Literal["actor", "person", "place", "title", "contact", "latin", "proper", "opening"]


@dataclass(frozen=True, slots=True)
class Name:
    """A name at `[start, end)`, `text` as written.

    `key` is its folded form; of an actor with one word for parties that are the same (职工 is 员工). `opening` is a
    word that may have its capital only because it begins a sentence.
    """

    kind: NameKind
    text: str
    key: str
    start: int
    end: int


_TABLE = tomllib.loads(files("youju.text").joinpath("names.toml").read_text(encoding="utf-8"))


def _words(name: str) -> frozenset[str]:
    return frozenset(_TABLE[name].split())


_ACTORS, _ENDINGS, _BOUND = _words("actors"), tuple(_TABLE["endings"].split()), _words("bound")
_NOT_ACTORS = _words("not_actors")
PLAIN = _words("plain")
"""Words that may stand before a name without making another of it."""
CHANGING = _words("changing")
"""Characters that make another name of the one behind them: 副总经理, 被申请人."""
COMMON = _words("common")
"""Keys of parties that a sentence may name where its source names none."""
_PLACES, _LEVELS = _words("places"), _words("levels")
_SAME = {word.casefold(): group.split()[0] for group in _TABLE["same"].strip().splitlines() for word in group.split()}
_ENGLISH, _ENGLISH_COMMON = _words("english"), _words("english_common")
ENGLISH_CHANGING = _words("english_changing")
"""The same for English: deputy director."""


@lru_cache(maxsize=8192)
def find_names(text: str, *, begins: bool = True) -> tuple[Name, ...]:
    """All names in order of appearance, never overlapping. `begins` tells that the text begins a sentence, so that its
    first word is no name for having a capital."""
    found: list[Name] = []
    board = text
    for kind, pattern in _WHOLE:
        found += [_name(kind, match[0].strip("《》"), *match.span()) for match in pattern.finditer(board)]
        board = pattern.sub(lambda match: "\0" * len(match[0]), board)
    for match in _HAN.finditer(board):
        found += _chinese(match[0], match.start())
    found += _latin(board) if _HAN.search(text) else _english(board, begins=begins)
    found.sort(key=lambda name: (name.start, -name.end))
    kept: list[Name] = []
    for name in found:
        if not kept or name.start >= kept[-1].end:
            kept.append(name)
    return tuple(kept)


_TITLE = re.compile(r"《[^《》\n]{1,90}》")
_CONTACT = re.compile(
    r"https?://[^\s\u3000-\u9fff，。；、）)\]>]+|[A-Za-z0-9_.+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+|(?<![\w.])#[A-Za-z][\w-]{2,}"
)
_LITERAL = re.compile(
    r"第[一二三四]人|第三[方者]|(?:保证|抵押|担保|出质|质权|留置权|优先权)人|[甲乙丙丁]方|(?:被|申请)执行人|被(?:执行|申请|保险|保证|代理|继承|监护|许可|投诉|举报|处罚|上诉|征收|鉴定|监管|担保|委托|"
    r"调查|检查|扶养|抚养|收养|选举|请求|异议|救助)人"
)
"""Parties that the dictionary cuts in two."""
_WHOLE: tuple[tuple[NameKind, re.Pattern[str]], ...] = (
    ("title", _TITLE),
    ("contact", _CONTACT),
    ("actor", _LITERAL),
)
_HAN = re.compile(r"[\u4e00-\u9fff]+")


def _name(kind: NameKind, text: str, start: int, end: int) -> Name:
    return Name(kind, text, fold(text).text, start, end)


# ── Chinese ───────────────────────────────────────────────────────────────────────────────────────────────────────────

_STOPS = frozenset(("p", "c", "d", "r", "x", "m", "uj", "ul", "ud", "ug", "uz", "uv", "y", "zg", "q", "t"))
"""Tags of words that no name goes across."""
_PERSON = frozenset(("nr", "nrt", "nrfg"))
_SINGLE = frozenset("省市县区乡镇村省州科系院总副正分部处")
_SURNAMES = _words("surnames")


@lru_cache(maxsize=8192)
def _tagged(run: str) -> tuple[tuple[str, str], ...]:
    return tuple(rjieba.tag(run))


def _chinese(run: str, shift: int) -> Iterator[Name]:
    """The names of a run of ideographs."""
    place = shift
    before: list[tuple[str, str]] = []
    pending: Name | None = None
    for word, tag in _tagged(run):
        end = place + len(word)
        if _is_head(word, tag, before):
            before = [*before, (word, "n")]
            pending = _actor(before, end)
        else:
            if pending:
                yield pending
                pending = None
                before = []
            if kind := _proper(word, tag):
                yield _name(kind, _place_name(word) if kind == "place" else word, place, end)
            stops = tag in _STOPS or tag in _PERSON or (len(word) == 1 and word not in _SINGLE)
            before = [] if stops or word in PLAIN else [*before, (word, tag)][-6:]
        place = end
    if pending:
        yield pending


_COUNTING = frozenset("一二两三四五六七八九十百千万几数每某多")
_OFFICES = "部处科室组队局厅署院站社"


def _is_head(word: str, tag: str, before: Sequence[object]) -> bool:
    if word in _ACTORS or tag == "nt":
        return True
    if word in _NOT_ACTORS or word[0] in _COUNTING:
        return bool(before) and word in _BOUND
    if word in _BOUND:
        return bool(before)
    return tag not in _STOPS and (
        (len(word) > 1 and word.endswith(_ENDINGS)) or (len(word) > 2 and word[-1] in _OFFICES and tag[0] == "n")
    )


_OF_DEEDS = _words("of_deeds")
"""Heads that a verb may stand before, to say which one: 登记机关. Before others it says what is done to them."""


def _actor(words: Sequence[tuple[str, str]], end: int) -> Name:
    kept = [words[-1][0]]
    for word, tag in reversed(words[:-1]):
        if tag == "v" and kept[0] not in _OF_DEEDS:
            break
        kept.insert(0, word)
    text = "".join(kept)
    key = actor_key("".join([*kept[:-1], _SAME.get(kept[-1], kept[-1])]))
    return Name("actor", text, key, end - len(text), end)


_SHORT = re.compile("人民(?=政府|法院|检察院)|行政(?=主管部|管理部)")


def actor_key(text: str) -> str:
    """The form in which names of actors are compared: 职工 is 员工, 财务部门 is 财务部, 市人民政府 is 市政府."""
    text = text.removesuffix("门") if text.endswith("部门") and len(text) > 2 else text
    return _SAME.get(text.casefold(), _SHORT.sub("", text))


def _proper(word: str, tag: str) -> NameKind | None:
    if word in _PLACES or word in _LEVELS or (tag == "ns" and len(word) > 1 and not word.startswith("之")):
        return "place"
    if tag in _PERSON and len(word) > 1 and word[0] in _SURNAMES and len(word) <= 4:
        return "person"
    return "proper" if tag == "nz" and len(word) > 1 else None


def is_strange(words: str) -> bool:
    """Whether the dictionary does not know these ideographs, as it does not know most names."""
    return (
        len(words) > 1
        and bool(_HAN.fullmatch(words))
        and any(len(word) > 1 and (tag in _PERSON or not rjieba.has_word(word)) for word, tag in _tagged(words))
    )


def _place_name(word: str) -> str:
    return word[:-1] if len(word) > 2 and word[-1] in "省市县区州国" else word


# ── Latin script ──────────────────────────────────────────────────────────────────────────────────────────────────────

_LETTER = "A-Za-zÀ-ɏḀ-ỿ"
_LATIN = re.compile(
    rf"(?<![{_LETTER}0-9])[{_LETTER}](?:[{_LETTER}0-9.+#&'’_/-]*[{_LETTER}0-9+#])?(?:\s[A-Z][{_LETTER}-]+)*"
)
_UNITS = _words("units")


def _latin(board: str) -> Iterator[Name]:
    """Words in Latin script inside Chinese text: all are names, but for units and currencies."""
    for match in _LATIN.finditer(board):
        if match[0].casefold() not in _UNITS:
            yield _name("latin", match[0], match.start(), match.end())


_ENGLISH_WORD = re.compile(rf"[{_LETTER}0-9]+(?:[.&'’_][{_LETTER}0-9]+)*")
_BEGINS = re.compile(r"[.!?:;|\n“\"(*•>]\s*$|[-#]\s+$")


def _english(board: str, *, begins: bool) -> Iterator[Name]:
    """Capitalised words, but for the first of a sentence where it may be any word; and words for who acts."""
    place, last = 0, ""
    for match in _ENGLISH_WORD.finditer(board):
        word = match[0]
        first = begins if not place else _BEGINS.search(board[place : match.start()]) is not None
        place = match.end()
        singular = english_singular(word)
        if singular == "member" and last in ("staff", "team"):
            continue
        if singular in _ENGLISH or singular in _LEVELS:
            more = f"{last} " if last in ENGLISH_CHANGING else ""
            kind: NameKind = "place" if singular in _LEVELS else "actor"
            yield Name(kind, word, more + _SAME.get(singular, singular), match.start(), match.end())
        elif _capitalised(word, first=first) and _bare(word) not in _ENGLISH_COMMON:
            yield Name("proper", word, singular, match.start(), match.end())
        elif first and len(word) > 2 and word[0].isupper() and _bare(word) not in _ENGLISH_COMMON:
            yield Name("opening", word, singular, match.start(), match.end())
        last = word.casefold()


def english_singular(word: str) -> str:
    """The word in lower case without the ending of a plural or a genitive, or what is contracted with it."""
    word = re.sub(r"['’](?:s|ll|ve|re|d|m)?$", "", word.casefold())
    return word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > 3 else word


def _bare(word: str) -> str:
    return re.split("['’]", word)[0]


def _capitalised(word: str, *, first: bool) -> bool:
    digits = any(char.isdigit() for char in word)
    if sum(char.isupper() for char in word) + digits > 1 or (word[0].isalpha() and digits):
        return True
    return word[0].isupper() and len(word) > 1 and not first
