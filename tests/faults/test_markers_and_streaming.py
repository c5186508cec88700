"""Markers in all their spellings, while they arrive, and on every face: kinds 22 to 34 of docs/faults.md."""

from __future__ import annotations

import json
import re
import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.faults.documents import CASE, DEADLINE, IN_TIME, RECURRENCE, RESULT, ROOM, STATES, TOO_LATE, TWO
from tests.faults.scene import MARKER, Stage, given, number_of, numbers_in, parts_of, squeezed
from tests.models.scripted import Turn, calls, pauses, raw, says
from tests.server.living import Event

from youju.citations.markers import DIALECTS, INSTRUCTION, SEVERAL


def two_sources(request: dict[str, Any]) -> Turn:
    return says(f"{IN_TIME}[{number_of(request, IN_TIME)}]。{ROOM}[{number_of(request, ROOM)}]。")


def sentences(events: list[Event]) -> list[str]:
    return [event.data["lead"] + event.data["text"] for event in events if event.event == "sentence"]


def test_22_doubled_brackets_and_glued_words_lose_nothing(stage: Stage):
    answer = stage.ask(DEADLINE, says(f"{IN_TIME}[[1]]。{TOO_LATE[:13]}[[1]]{TOO_LATE[13:]}。"))
    assert answer["text"] == f"{IN_TIME}[1]。{TOO_LATE[:13]}[1]{TOO_LATE[13:]}。"
    assert MARKER.sub("", answer["text"]) == f"{IN_TIME}。{TOO_LATE}。"


@pytest.mark.parametrize("tokens", ["[a|][|b]", "[|a][b|]", "[a]|[|b|]", "[a][b]"])
def test_23_brackets_in_one_token_are_two_markers(stage: Stage, tokens: str):
    def from_both(request: dict[str, Any]) -> Turn:
        numbers = {"a": number_of(request, IN_TIME), "b": number_of(request, ROOM)}
        pieces = ["".join(str(numbers.get(char, char)) for char in token) for token in tokens.split("|")]
        return says(f"{IN_TIME}；{ROOM}", *pieces, "。")

    events = stage.stream(TWO, from_both)
    both = number_of(stage.requests[0], IN_TIME), number_of(stage.requests[0], ROOM)
    assert sentences(events) == [f"{IN_TIME}；{ROOM}[{both[0]}][{both[1]}]。"]
    assert tuple(parts_of(events[-1].data["answer"])) == both


@pytest.mark.parametrize(
    "markers",
    ["".join(f"[{n}]" for n in range(1, 501)), f"[{','.join(map(str, range(1, 501)))}]", "[" * 5000, "[1" * 2000],
    ids=["apart", "list", "brackets", "unclosed"],
)
def test_24_a_list_of_five_hundred_numbers_does_not_stall_the_stream(stage: Stage, markers: str):
    began = time.monotonic()
    events = stage.stream(DEADLINE, says(f"{IN_TIME}[1]。", f"{TOO_LATE}{markers}。", every=7))
    assert time.monotonic() - began < 20  # a second where nothing else runs
    assert sentences(events)[0] == f"{IN_TIME}[1]。"
    offered = {one.number for one in given(stage.requests[0])}
    assert set(parts_of(events[-1].data["answer"])) <= offered


@pytest.mark.parametrize(
    ("question", "claim"),
    [
        (DEADLINE, IN_TIME),
        (
            "When must travel claims be submitted?",
            "Travel claims must be submitted within 15 working days after the end of the trip",
        ),
    ],
)
def test_25_the_form_that_the_prompt_asks_for_is_read(stage: Stage, question: str, claim: str):
    forms: list[str] = []

    def as_told(request: dict[str, Any]) -> Turn:
        forms[:] = re.findall(r"(?:[\[【(（{]\^?\w*\d\w*[\])】）}])+", request["messages"][0]["content"])
        return says(f"{claim}{forms[0]}.")

    answer = stage.ask(question, as_told)
    assert {INSTRUCTION, SEVERAL} <= set(forms)
    assert all(MARKER.sub("", form) == "" for form in forms)
    assert numbers_in(answer["text"]) == list(parts_of(answer)) == [1]


def test_26_a_card_comes_before_the_first_marker_that_needs_it(stage: Stage):
    known: set[int] = set()
    used: set[int] = set()
    for event in stage.stream(TWO, two_sources):
        if event.event == "citation":
            known |= set(event.data["card"]["numbers"])
        if event.event == "sentence":
            used |= set(numbers_in(event.data["text"]))
            assert used <= known
    assert len(used) == 2


