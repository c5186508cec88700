"""What is shown of a judged sentence. There is no policy that shows an unsupported one as supported."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Literal

from youju.citations.markers import parse
from youju.text.language import Language, language_of
from youju.verification.gate import CheckedSentence

Policy = Callable[[CheckedSentence], CheckedSentence | None]

WITHOUT_GROUND: dict[Language, str] = {"zh": "（未在资料中找到依据）", "en": " (no ground found in the documents)"}


def strict(sentence: CheckedSentence) -> CheckedSentence | None:
    """Withhold what is unsupported."""
    return None if sentence.verdict == "unsupported" else sentence


def annotate(sentence: CheckedSentence) -> CheckedSentence | None:
    """Show what is unsupported, marked as such and without a citation."""
    if sentence.verdict != "unsupported":
        return sentence
    text = parse(sentence.text, frozenset(sentence.citations)).without_markers()
    return replace(sentence, text=text + WITHOUT_GROUND[language_of(text)], citations=(), quotes=())


POLICIES: dict[Literal["strict", "annotate"], Policy] = {"strict": strict, "annotate": annotate}
