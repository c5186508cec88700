"""A conversation as a document that a person keeps: Markdown, in the language of each question."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from urllib.parse import quote

from youju.answering.schemas import Answer
from youju.citations.schemas import Card
from youju.knowledge.sessions.values import Session, Turn
from youju.text.language import Language, language_of

_WORDS: dict[Language, dict[str, str]] = {
    "zh": {
        "untitled": "对话",
        "sources": "来源",
        "changed": "（引用后原文已变更或删除）",
        "closed": "（此回答引用的资料现在无权查看。）",
        "page": "第 {} 页",
    },
    "en": {
        "untitled": "Conversation",
        "sources": "Sources",
        "changed": " (the text has been changed or removed since)",
        "closed": "(This answer cites a document that you may no longer read.)",
        "page": "p. {}",
    },
}
_MARKUP = re.compile(r"([\\`*_{}\[\]<>#|~])")


def as_markdown(session: Session, turns: Sequence[Turn]) -> str:
    """The whole conversation. What is quoted from questions and documents is escaped: it cannot become markup."""
    language = language_of(session.title)
    parts = [f"# {_plain(session.title or _WORDS[language]['untitled'])}"]
    for turn in turns:
        parts += _turn(turn)
    return "\n\n".join(parts) + "\n"


def file_name(title: str) -> str:
    """A name for the file, percent-encoded; without what file systems do not take."""
    return quote(re.sub(r'[\\/:*?"<>|\x00-\x1f]+', " ", title).strip()[:60] or "youju", safe="")


def _turn(turn: Turn) -> Iterator[str]:
    words = _WORDS[language_of(turn.question)]
    yield f"## {_plain(' '.join(turn.question.split()))}"
    yield f"*{turn.asked_at:%Y-%m-%d %H:%M} UTC*"
    if turn.answer is None:
        yield words["closed"]
        return
    answer = Answer.model_validate(turn.answer)
    yield answer.text
    yield from (f"> {_plain(notice.text)}" for notice in answer.notices)
    if answer.citations:
        yield f"**{words['sources']}**"
        yield "\n".join(_source(card, turn, words) for card in answer.citations)


def _source(card: Card, turn: Turn, words: dict[str, str]) -> str:
    numbers = "".join(f"\\[{number}\\]" for number in card.numbers)
    page = words["page"].format(card.page_label) if card.page_label else ""
    where = " · ".join(part for part in (card.source, " › ".join(card.section), page, card.version) if part)
    cited = {card.passage_id, *(part.passage_id for part in card.parts)}
    changed = words["changed"] if any(turn.standing.get(one) == "changed" for one in cited) else ""
    return f"- {numbers} {_plain(where)}{changed}  \n  “{_plain(' '.join(card.quote.split()))}”"


def _plain(text: str) -> str:
    return _MARKUP.sub(r"\\\1", text)
