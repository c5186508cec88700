"""The trained scorer of support: its file, what it may never do, and what holds without it."""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from structlog.testing import capture_logs
from tests.conftest import Command
from tests.verification.evidence import passage

from youju.app import Youju
from youju.caller import OWNER
from youju.errors import PartUnavailable
from youju.knowledge.values import Passage
from youju.settings import Settings
from youju.verification import scorer as module
from youju.verification.checks.support import SupportCheck
from youju.verification.features import DIRECTIONS, FEATURES, Rarity, features
from youju.verification.protocol import Claim, Evidence
from youju.verification.scorer import Scorer, installed

LEAVE = passage(
    "员工入职满一年的，每年享有5天带薪年假。年假应当提前3个工作日在系统中申请，由部门负责人批准。未休完的年假可以顺延至次年3月31日。",
    "leave",
)
KEYS = passage(
    "Visitors must wear a badge at all times. Keys are returned to reception before leaving the building.", "k"
)
SCORER = Scorer.load()
STORED: dict[str, Any] = json.loads(files("youju.verification").joinpath(module.ARTEFACT).read_text(encoding="utf-8"))


def objects(check: SupportCheck, claim: str, *passages: Passage) -> bool:
    return asyncio.run(check.check(Claim(claim), Evidence(passages, passages), OWNER)) is not None


TRUE = [
    ("年假应当提前3个工作日在系统中申请，由部门负责人批准。", LEAVE),
    ("根据公司制度，年假需要提前三个工作日在系统里申请。", LEAVE),
    ("未休完的年假可以顺延到次年3月31日。", LEAVE),
    ("您好，员工入职满一年后，每年享有5天带薪年假。", LEAVE),
    ("- 年假由部门负责人批准", LEAVE),
    ("Visitors have to wear a badge at all times.", KEYS),
    ("According to the handbook, keys are returned to reception before leaving.", KEYS),
    ("Keys are returned to reception.", KEYS),
]


@pytest.mark.parametrize(("claim", "source"), TRUE)
def test_what_the_passage_says_near_its_words_is_supported(claim: str, source: Passage) -> None:
    assert not objects(SupportCheck(), claim, source)
    assert SCORER.score(claim, (source,)) >= SCORER.threshold


FALSE = [
    ("公司为员工购买商业医疗保险。", LEAVE),
    ("年假应当提前3个工作日在系统中申请，并提交身份证复印件。", LEAVE),
    ("员工应当遵守公司的各项规章制度。", LEAVE),
    ("年假由总部统一安排旅游。", LEAVE),
    ("Visitors must wear a badge at all times, and parking is free of charge.", KEYS),
    ("Please contact your manager for further details.", KEYS),
    ("年假应当提前3个工作日在系统中申请。", KEYS),
]


@pytest.mark.parametrize(("claim", "source"), FALSE)
def test_what_the_passage_does_not_say_is_not(claim: str, source: Passage) -> None:
    assert objects(SupportCheck(), claim, source)


def test_the_same_claim_has_the_same_score_and_no_passage_none() -> None:
    claim = TRUE[1][0]
    assert SCORER.score(claim, [LEAVE]) == Scorer.load().score(claim, (LEAVE,))
    assert SCORER.score(claim, ()) == 0.0
    assert SCORER.score("。", (LEAVE,)) == 0.0
    assert objects(SupportCheck(), claim)


def test_another_cited_passage_takes_nothing_from_a_verbatim_sentence() -> None:
    for claim, source in TRUE:
        assert not objects(SupportCheck(), claim, source, KEYS if source is LEAVE else LEAVE)


ROWS = st.lists(st.floats(0, 1), min_size=len(FEATURES), max_size=len(FEATURES))


@given(ROWS, st.integers(0, len(FEATURES) - 1), st.floats(0, 2))
def test_more_of_what_speaks_for_a_claim_never_lowers_its_score(row: list[float], place: int, more: float) -> None:
    before, after = np.array(row), np.array(row)
    after[place] += more
    change = SCORER.score_of(after) - SCORER.score_of(before)
    assert 0 <= SCORER.score_of(before) <= 1
    assert change * DIRECTIONS[place] >= 0


