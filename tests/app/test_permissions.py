"""No forbidden passage, title or count in any output, whatever the roles and the question.

Faults 68 (roles stored, never applied), 69 (private documents answer somebody else), 73 (may ask, may not open).
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from youju.answering.question import Question
from youju.app import Youju
from youju.caller import OWNER, Caller
from youju.errors import YoujuError
from youju.knowledge.importing import Wish
from youju.settings import Settings

ROLES = ["hr", "it", "legal"]
TOPICS = ["差旅报销", "年休假", "薪酬调整", "信息安全"]


@dataclass(frozen=True)
class Secret:
    """A document that says one thing under a name that nothing else carries."""

    name: str
    word: str
    roles: frozenset[str]


def secrets() -> list[Secret]:
    """Every set of roles with every topic."""
    sets = [frozenset(), *(frozenset({role}) for role in ROLES), frozenset({"hr", "it"})]
    return [
        Secret(f"{topic}制度{number}", f"暗号{topic}第{number}号", roles)
        for topic in TOPICS
        for number, roles in enumerate(sets)
    ]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("secrets")

    async def fill() -> None:
        async with Youju.open(Settings(home=folder / "home"), dense=False) as youju:
            for secret in secrets():
                path = folder / f"{secret.name}.md"
                path.write_text(f"# {secret.name}\n\n{secret.word}：员工应在30天内提交申请。\n", encoding="utf-8")
                async for item in youju.add(youju.sources([path]), Wish(roles=secret.roles), OWNER):
                    assert item.outcome == "added", item.message

    asyncio.run(fill())
    return folder / "home"


async def _everything(home: Path, question: str, caller: Caller) -> str:
    """Every way in which this caller can get content, as one text."""
    shown: list[object] = []
    async with Youju.open(Settings(home=home), dense=False) as youju:
        shown += [event async for event in youju.answer(Question(question), caller)]
        shown.append(await youju.search(question, caller, k=50, explain=True))
        shown.append(await youju.verify(question, caller))
        shown += await youju.documents(caller)
        for secret in secrets():
            for attempt in (youju.document, youju.history, youju.remove):
                try:
                    shown.append(await attempt(f"{secret.name}.md", caller))
                except YoujuError as error:
                    shown.append(error.line().replace(f"{secret.name}.md", "…"))
    return TypeAdapter(list[object]).dump_json(shown).decode()


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    roles=st.sets(st.sampled_from([*ROLES, "sales"])),
    question=st.sampled_from(
        [f"{topic}要在多少天内提交申请？" for topic in TOPICS] + [secret.word for secret in secrets()]
    ),
)
def test_nothing_forbidden_comes_out(home, roles, question):
    caller = Caller("someone", frozenset(roles))
    everything = asyncio.run(_everything(home, question, caller))
    for secret in secrets():
        if not caller.may_read(secret.roles):
            shown = everything.replace(question, "")
            assert secret.word not in shown
            assert secret.name not in shown


def test_the_same_documents_come_out_for_who_may_read_them(home):
    """The property above could hold for a program that shows nothing."""
    everything = asyncio.run(_everything(home, "薪酬调整要在多少天内提交申请？", Caller("x", frozenset({"hr"}))))
    assert "暗号薪酬调整第1号" in everything
    assert "暗号薪酬调整第2号" not in everything
