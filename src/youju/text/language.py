"""Which of the two languages a text is in, and the fixed sentences in both."""

from __future__ import annotations

from typing import Literal

Language = Literal["zh", "en"]

REFUSAL: dict[Language, str] = {
    "zh": "资料中未找到相关内容",
    "en": "The documents do not contain an answer to this.",
}
"""The one sentence that says that nothing was found, in the question's language."""


def language_of(text: str) -> Language:
    """`zh` if the text holds any CJK ideograph in proportion to its letters (one in six is enough), else `en`."""
    cjk = sum("\u4e00" <= char <= "\u9fff" for char in text)
    letters = sum(char.isalpha() for char in text)
    return "zh" if cjk and cjk * 6 >= letters else "en"