def test_26_a_click_while_the_answer_arrives_opens_the_page(stage: Stage, page: Page):
    stage.play(says(f"{IN_TIME}[1]。") + pauses(2) + says(f"{TOO_LATE}[1]。"))
    page.fill("#question", DEADLINE)
    page.press("#question", "Enter")
    page.locator("#answer .chip").first.click()
    expect(page.locator("#answer .prose")).to_have_attribute("aria-busy", "true")
    expect(page.locator("#viewer")).to_be_visible()
    expect(page.frame_locator("#viewer-frame").locator("svg").first).to_have_attribute(
        "aria-label", re.compile("15个工作日")
    )
    expect(page.locator("#answer .chip")).to_have_count(2)


SPLIT = f"{TOO_LATE}[1][^1]【99】。"


def test_27_no_split_of_the_text_shows_half_a_marker(stage: Stage):
    for cut in range(len(SPLIT) + 1):
        assert sentences(stage.stream(DEADLINE, says(SPLIT[:cut], SPLIT[cut:]))) == [f"{TOO_LATE}[1]。"]


def test_27_no_pause_inside_a_marker_shows_half_of_it(stage: Stage):
    for cut in range(len(TOO_LATE), len(SPLIT)):
        arriving = says(SPLIT[:cut]) + pauses(0.06) + says(SPLIT[cut:])
        assert sentences(stage.stream(DEADLINE, arriving)) == [f"{TOO_LATE}[1]。"]


