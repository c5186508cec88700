"""A slice of the adversary, small enough for every run of the suite: nothing made up is shown, through any face.

The whole of it: `python -m benchmarks adversary`.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog
from benchmarks.adversary.base import base_passages, base_samples, fill, topics
from benchmarks.adversary.faces import Played
from benchmarks.adversary.facts import Court, corrupted, told_truly
from benchmarks.adversary.invariants import broken
from benchmarks.adversary.model import Offered
from benchmarks.adversary.playing import Outcome
from benchmarks.adversary.running import play
from benchmarks.adversary.table import Results, render
from structlog.testing import LogCapture
from training.corruptions import DETERMINISTIC

ANSWERS = 130


@pytest.fixture(scope="module", autouse=True)
def log() -> Iterator[None]:
    """What the application logs is not part of the report."""
    structlog.configure(processors=[LogCapture()])
    yield
    structlog.reset_defaults()


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample base with the adversary's own documents."""
    folder = tmp_path_factory.mktemp("adversary")
    asyncio.run(fill(folder))
    return folder


@pytest.fixture(scope="module")
def played(home: Path) -> list[Outcome]:
    """Mutated answers through Python, some through all faces, some with a stream cut at every byte."""
    return asyncio.run(play(home, random.Random(7), most=ANSWERS))


async def test_no_false_fact_is_shown(home: Path) -> None:
    passages = await base_passages(home)
    judged = await corrupted(Court(passages), base_samples(passages, 60, 3), random.Random(3), most=22)
    assert len({one.kind for one in judged} & DETERMINISTIC) == len(DETERMINISTIC)
    shown = [(one.kind, one.change, one.sentence) for one in judged if one.shown and one.kind in DETERMINISTIC]
    assert shown == []


async def test_true_sentences_are_shown(home: Path) -> None:
    passages = await base_passages(home)
    judged = await told_truly(Court(passages), base_samples(passages, 60, 4), random.Random(4))
    for kind, most in (("verbatim", 0.05), ("near", 0.05), ("paraphrased", 0.15)):
        here = [one for one in judged if one.kind == kind]
        withheld = [one.sentence for one in here if not one.shown]
        assert len(withheld) <= most * len(here) + 1, withheld


def test_no_citation_is_made_up_and_no_invariant_breaks(played: list[Outcome]) -> None:
    assert len(played) >= ANSWERS
    assert {one.face for one in played} == {"python", "http", "sse", "cli"}
    assert [(one.mutant.kind, one.face, one.broken) for one in played if one.broken] == []


def test_nothing_made_up_is_shown(played: list[Outcome]) -> None:
    assert [(one.mutant.kind, one.shown) for one in played if one.shown] == []


def test_good_answers_are_shown(played: list[Outcome]) -> None:
    good = [one for one in played if one.mutant.kind.startswith(("true", "dialect: offered"))]
    said = sum(len(one.mutant.true) for one in good)
    assert said > 10
    assert sum(len(one.withheld) for one in good) <= 0.05 * said + 1


async def test_every_topic_has_something_to_be_wrong_about(home: Path) -> None:
    found = await topics(home)
    assert len(found) > 30
    assert {topic.language for topic in found} == {"zh", "en"}


def test_the_report_says_what_was_found(played: list[Outcome]) -> None:
    report = render(Results([], [], played, []))
    assert f"| mutated answers in all | {len(played)} |" in report
    assert "| citations shown that were never offered | 0 | 0 |" in report
    for kind in {one.mutant.kind for one in played}:
        assert f"| {kind} |" in report


SOUND = {
    "text": "每晚限额700元[1]。",
    "status": "answered",
    "sentences": [{"text": "每晚限额700元[1]。", "citations": [1], "verdict": "supported"}],
    "citations": [{"parts": [{"number": 1, "quote": "每晚限额700元。"}]}],
}
GIVEN = Offered({1: "每晚限额700元。", 2: "其他城市500元。"})


def test_a_sound_answer_breaks_no_invariant() -> None:
    assert broken(Played(SOUND), GIVEN) == []


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"text": "每晚限额700元[7]。"}, "never offered"),
        ({"text": "每晚限额700元[1][2]。"}, "no card"),
        ({"citations": [{"parts": [{"number": 1, "quote": "每晚900元。"}]}]}, "quotes what was not offered"),
        ({"text": "每晚限额700元[1]。【3†source】"}, "foreign dialect"),
        ({"text": "每晚限额700元[1]。不限次数。"}, "not its sentences"),
        ({"sentences": [{"text": "每晚限额700元[1]。", "citations": [1], "verdict": "unsupported"}]}, "unsupported"),
        ({"citations": []}, "without a card"),
    ],
)
def test_the_invariants_see_an_answer_that_is_not_sound(change: dict, fault: str) -> None:
    """The judge of the judge: an invariant that cannot break proves nothing."""
    assert any(fault in one for one in broken(Played(SOUND | change), GIVEN))
