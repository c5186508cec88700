"""The assembly: reads settings, builds the parts, and offers them to the faces as one object.

The one place that knows every part. Faces (command line, HTTP) use `Youju` and nothing below it, except values.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from youju.answering.answer import Answering
from youju.answering.events import AnswerEvent
from youju.answering.question import Question
from youju.caller import Caller
from youju.errors import InputRejected, StorageFailed
from youju.index.lexical import TantivyIndex
from youju.index.vectors import VectorStore
from youju.knowledge.importing import Importer, Item, Wish
from youju.knowledge.ledger import Ledger
from youju.knowledge.originals import Originals
from youju.knowledge.sources import Source, expand
from youju.knowledge.values import DocumentInfo, VersionInfo
from youju.models.embedding import make_embedder
from youju.reading.reader import Limits
from youju.reading.worker import ReadingPool
from youju.retrieval.filling import Filling, fill_vectors
from youju.retrieval.finding import Finder
from youju.retrieval.values import Found
from youju.settings import Settings
