"""What a person is told when a search was not all it should be, in the question's language."""

from __future__ import annotations

from typing import Literal

from youju.text.language import Language

Degraded = Literal["no_meaning", "no_keywords", "partly_embedded", "incomplete", "no_specialist"]

_TEXTS: dict[Degraded, dict[Language, str]] = {
    "no_meaning": {
        "zh": "语义检索不可用，仅按关键词检索。",
        "en": "Semantic search is unavailable; only keywords were searched.",
    },
    "no_keywords": {
        "zh": "关键词检索不可用，仅按语义检索；请运行 youju reindex。",
        "en": "Keyword search is unavailable; only meaning was searched. Run `youju reindex`.",
    },
    "partly_embedded": {
        "zh": "语义索引正在建立（{percent}%），其余资料暂按关键词检索。",
        "en": "The semantic index is being built ({percent}%); other documents are searched by keywords.",
    },
    "incomplete": {
        "zh": "检索索引不完整，可能漏掉资料；请运行 youju reindex。",
        "en": "The search index is incomplete and may miss documents. Run `youju reindex`.",
    },
    "no_specialist": {
        "zh": "专项检索模型不可用，相关资料仅按一般方式检索；请运行 youju doctor。",
        "en": "A ranking model is unavailable; general search stood in for it. Run `youju doctor`.",
    },
}


def notice(kind: Degraded, language: Language, **values: object) -> str:
    """The sentence for one kind of degraded search."""
    return _TEXTS[kind][language].format(**values)
