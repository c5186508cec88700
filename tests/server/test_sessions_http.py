"""Conversations over HTTP: kept for their owner, checked again when they are shown, gone when they are deleted."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import httpx
import pytest
from tests.server.living import served, youju

QUESTION = "出差多少天内报销？"
RULE = "# 差旅办法\n\n## 报销期限\n\n差旅费应在出差结束后15个工作日内提交报销申请。\n"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A base with one rule."""
    _rule(tmp_path, RULE)
    return tmp_path / "home"


def _rule(folder: Path, text: str) -> None:
    file = folder / "差旅办法.md"
    file.write_text(text, encoding="utf-8")
    done = youju(folder / "home", "add", str(file))
    assert done.returncode == 0, done.stderr


@pytest.fixture
def client(home: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[httpx.Client]:
    """A client of the owner's server."""
    monkeypatch.setenv("YOUJU_EMBEDDING__PROVIDER", "none")
    with served(home) as address, httpx.Client(base_url=f"{address}/api/v1", timeout=30) as opened:
        yield opened


def _begun(client: httpx.Client, *questions: str, title: str = "") -> str:
    begun = client.post("/sessions", json={"title": title})
    assert begun.status_code == 201
    for question in questions:
        asked = client.post("/answers", json={"question": question, "session_id": begun.json()["id"]})
        assert asked.status_code == 200
    return begun.json()["id"]


def test_a_conversation_keeps_its_answers_in_order_to_the_letter(client: httpx.Client) -> None:
    session = _begun(client)
    answers = [
        client.post("/answers", json={"question": question, "session_id": session}).json()
        for question in (QUESTION, "公司有没有食堂？")
    ]
    shown = client.get(f"/sessions/{session}").json()
    assert [turn["answer"] for turn in shown["turns"]] == answers
    assert [turn["question"] for turn in shown["turns"]] == [QUESTION, "公司有没有食堂？"]
    assert shown["title"] == QUESTION
    assert shown["answers"] == 2
    assert set(shown["turns"][0]["standing"].values()) == {"current"}


def test_the_last_used_stands_first_and_words_narrow(client: httpx.Client) -> None:
    first, second = _begun(client, QUESTION), _begun(client, title="别的 100%")
    client.post("/answers", json={"question": "公司有没有食堂？", "session_id": first})

    def ids(**wanted: str | int) -> list[str]:
        return [one["id"] for one in client.get("/sessions", params=wanted).json()["sessions"]]

    assert ids() == [first, second]
    assert ids(q="食堂") == [first]
    assert ids(q="别的") == [second]
    assert ids(q="%") == [second], "a sign in the words is that sign"
    assert ids(limit=1, offset=1) == [second]
    assert client.get("/sessions", params={"limit": 1}).json()["total"] == 2


def test_a_title_is_given_and_taken_away(client: httpx.Client) -> None:
    session = _begun(client, QUESTION)
    assert client.patch(f"/sessions/{session}", json={"title": "  报销\n期限 "}).json()["title"] == "报销 期限"
    assert client.patch(f"/sessions/{session}", json={"title": ""}).json()["title"] == QUESTION
    assert client.patch(f"/sessions/{session}", json={"title": "长" * 201}).status_code == 422


def test_what_changed_since_is_told(client: httpx.Client, tmp_path: Path) -> None:
    session = _begun(client, QUESTION)
    _rule(tmp_path, RULE.replace("15", "20"))
    turn = client.get(f"/sessions/{session}").json()["turns"][0]
    assert set(turn["standing"].values()) == {"changed"}
    assert "15个工作日" in turn["answer"]["text"], "what was said is not changed afterwards"
    exported = client.get(f"/sessions/{session}/export")
    assert "15个工作日" in exported.text
    assert "已变更" in exported.text


def test_an_exported_answer_is_verified_again(client: httpx.Client, home: Path, tmp_path: Path) -> None:
    session = _begun(client, QUESTION)
    answer = client.get(f"/sessions/{session}").json()["turns"][0]["answer"]
    file = tmp_path / "answer.json"
    file.write_text(httpx.Response(200, json=answer).text, encoding="utf-8")
    assert youju(home, "verify", str(file)).returncode == 0


def test_a_deleted_conversation_leaves_nothing(client: httpx.Client, home: Path) -> None:
    session = _begun(client, "薛定谔的猫能不能报销打车费呢？", title="绝无仅有的标题")
    answer = client.get(f"/sessions/{session}").json()["turns"][0]["answer"]["id"]
    assert client.delete(f"/sessions/{session}").status_code == 204
    for path in (f"/sessions/{session}", f"/sessions/{session}/export"):
        assert client.get(path).status_code == 404
    assert client.delete(f"/sessions/{session}").status_code == 404
    assert client.patch(f"/sessions/{session}", json={"title": "x"}).status_code == 404
    assert client.post("/answers", json={"question": QUESTION, "session_id": session}).status_code == 404
    assert client.get("/sessions").json() == {"sessions": [], "total": 0}
    left = b"".join(file.read_bytes() for file in home.rglob("*") if file.is_file())
    for words in ("薛定谔的猫", "绝无仅有的标题"):
        assert words.encode() not in left
    assert answer


def test_a_conversation_is_its_owners_alone(home: Path, client: httpx.Client) -> None:
    session = _begun(client, QUESTION)
    with served(home, "--as", "wang") as address, httpx.Client(base_url=f"{address}/api/v1", timeout=30) as other:
        assert other.get("/sessions").json() == {"sessions": [], "total": 0}
        for unknown in (session, "nothing"):
            answered = other.get(f"/sessions/{unknown}")
            assert answered.status_code == 404
            assert answered.json()["code"] == "not_found"
        assert other.post("/answers", json={"question": QUESTION, "session_id": session}).status_code == 404
        own = other.post("/sessions").json()["id"]
        asked = other.post("/answers", json={"question": QUESTION, "session_id": own}).json()
        assert asked["status"] == "answered"
    youju(home, "set", "差旅办法.md", "--role", "finance")
    with served(home, "--as", "wang") as address, httpx.Client(base_url=f"{address}/api/v1", timeout=30) as other:
        turn = other.get(f"/sessions/{own}").json()["turns"][0]
        assert turn["answer"] is None, "what it cites was closed"
        assert turn["standing"] == {}
        exported = other.get(f"/sessions/{own}/export").text
        assert "15个工作日" not in exported
        assert "差旅办法" not in exported


def test_an_export_cannot_smuggle_markup(client: httpx.Client) -> None:
    session = _begun(client, "<script>alert(1)</script> ![x](http://example.org/x.png)？")
    text = client.get(f"/sessions/{session}/export").text
    assert "<script>" not in text
    assert "![x](" not in text
