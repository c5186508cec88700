"""The one way an answer is made: a question goes in, typed events come out.

search (forced) → registry → the writer's sentences → the gate → shown or withheld → the whole answer → ledger
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Protocol

from youju.answering.composition import Composition
from youju.answering.events import AnswerEvent, DoneEvent, StageEvent
from youju.answering.extractive import Rarity, compose
from youju.answering.question import Question
from youju.caller import Caller
from youju.citations.registry import Registry
from youju.errors import CallerMistake
from youju.knowledge.ledger import Ledger
from youju.retrieval.finding import Finder
from youju.text.language import Language
from youju.verification.gate import Gate
from youju.verification.protocol import Claim

EXTRACTIVE = "extractive"
STAGES: dict[str, dict[Language, str]] = {
    "search": {"zh": "检索资料", "en": "Searching the documents"},
    "found": {"zh": "找到 {n} 处相关内容", "en": "{n} passages found"},
    "nothing": {"zh": "没有找到足以回答的内容", "en": "Nothing found that could answer"},
    "check": {"zh": "逐句核对", "en": "Checking each sentence"},
}