@given(st.text(alphabet="年假应当提前3个工作日申请，。不得公司abc “”[1]\n|-", max_size=60))
def test_features_of_any_text_are_finite(text: str) -> None:
    row = features(text, (LEAVE, KEYS), Rarity({}))
    assert row.shape == (len(FEATURES),)
    assert np.isfinite(row).all()
    assert 0 <= SCORER.score(text, (LEAVE, KEYS)) <= 1


# ── what it may never do ──────────────────────────────────────────────────────────────────────────────────────────────

GENEROUS = replace(SCORER, bias=1000.0)
"""A scorer that is sure of everything."""


def test_the_floor_holds_whatever_the_score() -> None:
    check = SupportCheck(GENEROUS)
    assert GENEROUS.score("公司为员工购买商业医疗保险。", (LEAVE,)) > 0.99
    assert objects(check, "公司为员工购买商业医疗保险。", LEAVE)
    assert objects(check, "年假应当提前3个工作日在系统中申请，并提交身份证复印件。", LEAVE)
    assert objects(check, "根据公司制度：", LEAVE)
    assert not objects(check, "年假由部门负责人批准。", LEAVE)


def test_the_clause_that_is_not_held_is_named() -> None:
    claim = Claim("年假应当提前3个工作日在系统中申请，并提交身份证复印件。")
    failed = asyncio.run(SupportCheck(GENEROUS).check(claim, Evidence((LEAVE,)), OWNER))
    assert failed is not None
    assert failed.message == "所引资料没有这样的内容：“并提交身份证复印件”。"


# ── its file ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_file_is_small_and_says_what_it_was_made_from() -> None:
    assert len(json.dumps(STORED, ensure_ascii=False).encode()) < 300_000
    assert SCORER.label
    assert 0 < SCORER.threshold < 1


DAMAGED: list[Any] = [
    {**STORED, "format": 2},
    {**STORED, "features": FEATURES[:-1]},
    {**STORED, "threshold": 0},
    {**STORED, "threshold": float("nan")},
    {**STORED, "leaf": STORED["leaf"][:-1]},
    {**STORED, "leaf": "none"},
    {**STORED, "cut": [row[:-1] for row in STORED["cut"]]},
    {**STORED, "feature": [[999] * len(row) for row in STORED["feature"]]},
    {**STORED, "feature": [0.5], "cut": [0.5], "leaf": [1]},
    {**STORED, "feature": [], "cut": [], "leaf": []},
    {**STORED, "rarity": ["规定"]},
    {name: value for name, value in STORED.items() if name != "bias"},
    [],
    None,
]


@pytest.mark.parametrize("stored", DAMAGED)
def test_a_damaged_file_is_refused(stored: Any) -> None:
    with pytest.raises(PartUnavailable) as refused:
        Scorer.read(json.dumps(stored))
    assert "scorer" in refused.value.line()


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "\x00"])
def test_what_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(PartUnavailable):
        Scorer.read(text)


@pytest.fixture
def lost(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An installation whose file is gone."""
    monkeypatch.setattr(module, "ARTEFACT", "no-such-file.json")
    installed.cache_clear()
    yield
    installed.cache_clear()


@pytest.mark.usefixtures("lost")
def test_without_its_file_thresholds_judge_and_a_warning_is_logged_once() -> None:
    check = SupportCheck()
    with capture_logs() as logs:
        assert not objects(check, "年假应当提前3个工作日在系统中申请，由部门负责人批准。", LEAVE)
        assert objects(check, "公司为员工购买商业医疗保险。", LEAVE)
    assert [entry["log_level"] for entry in logs] == ["warning"]


@pytest.mark.usefixtures("lost")
async def test_without_its_file_the_doctor_says_so(tmp_path: Path) -> None:
    async with Youju.open(Settings(home=tmp_path), dense=False) as youju:
        (state,) = [part for part in await youju.state() if part.name == "support"]
    assert state.state == "degraded"
    assert "thresholds" in state.detail


def test_the_doctor_lists_the_scorer(youju: Command) -> None:
    assert "trained scorer" in youju("doctor").out
