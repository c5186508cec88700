"""The one way an answer is made: a question goes in, typed events come out.

search (forced) → registry → the writer's sentences → the gate → shown or withheld → the whole answer → ledger
"""

from __future__ import annotations

from youju.text.language import Language

EXTRACTIVE = "extractive"
STAGES: dict[str, dict[Language, str]] = {
    "search": {"zh": "检索资料", "en": "Searching the documents"},
    "found": {"zh": "找到 {n} 处相关内容", "en": "{n} passages found"},
    "nothing": {"zh": "没有找到足以回答的内容", "en": "Nothing found that could answer"},
    "check": {"zh": "逐句核对", "en": "Checking each sentence"},
}
