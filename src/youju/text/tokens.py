"""The tokens that search counts: bigrams, words and codes, and an estimate of a model's tokens.

Every function is linear in the length of its text and folds full-width forms (NFKC) and case first, so that a question
and a document meet whatever their typing. Chinese is never one token: a run of ideographs gives all its bigrams, and
its words as the dictionary cuts them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

import rjieba

CJK = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u3040-\u30ff\uac00-\ud7af\U00020000-\U0003134f"

_REMEMBERED = 1 << 15
"""Latin words whose form is kept: a text repeats its own."""

LONGEST = 64
"""Characters of a token that count: nothing that people search for is longer."""

_RUN = re.compile(rf"([{CJK}]+)|([^\W_{CJK}]+(?:['’][^\W\d_{CJK}]+)?)")
_CODE_CHUNK = re.compile(r"(?:(?<![a-z0-9])[a-z]{1,6}(?:/[a-z])? (?=[0-9]{3}))?[a-z0-9+][a-z0-9@._%+\-/:#]*")
_NUMBERED_PLACE = re.compile(r"(?<![0-9])[0-9]{1,5}(?:室|会议室|号楼|楼|层|座|栋|单元|窗口)")
_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—―−﹣", "-"))
_COUNTED = re.compile(rf"([{CJK}])|([A-Za-z]+)|([0-9]+)|[^\s]")


def fold(text: str) -> str:
    """The form in which tokens are compared: full-width folded, dashes alike, lower case."""
    return unicodedata.normalize("NFKC", text).translate(_DASHES).lower()


def bigrams(text: str) -> list[str]:
    """Overlapping pairs of each run of ideographs (a run of one gives itself), Latin words and numbers, in order."""
    tokens: list[str] = []
    for run, word in _runs(text):
        if not run:
            tokens.append(word)
        elif len(run) == 1:
            tokens.append(run)
        else:
            tokens += [run[i : i + 2] for i in range(len(run) - 1)]
    return tokens


def words(text: str) -> list[str]:
    """Words in order: Chinese in search mode (a long word also gives the words inside it), Latin without its ending."""
    tokens: list[str] = []
    for run, word in _runs(text):
        if run:
            tokens += rjieba.cut_for_search(run)
        else:
            tokens.append(word)
    return tokens


def terms(text: str) -> list[str]:
    """Words in order, each long word once and whole: what a question is about, to be weighed one by one. Only words of
    the dictionary: guessed ones glue a verb to its neighbour (能放, 一签), single ideographs do no harm."""
    found: list[str] = []
    for piece in rjieba.cut(unicodedata.normalize("NFKC", text), hmm=False):
        runs = list(_runs(piece))
        if len(runs) > 1 and any(run for run, _ in runs):
            found.append(fold(piece))
        else:
            found += [run or word for run, word in runs]
    return found


def codes(text: str) -> list[str]:
    """Names made of letters and digits (GB/T 2024-001, ISO9001, v1.2.3), addresses, telephone and room numbers, in
    order, each in one normal form: `GB／T－2024–001` and `gb/t 2024-001` are both `gbt2024001`."""
    folded = fold(text)
    found = [(match.start(), _code(match[0])) for match in _CODE_CHUNK.finditer(folded)]
    found += [(match.start(), match[0]) for match in _NUMBERED_PLACE.finditer(folded)]
    return [code for _, code in sorted(found) if code]


def estimate_tokens(text: str) -> int:
    """About how many tokens a language model counts: an ideograph or a symbol is one, four letters are one, three
    digits are one. Rounded up per run, so short texts are never taken for nothing."""
    total = 0
    for match in _COUNTED.finditer(text):
        letters, digits = match[2], match[3]
        total += -(-len(letters) // 4) if letters else -(-len(digits) // 3) if digits else 1
    return total


def stem(word: str) -> str:
    """An English word without its plural or verb ending: reimbursements, reimbursed → reimburs. Others unchanged."""
    if len(word) < 4 or not word.isascii() or not word.isalpha():
        return word
    word = _singular(word)
    for ending in ("ment", "ing", "ed"):
        if word.endswith(ending) and len(word) >= len(ending) + 4:
            word = word[: -len(ending)]
            if word[-1] == word[-2] and word[-1] not in "lsz":
                word = word[:-1]
            break
    return word[:-1] if len(word) > 4 and word[-1] == "e" else word


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "sses", "xes", "zes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def _runs(text: str) -> Iterator[tuple[str, str]]:
    """(run of ideographs, "") or ("", folded Latin word or number), in order."""
    for match in _RUN.finditer(fold(text)):
        if match[1]:
            yield match[1], ""
        else:
            yield "", _latin(match[2])


@lru_cache(maxsize=_REMEMBERED)
def _latin(word: str) -> str:
    """The stem of a word without what stands behind its apostrophe."""
    return stem(word.replace("’", "'").partition("'")[0][:LONGEST])


@lru_cache(maxsize=_REMEMBERED)
def _code(chunk: str) -> str:
    """The normal form of a chunk that is a code, else empty."""
    chunk = chunk.strip(" ._%-/:#+")
    local, at, host = chunk.partition("@")
    if at:
        return chunk if local and "." in host and "@" not in host else ""
    digits = sum(char.isdigit() for char in chunk)
    parts = re.split(r"[-/:_#+ ]", chunk)
    dotted = chunk.count(".") >= 2 and all(chunk.split("."))
    mixed = digits and any(char.isalpha() for char in chunk)
    grouped = digits == len(chunk.replace("-", "")) and (digits >= 7 or len(parts) > 1)
    if len(chunk) <= LONGEST and (mixed or dotted or grouped):
        return "".join(parts)
    return ""
