"""Words that people use for one thing where rules of a company use another: 酒店 for what a table calls 住宿."""

from __future__ import annotations

_ALIKE = (
    ("住宿", "酒店", "宾馆", "住店", "房费", "客房", "住"),
    ("餐费", "餐补", "餐饮", "伙食", "用餐", "吃饭"),
    ("交通", "车费", "打车", "出行"),
    ("hotel", "accommodation", "lodging", "room"),
    ("meal", "food"),
)


def alike(text: str) -> frozenset[str]:
    """What may be said for something that the text (folded) names: all words of its group."""
    return frozenset(word for words in _ALIKE if any(len(one) > 1 and one in text for one in words) for word in words)


def others(word: str) -> tuple[str, ...]:
    """The other words (of two characters or more) of the group of this one; none for a word without a group."""
    return tuple(one for words in _ALIKE if word in words for one in words if one != word and len(one) > 1)