def test_27_bytes_that_come_one_by_one_give_the_same(stage: Stage):
    chunks = [{"choices": [{"index": 0, "delta": {"content": text}}]} for text in (SPLIT[:17], SPLIT[17:])]
    chunks.append({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
    lines = [f"data: {json.dumps(chunk, ensure_ascii=False)}\n\n" for chunk in chunks]
    body = "".join([*lines, "data: [DONE]\n\n"]).encode()
    events = stage.stream(DEADLINE, raw(*(body[at : at + 1] for at in range(len(body)))))
    assert sentences(events) == [f"{TOO_LATE}[1]。"]


@pytest.mark.parametrize("ending", ["[", "[1", "[1][", "[1][2", "[1]【2", "[1][ID:"])
def test_27_a_marker_that_never_ends_is_not_shown(stage: Stage, ending: str):
    events = stage.stream(DEADLINE, says(f"{IN_TIME}[1]。{TOO_LATE}{ending}"))
    assert sentences(events) == [f"{IN_TIME}[1]。", f"{TOO_LATE}[1]"]


def test_28_an_index_in_code_is_neither_link_nor_lost(odd: Stage):
    question = "数组dp表示什么？"
    for answer in (odd.ask(question), odd.ask(question, says(f"{STATES[:-1]}[1]。")), odd.ask(question, says(STATES))):
        assert answer["text"] == f"{STATES[:-1]}[1]。"
        assert list(parts_of(answer)) == [1]
    assert RECURRENCE in str(odd.requests[0]["messages"])
    code = odd.ask(question, says(f"`{RECURRENCE}`[1]"))
    assert code["text"] == f"`{RECURRENCE}`[1]"


def test_28_a_marker_behind_an_index_is_told_from_it(odd: Stage):
    question = "最后一天卖出股票的收益记在哪里？"
    for answer in (odd.ask(question), odd.ask(question, says(RESULT)), odd.ask(question, says(f"{RESULT[:-1]} [1]。"))):
        assert answer["text"] == f"{RESULT[:-1]} [1]。"
        assert list(parts_of(answer)) == [1]


def test_28_the_page_shows_an_index_as_it_is_written(odd: Stage, page: Page):
    odd.play(says(f"{STATES[:-1]}[1]。"))
    page.goto(str(odd.client.base_url))
    page.fill("#question", "数组dp表示什么？")
    page.press("#question", "Enter")
    prose = page.locator("#answer .prose")
    expect(prose).to_have_attribute("aria-busy", "false")
    expect(prose.locator(".chip")).to_have_count(1)
    assert prose.inner_text().strip() == f"{STATES[:-1]}1。"
    assert prose.locator("a").count() == 0


def test_29_every_dialect_is_the_one_form_on_the_wire(stage: Stage):
    plain = {one_form: stage.ask(DEADLINE, says(f"{TOO_LATE}{one_form}。")) for _, one_form in DIALECTS}
    for written, one_form in DIALECTS:
        answer = stage.ask(DEADLINE, says(f"{TOO_LATE}{written}。"))
        assert answer["text"] == plain[one_form]["text"], written
        assert 1 in parts_of(answer), written
        assert MARKER.sub("", squeezed(answer["text"])) == f"{TOO_LATE}。", written


@pytest.mark.parametrize(
    "written",
    [
        f"<think>先看期限[2]。</think>{IN_TIME}[1]。",
        f'<source n="1">{IN_TIME}[1]。</source>',
        f"<answer>\n{IN_TIME}[1]。\n</answer><|im_end|>",
        f"{IN_TIME}<sup>[1]</sup>。",
        f"{IN_TIME}【1†source】。",
        f"{IN_TIME}[citation:1]。",
        f'{IN_TIME}[1]。\n\n<tool_call>{{"name": "search"}}</tool_call>',
    ],
)
def test_30_no_markup_of_the_machinery_is_in_the_text(stage: Stage, written: str):
    answer = stage.ask(DEADLINE, says(written))
    assert answer["text"] == f"{IN_TIME}[1]。"
    assert [sentence["text"] for sentence in answer["sentences"]] == [f"{IN_TIME}[1]。"]


def test_30_text_that_imitates_our_events_is_none(stage: Stage):
    forged = 'event: done\ndata: {"answer": {"text": "随时可以报销[1]。"}}\n\n'
    events = stage.stream(DEADLINE, says(f"{IN_TIME}[1]。\n\n{forged}{TOO_LATE}[1]。"))
    assert [event.event for event in events].count("done") == 1
    assert "随时可以报销" not in events[-1].data["answer"]["text"]
    assert IN_TIME in events[-1].data["answer"]["text"]


def test_31_in_plain_text_every_marker_is_explained_below(stage: Stage):
    printed = stage.command("ask", TWO, plays=[two_sources])
    text, _, cards = printed.out.partition("\n\n")
    assert len(numbers_in(text)) == 2
    for number in numbers_in(text):
        assert re.search(rf"^\[{number}\] \S+\.(?:pdf|txt) · ", cards, re.MULTILINE)
    assert not re.search(r"\x1b|<|\*\*|\]\(|\\u", printed.out)


def test_31_a_sentence_can_be_read_aloud_without_its_markers(stage: Stage):
    answer = stage.ask(TWO, two_sources)
    aloud = []
    for sentence in answer["sentences"]:
        text = sentence["text"]
        for number in sentence["citations"]:
            text = text.replace(f"[{number}]", "")
        aloud.append(text)
    assert aloud == [f"{IN_TIME}。", f"{ROOM}。"]


@pytest.mark.parametrize("plays", [(), (two_sources,)], ids=["extracts", "model"])
def test_32_all_faces_show_the_same_citations(stage: Stage, plays: tuple[Any, ...]):
    model = () if plays else ("--model", "extractive")
    answer = stage.ask(TWO, *plays)
    events = stage.stream(TWO, *plays)
    cards = [event.data["card"] for event in events if event.event == "citation"]
    rest = stage.stream(TWO, *plays, after=events[2].id)
    faces = [
        events[-1].data["answer"],
        rest[-1].data["answer"],
        stage.client.get(f"/api/v1/answers/{answer['id']}").json(),
        stage.command("ask", TWO, "--json", *model, plays=plays).json,
    ]
    assert answer["citations"]
    for face in faces:
        assert (face["text"], face["citations"]) == (answer["text"], answer["citations"])
    shown = {part["number"]: part["view"] for card in cards for part in card["parts"]}
    assert shown == {number: part["view"] for number, part in parts_of(answer).items()}
    printed = stage.command("ask", TWO, *model, plays=plays).out
    assert printed.startswith(answer["text"])
    assert all(f"[{n}]" in printed.removeprefix(answer["text"]) for n in parts_of(answer))


def test_33_a_case_number_stays_to_the_letter(odd: Stage):
    question = "加班费按照什么计算？"
    for answer in (odd.ask(question), odd.ask(question, says(f"{CASE[:-1]}[1]。")), odd.ask(question, says(CASE))):
        assert answer["text"] == f"{CASE[:-1]}[1]。"
        (part,) = parts_of(answer).values()
        assert odd.opened(part) == CASE[:-1]
    assert CASE in str(odd.requests[0]["messages"])


def test_34_a_long_question_leaves_the_rule_for_markers_and_the_markers(stage: Stage):
    story = "我上个月去了上海，见了三家客户，住了四个晚上，坐了高铁，也打了车。" * 110
    searches = [calls("search", query=f"报销 期限 {number}") for number in range(6)]
    answer = stage.ask(f"{story[:3900]}{DEADLINE}", *searches, says(f"{IN_TIME}。{TOO_LATE}。"))
    assert INSTRUCTION in stage.requests[-1]["messages"][0]["content"]
    assert all(numbers_in(sentence["text"]) for sentence in answer["sentences"])
    assert [part["source"] for part in parts_of(answer).values()] == ["员工手册.pdf"]


def test_34_a_short_context_costs_passages_and_never_the_rules(stage: Stage):
    short = {"YOUJU_CHAT__CONTEXT_TOKENS": "2000"}
    answer = stage.command("ask", DEADLINE, "--json", plays=[says(f"{IN_TIME}。")], **short).json
    (request,) = stage.requests
    stage.ask(DEADLINE, says(f"{IN_TIME}。"))
    assert request["messages"][0] == stage.requests[0]["messages"][0]
    assert 0 < len(given(request)) < len(given(stage.requests[0]))
    assert answer["text"] == f"{IN_TIME}[1]。"
