"""All queries of the ledger over one connection: what its doors open, and what they commit or roll back as one."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy.ext.asyncio import AsyncConnection

from youju.knowledge.answers.repository import AnswerRepository
from youju.knowledge.content.repository import ContentRepository
from youju.knowledge.deletion.repository import begin_deletion
from youju.knowledge.documents.repository import DocumentRepository
from youju.knowledge.editions.repository import EditionRepository
from youju.knowledge.feed.repository import FeedRepository
from youju.knowledge.names.repository import NameRepository
from youju.knowledge.recognition.repository import forget_pages
from youju.knowledge.runs.repository import RunRepository
from youju.knowledge.sessions.repository import SessionRepository
from youju.knowledge.versions.repository import VersionRepository


class Transaction:
    """The queries by what they are about."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection
        self.documents = DocumentRepository(connection)
        self.versions = VersionRepository(connection)
        self.names = NameRepository(connection)
        self.editions = EditionRepository(connection)
        self.content = ContentRepository(connection)
        self.feed = FeedRepository(connection)
        self.answers = AnswerRepository(connection)
        self.sessions = SessionRepository(connection)

    async def delete(self, documents: Sequence[str]) -> None:
        """Delete documents with all that tells of them: versions, names, pages that OCR read, answers that cite them,
        and their names in the records of imports."""
        runs = RunRepository(self._connection)
        for document in documents:
            await self.answers.delete_citing(document)
            await self.documents.delete(document)
            await begin_deletion(self._connection)
            await runs.blank(document)
        await forget_pages(self._connection)
