"""Queries on kept answers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from youju.caller import Caller
from youju.knowledge.models import AnswerPassageRow, AnswerRow, DocumentRow
from youju.knowledge.repository import readable


class AnswerRepository:
    """Queries over one connection."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._db = connection

    async def put(
        self,
        caller: Caller,
        answer: dict[str, Any],
        record: dict[str, Any],
        cited: dict[str, str],
        session: str | None = None,
    ) -> None:
        """Keep an answer with its evidence, in a conversation or alone. `cited`: passage id → document id."""
        await self._db.execute(
            insert(AnswerRow).values(
                id=answer["id"],
                caller=caller.name,
                question=answer["question"],
                created_at=datetime.now(UTC),
                answer=answer,
                record=record,
                session_id=session,
            )
        )
        if cited:
            rows = [{"answer_id": answer["id"], "passage_id": p, "document_id": d} for p, d in cited.items()]
            await self._db.execute(insert(AnswerPassageRow), rows)

    async def get(self, identifier: str, caller: Caller) -> dict[str, Any] | None:
        """An answer that was given to this caller, who may still read all that it cites."""
        cited = select(AnswerPassageRow.document_id).where(AnswerPassageRow.answer_id == AnswerRow.id)
        open_documents = select(DocumentRow.id).where(readable(caller))
        query = select(AnswerRow.answer).where(
            AnswerRow.id == identifier,
            AnswerRow.caller == caller.name,
            ~cited.where(AnswerPassageRow.document_id.not_in(open_documents)).exists(),
        )
        return (await self._db.execute(query)).scalar()

    async def count_citing(self, documents: Sequence[str]) -> int:
        """How many kept answers cite one of these documents."""
        query = select(func.count(AnswerPassageRow.answer_id.distinct()))
        return (await self._db.execute(query.where(AnswerPassageRow.document_id.in_(list(documents))))).scalar_one()

    async def delete_citing(self, document: str) -> None:
        """Delete the answers that cite a document."""
        citing = select(AnswerPassageRow.answer_id).where(AnswerPassageRow.document_id == document)
        await self._db.execute(delete(AnswerRow).where(AnswerRow.id.in_(citing)))
