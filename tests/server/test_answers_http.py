"""One answer over HTTP: as a document, as a stream, again, and the rest of it."""

from __future__ import annotations

import json
from pathlib import Path

import httpx
import pytest
from tests.server.living import ask_streamed, youju

from youju.text.language import REFUSAL

ANSWERED = ("差旅费要在多少天内报销？", "P7以上员工的试用期是多久？", "What is the hotel limit per night in zone B?")
REFUSED = "报销发票的抬头格式要求是什么？"


def ask(client: httpx.Client, question: str, **narrowing: str) -> dict:
    response = client.post("/api/v1/answers", json={"question": question, **narrowing})
    assert response.status_code == 200, response.text
    return response.json()


def evidence(answer: dict) -> list[tuple]:
    return [(c["numbers"], c["source"], c["pages"], c["quote"], c["view"]) for c in answer["citations"]]


@pytest.mark.parametrize("question", [*ANSWERED, REFUSED])
def test_document_and_stream_say_the_same(owner: httpx.Client, question: str) -> None:
    document, events = ask(owner, question), ask_streamed(owner, question)
    streamed = events[-1].data["answer"]
    assert streamed["text"] == document["text"]
    assert streamed["sentences"] == document["sentences"]
    assert evidence(streamed) == evidence(document)
    shown = [e.data for e in events if e.event == "sentence"]
    if question == REFUSED:
        assert (document["status"], document["text"], evidence(document), shown) == ("refused", REFUSAL["zh"], [], [])
    else:
        assert document["status"] == "answered" and evidence(document)
        assert "".join(s["lead"] + s["text"] for s in shown) == document["text"]


def test_the_command_line_says_the_same(owner: httpx.Client, sample_home: Path) -> None:
    for question in (ANSWERED[0], REFUSED):
        said = json.loads(youju(sample_home, "ask", question, "--json").stdout)
        document = ask(owner, question)
        assert (said["status"], said["text"], evidence(said)) == (
            document["status"],
            document["text"],
            evidence(document),
        )


@pytest.mark.parametrize("question", ANSWERED)
def test_events_come_in_the_order_of_the_contract(owner: httpx.Client, question: str) -> None:
    """A marker before its card does nothing when it is clicked: public faults 26."""
    events = ask_streamed(owner, question)
    assert events[0].event == "stage"
    assert [e.event for e in events].count("done") == 1 and events[-1].event == "done"
    assert [e.number for e in events] == list(range(1, len(events) + 1))
    cards: set[int] = set()
    for event in events:
        if event.event == "citation":
            cards.update(event.data["card"]["numbers"])
        if event.event == "sentence":
            assert set(event.data["citations"]) <= cards
    assert cards


def test_every_event_names_the_answer_that_can_be_read_again(owner: httpx.Client) -> None:
    events = ask_streamed(owner, ANSWERED[0])
    (identifier,) = {e.id.rpartition(".")[0] for e in events}
    assert identifier == events[-1].data["answer"]["id"]
    assert owner.get(f"/api/v1/answers/{identifier}").json() == events[-1].data["answer"]


@pytest.mark.parametrize("seen", [1, 3])
def test_a_broken_stream_goes_on_where_it_broke(owner: httpx.Client, seen: int) -> None:
    events = ask_streamed(owner, ANSWERED[0])
    rest = ask_streamed(owner, ANSWERED[0], after=events[seen - 1].id)
    assert rest == events[seen:]
    assert ask_streamed(owner, ANSWERED[0], after=events[-1].id) == []


def test_chinese_is_not_escaped_on_the_wire(owner: httpx.Client) -> None:
    body = {"question": ANSWERED[0]}
    assert "差旅" in owner.post("/api/v1/answers", json=body).text
    streamed = owner.post("/api/v1/answers", json=body, headers={"Accept": "text/event-stream"}).text
    assert "差旅" in streamed and "\\u" not in streamed


def test_an_answer_belongs_to_its_caller(owner: httpx.Client, guest: httpx.Client) -> None:
    identifier = ask(owner, ANSWERED[0])["id"]
    unknown = guest.get(f"/api/v1/answers/{'0' * 32}")
    for foreign in (
        guest.get(f"/api/v1/answers/{identifier}"),
        guest.post(f"/api/v1/answers/{identifier}/stop"),
        guest.post(
            "/api/v1/answers",
            json={"question": "x"},
            headers={"Accept": "text/event-stream", "Last-Event-ID": f"{identifier}.1"},
        ),
    ):
        assert (foreign.status_code, foreign.content) == (404, unknown.content)


def test_what_a_caller_may_not_read_is_not_answered(owner: httpx.Client, guest: httpx.Client) -> None:
    question = "P5的月基本工资区间上限是多少？"
    assert any("薪酬" in card["source"] for card in ask(owner, question)["citations"])
    refused = guest.post("/api/v1/answers", json={"question": question})
    assert "薪酬等级" not in refused.text and "24,000" not in refused.text


def test_the_date_chooses_the_version(owner: httpx.Client) -> None:
    question = "部门负责人的通讯补贴每月多少？"
    assert "200元" in ask(owner, question, at="2024-08-01")["text"]
    assert "260元" in ask(owner, question, at="2025-08-01")["text"]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"question": "   "}, "empty_question"),
        ({"question": "长" * 4001}, "question_too_long"),
        ({"question": "x", "at": "yesterday"}, "invalid_request"),
        ({"question": "x", "colour": "red"}, "invalid_request"),
        ({}, "invalid_request"),
    ],
)
def test_a_question_that_cannot_be_asked(owner: httpx.Client, body: dict, code: str) -> None:
    for accept in ("application/json", "text/event-stream"):
        response = owner.post("/api/v1/answers", json=body, headers={"Accept": accept})
        assert (response.status_code, response.json()["code"]) == (422, code)
        assert response.headers["content-type"] == "application/problem+json"
