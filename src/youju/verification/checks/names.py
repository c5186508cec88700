"""Who acts, organisations, people, places, titles and systems of a claim must be those of the cited text.

In a clause that repeats its source but for the names, each name must be the one at the same place: 由总经理批准 is not
proved by 由分管副总经理批准, nor a clause in which two parties have changed places. Elsewhere a name must stand in the
cited text, above it, or in the question.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from youju.caller import Caller
from youju.knowledge.values import Passage
from youju.text.folding import find_folded, fold
from youju.text.names import CHANGING, COMMON, ENGLISH_CHANGING, PLAIN, Name, find_names, is_strange
from youju.text.numbers import Quantity
from youju.verification.clauses import Clause, clauses_of, compare, heading_of
from youju.verification.protocol import Claim, Evidence, FailedCheck, ReferenceResolver
from youju.verification.repeats import Repeat, joined, leads_in, repeats_of
from youju.verification.slots import Beside, Masked, Slot, beside, mask
from youju.verification.wording import objection

_STATE = "中华人民共和国"


class NamesCheck:
    """Names of actors, organisations, people, places, titles, systems and addresses."""

    name = "names"

    def __init__(self, resolvers: Sequence[ReferenceResolver] = ()) -> None:
        self._resolvers = tuple(resolvers)

    async def check(self, claim: Claim, evidence: Evidence, caller: Caller) -> FailedCheck | None:
        """Object to the first name that the cited text does not give where the claim gives it."""
        comparison = compare(claim.text, evidence.cited)
        ground = _Ground(claim.question, evidence.cited)
        repeats = repeats_of(claim.text, evidence.cited)
        unlike = [_unlike(repeat, ground.cited()) for repeat in repeats]
        if unlike and all(unlike):
            return self._fails(claim, *next(one for one in unlike if one))
        settled = any(repeat.whole for repeat, one in zip(repeats, unlike, strict=True) if not one)
        leading = [clause.text for clause in clauses_of(claim.text) if leads_in(clause.text)]
        wrong = next(filter(None, (self._misled(words, ground, repeats) for words in leading)), None)
        for clause, source in () if settled else comparison.rests_on:
            wrong = wrong or (None if clause.text in leading else _wrong(clause, source, ground))
        return self._fails(claim, *wrong) if wrong else None

    def _misled(self, words: str, ground: _Ground, repeats: Sequence[Repeat]) -> tuple[str, str] | None:
        """A title in words that say where the statement stands, that the passage which it repeats does not bear; or
        another name that stands nowhere."""
        bearing = _Ground("", tuple(repeat.passage for repeat in repeats)) if repeats else ground
        for name in find_names(words):
            texts = (bearing if name.kind == "title" else ground).cited()
            if name.kind == "opening" or name.key in COMMON or _stands(name, [*texts, ground.question]):
                continue
            aliases = [alias for one in self._resolvers for alias in one.aliases(name.text) if name.kind == "title"]
            if not any(alias in fold(text).text for alias in aliases for text in texts):
                return name.text, ""
        return None

    def _fails(self, claim: Claim, said: str, found: str) -> FailedCheck:
        return objection(
            self.name,
            claim,
            f"“{said}”与所引资料不符" + (f"，资料为“{found}”。" if found else "，资料中没有。"),
            f"“{said}” is not what the cited passages name" + (f": “{found}”." if found else "."),
        )


class _Ground:
    """Where names may come from: the cited passages with what stands above them, and the question."""

    def __init__(self, question: str, cited: tuple[Passage, ...]) -> None:
        self.question = question
        self._cited = cited

    def above(self) -> list[str]:
        """What stands above the passages."""
        return [heading_of(passage) for passage in self._cited]

    def cited(self) -> list[str]:
        """All that is cited."""
        return [*(passage.text for passage in self._cited), *self.above()]

    def around(self, source: Clause) -> list[str]:
        """The paragraph of a source clause up to the end of its sentence, the paragraph before, what it inherits."""
        found = [source.text, source.inherited, *self.above()]
        for passage in self._cited:
            if all(part in passage.text[source.start : source.end] for part in source.text.split()):
                start = passage.text.rfind("\n", 0, source.start)
                found.append(passage.text[passage.text.rfind("\n", 0, max(0, start)) + 1 : source.end])
        return found


def names_fit(repeat: Repeat, cited: Sequence[Passage]) -> bool:
    """Whether the names of the claim are those of a sentence that it repeats."""
    return _unlike(repeat, _Ground("", tuple(cited)).cited()) is None


def _unlike(repeat: Repeat, texts: Sequence[str]) -> tuple[str, str] | None:
    return _misplaced(repeat.side, repeat.text, texts) or _replaced(repeat.side, repeat.text, [repeat.text])


def _wrong(clause: Clause, source: Clause | None, ground: _Ground) -> tuple[str, str] | None:
    """A name that is not proved, as the claim says it and as the source has it at that place (empty: nowhere)."""
    side = _beside(clause.text, source.text, begins=not clause.inherited) if source else None
    if source and side:
        wrong = _misplaced(side, source.text, ground.cited()) or _replaced(side, source.text, ground.around(source))
        if wrong:
            return wrong
    texts = ground.around(source) if side and source else ground.cited()
    for name in find_names(clause.text, begins=not clause.inherited):
        if name.kind == "opening" and not side:
            continue
        if not (_stands(name, texts) or name.key in COMMON or _stands(name, [ground.question])):
            return name.text, ""
    return None


@lru_cache(maxsize=4096)
def _masked(text: str, *, begins: bool) -> Masked[Name | Quantity]:
    return mask(text, (name for name in find_names(text, begins=begins) if name.kind != "opening"), joined)


@lru_cache(maxsize=4096)
def _beside(claim: str, source: str, *, begins: bool) -> Beside[Name | Quantity] | None:
    return beside(_masked(claim, begins=begins), _masked(source, begins=True))


def _names(slot: Slot[Name | Quantity]) -> tuple[Name, ...]:
    return tuple(fact for fact in slot.facts if isinstance(fact, Name))


def _misplaced(side: Beside[Name | Quantity], source: str, texts: Sequence[str]) -> tuple[str, str] | None:
    """A name that is not the one at the same place of the source, and that one."""
    for slot, rival in side.pairs:
        for name in _names(slot):
            proving = sum(_same(name, other, texts) for other in _names(rival))
            said = sum(name.key == other.key for other in _names(slot))
            if proving < said and not (proving == 0 and _read_otherwise(name, source)):
                return name.text, source[rival.start : rival.end]
    return None


_EDGES = " \t\r\n,.;:、。的之(（"
_PRONOUN = re.compile(
    r"(?:您|你|我们?|他|她|其|该|本|自己|这里|此处|the|their|your|our|his|her|its|you|they|we|it|he|she|them|\s)+"
)


def _replaced(side: Beside[Name | Quantity], source: str, texts: Sequence[str]) -> tuple[str, str] | None:
    """Words in the place of a name, and that name; or a name in the place of other words, and those. Pronouns may
    stand for names and names for pronouns."""
    for said, slot in side.replaced:
        words = said.strip(_EDGES)
        if _names(slot) and _says_more(words) and not any(find_folded(words, text) for text in texts):
            return words, source[slot.start : slot.end]
    for slot, was in side.put:
        words = was.strip(_EDGES)
        for name in _names(slot) if _says_more(words) else ():
            if not any(_written(name, text) or _stands(name, [text]) for text in texts):
                return name.text, words
    for said, was in side.reworded:
        if is_strange(said) and (not was or is_strange(was)) and not any(find_folded(said, text) for text in texts):
            return said, was
    return None


def _says_more(words: str) -> bool:
    return len(words) > 1 and not _PRONOUN.fullmatch(words)


def _read_otherwise(name: Name, source: str) -> bool:
    """Whether the source has the words of this name without being read as naming it: segments depend on neighbours."""
    return (
        not name.text.isascii()
        and not any(
            other.key.endswith(name.key) or name.key.endswith(other.key) for other in find_names(source, begins=False)
        )
        and _written(name, source)
    )


def _written(name: Name, text: str) -> bool:
    """Whether the text has the words of the name, with nothing in front that makes another name of them."""
    place = find_folded(name.text, text)
    while place:
        before = text[max(0, place[0] - 12) : place[0]]
        if not _changes(before[-1:] if before[-1:].strip() else before.split()[-1] if before.strip() else ""):
            return True
        place = find_folded(name.text, text, place[1])
    return False


def _same(name: Name, other: Name, texts: Sequence[str]) -> bool:
    """Whether the name may be said for the other: the same, the same with fewer words before it that change nothing,
    or with more that the cited text has."""
    if name.key == other.key:
        return True
    if name.kind == other.kind == "actor":
        return _same_actor(name, other, texts)
    if "person" in (name.kind, other.kind) or any(char.isdigit() for char in name.key + other.key):
        return False
    return name.key in other.key or other.key in name.key


def _same_actor(name: Name, other: Name, texts: Iterable[str]) -> bool:
    if other.key.endswith(name.key):
        return not _changes(other.key.removesuffix(name.key))
    if name.key.endswith(other.key):
        more = name.key.removesuffix(other.key)
        elsewhere = any(find_folded(more, text) for text in texts) and not _places(more)
        return not _changes(more) and (more in PLAIN or elsewhere)
    return False


def _places(words: str) -> bool:
    """Whether the words are a place: of a 大学 and a 瑞士 in one text nobody may make a 瑞士大学."""
    return any(name.kind == "place" for name in find_names(words))


def _changes(before: str) -> bool:
    """Whether these words in front make another name of it."""
    return before[-1:] in CHANGING or before.strip().casefold() in ENGLISH_CHANGING


def _stands(name: Name, texts: Sequence[str]) -> bool:
    """Whether one of the texts gives the name."""
    if name.kind == "title":
        wanted = name.key.replace(_STATE, "")
        return any(wanted in fold(text).text.replace(_STATE, "") for text in texts)
    if name.kind in ("latin", "proper", "opening"):
        word = re.compile(
            rf"(?<![A-Za-z])(?:{re.escape(name.text)}|{re.escape(name.key)})(?:e?s)?(?![A-Za-z])", re.IGNORECASE
        )
        return any(word.search(text) or find_folded(name.text, text) for text in texts)
    if name.kind != "actor":
        return any(name.key in fold(text).text for text in texts)
    return any(
        (other.kind == "actor" and (name.key == other.key or _same_actor(name, other, texts)))
        for text in texts
        for other in find_names(text, begins=False)
    ) or any(_read_otherwise(name, text) for text in texts)
