"""What stands in quotation marks must stand in a cited passage."""

from __future__ import annotations

import re
from collections.abc import Iterator

from youju.caller import Caller
from youju.text.folding import find_folded
from youju.verification.clauses import heading_of
from youju.verification.protocol import Claim, Evidence, FailedCheck
from youju.verification.wording import objection

_OPENING = {"“": "”", "「": "」", "『": "』", "„": "“"}
_MARK = re.compile('[“”「」『』„"\n]')
_BLOCK = re.compile(r"(?m)^[ \t]{0,3}(?:>[ \t]?)+(.+)$")
_BLOCK_MARK = re.compile(r"(?m)^[ \t]{0,3}(?:>[ \t]?)+")
_OMISSION = re.compile(r"…+|\.{3,}|⋯+|\[…\]")
_EDGES = " \t\r\n\u3000。．.！!？?；;，,：:、*"
_NEGATION = "不未没无非"


class QuoteCheck:
    """Quotations are verbatim, apart from width, space, punctuation variants and marked omissions, and do not begin
    behind a negation that belongs to them."""

    name = "quote"

    async def check(self, claim: Claim, evidence: Evidence, caller: Caller) -> FailedCheck | None:
        """Object to the first quotation that no cited passage holds."""
        texts = [text for passage in evidence.cited for text in (_unquoted(passage.text), heading_of(passage))]
        for quotation in _quotations(claim.text):
            if any(_holds(text, quotation) for text in texts) or find_folded(quotation, claim.question):
                continue
            return objection(
                self.name,
                claim,
                f"引文“{quotation}”不在所引资料中。",
                f"The quotation “{quotation}” does not stand in the cited passages.",
            )
        return None


def _quotations(text: str) -> Iterator[str]:
    block = "\n".join(_BLOCK.findall(text)).strip(_EDGES)
    if block:
        yield block
    for start, end in _quoted(text):
        quotation = text[start:end].strip(_EDGES)
        if quotation:
            yield quotation


def _quoted(text: str) -> Iterator[tuple[int, int]]:
    """What stands between quotation marks, the inner quotations first. A straight mark opens and closes, and closes
    what a curly one opened and the other way round."""
    opened: list[tuple[str, int]] = []
    for mark in _MARK.finditer(text):
        char = mark[0]
        closes = [k for k, (opening, _) in enumerate(opened) if _closes(char, opening)]
        if char == "\n":
            opened = [one for one in opened if one[0] != '"']
        elif closes:
            yield opened[closes[-1]][1], mark.start()
            del opened[closes[-1] :]
        else:
            opened.append((char, mark.end()))


def _closes(char: str, opening: str) -> bool:
    if char == '"':
        return opening in '"“'
    return _OPENING.get(opening) == char or (opening == '"' and char == "”")


def _unquoted(text: str) -> str:
    """The text without the marks of its own block quotes."""
    return _BLOCK_MARK.sub("", text)


def _holds(text: str, quotation: str) -> bool:
    place = 0
    for part in _OMISSION.split(quotation):
        wanted = part.strip(_EDGES)
        if not wanted:
            continue
        span = find_folded(wanted, text, place)
        while span and text[span[0] - 1 : span[0]] in tuple(_NEGATION):
            span = find_folded(wanted, text, span[0] + 1)
        if span is None:
            return False
        place = span[1]
    return True
