"""What is true after a change, and what a search makes of words: kinds 54 to 63 of docs/faults.md."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import httpx
import pytest
from tests.conftest import clean_environment, run_youju
from tests.faults.documents import DEADLINE
from tests.faults.house import opened
from tests.faults.scene import Stage, serving

from youju.caller import OWNER
from youju.errors import NotFound

OLD, NEW = "仓库每月盘点2次，由保管员负责。", "仓库每月盘点5次，由保管员负责。"
QUESTION = "仓库每月盘点几次？"
OTHER = "# 车库\n\n车库每天开放12小时。\n"


async def test_54_a_deleted_document_is_cited_nowhere(tmp_path):
    async with opened(tmp_path) as house:
        await house.write("仓库.md", f"# 仓库\n\n{OLD}\n")
        await house.write("车库.md", OTHER)
        answer = await house.ask(QUESTION)
        (card,) = answer.citations
        passage = card.parts[0].passage_id
        await house.youju.remove("仓库.md", OWNER)
        again = await house.ask(QUESTION)
        assert (again.status, again.citations) == ("refused", ())
        assert not any("盘点" in text for text in await house.texts(QUESTION))
        with pytest.raises(NotFound):
            await house.youju.passage(passage, OWNER)
        with pytest.raises(NotFound):
            await house.youju.kept_answer(answer.id, OWNER)


async def test_55_counts_are_what_is_there_whatever_came_and_went(tmp_path):
    async with opened(tmp_path) as house:
        for _ in range(3):
            await house.write("仓库.md", f"# 仓库\n\n{OLD}\n")
            await house.write("车库.md", OTHER)
            gone = await asyncio.gather(
                *(house.youju.remove("仓库.md", OWNER) for _ in range(3)), return_exceptions=True
            )
            assert all(isinstance(one, NotFound) for one in gone if isinstance(one, BaseException))
            listed = await house.youju.documents(OWNER)
            assert [(one.source, one.passages) for one in listed] == [("车库.md", 1)]
        await house.youju.remove("车库.md", OWNER)
        assert await house.youju.documents(OWNER) == []
        assert await house.youju.reindex() == 0


@pytest.mark.parametrize("damage", [b"", b"\x00\x01\x02\x03" * 200])
async def test_56_what_cannot_be_read_again_leaves_what_was_there(tmp_path, damage: bytes):
    async with opened(tmp_path) as house:
        await house.write("仓库.md", f"# 仓库\n\n{OLD}\n")
        item = await house.write("仓库.md", damage)
        assert (item.result, item.outcome) == ("refused", "failed")
        assert "The version imported before stays in use." in item.message
        answer = await house.ask(QUESTION)
        assert answer.text.startswith(OLD.rstrip("。"))


def test_57_the_same_file_added_by_many_at_once_is_one_document(tmp_path):
    path = tmp_path / "仓库.md"
    path.write_text(f"# 仓库\n\n{OLD}\n", encoding="utf-8")
    home = tmp_path / "home"
    command = [sys.executable, "-m", "youju", "add", str(path), "--json"]
    running = [
        subprocess.Popen(command, env=clean_environment(home), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for _ in range(3)
    ]
    ended = [(process.communicate(timeout=120), process.returncode) for process in running]
    assert [code for _, code in ended] == [0] * 3, ended
    outcomes = sorted(json.loads(out)[0]["outcome"] for (out, _), _ in ended)
    assert outcomes.count("added") == 1, outcomes
    listed = run_youju(["ls", "--json"], home).json
    assert [(one["source"], one["version_number"]) for one in listed] == [("仓库.md", 1)]


async def test_58_a_new_version_leaves_nothing_of_the_old_one_to_be_found(tmp_path):
    async with opened(tmp_path) as house:
        await house.write("仓库.md", f"# 仓库\n\n{OLD}\n")
        await house.write("仓库.md", f"# 仓库\n\n{NEW}\n")
        answer = await house.ask(QUESTION)
        assert answer.text.startswith(NEW.rstrip("。"))
        assert OLD.rstrip("。") not in answer.text
        assert not any("2次" in text for text in await house.texts(QUESTION))


async def test_59_a_document_that_is_embedded_again_is_found_by_meaning(tmp_path):
    async def by_meaning() -> set[str]:
        found = await house.youju.search("多久清点一遍存货", OWNER, k=10, explain=True)
        return {trace.source for trace in found.explain if "dense" in trace.stages}

    async with opened(tmp_path, dense=True) as house:
        for text in (OLD, NEW, OLD):
            await house.write("仓库.md", f"# 仓库\n\n{text}\n")
            await house.write("车库.md", OTHER)
            async for _ in house.youju.fill():
                pass
            assert "仓库.md" in await by_meaning()
        await house.youju.reindex()
        assert "仓库.md" in await by_meaning()
        await house.youju.remove("车库.md", OWNER)
        assert "仓库.md" in await by_meaning()


async def found_with(tmp_path: Path, questions: Sequence[str]) -> list[str]:
    """The questions that the warehouse's rule is found for, by keywords and meaning."""
    async with opened(tmp_path, dense=True) as house:
        await house.write("仓库.md", f"# 仓库\n\n{OLD}\n")
        await house.write("车库.md", OTHER)
        async for _ in house.youju.fill():
            pass
        return [one for one in questions if any("盘点2次" in text for text in await house.texts(one))]


async def test_60_a_chinese_question_is_more_than_one_word(tmp_path):
    questions = [
        "请问一下仓库的盘点每月要做几次呢",
        "盘点仓库每月几次",
        "仓库，每月，盘点，次数",
        "仓库盘点",
        "每月几次盘点",
    ]
    assert await found_with(tmp_path, questions) == questions


async def test_61_one_word_that_stands_nowhere_costs_nothing_else(tmp_path):
    questions = ["仓库每月盘点几次 zxqvwk", "zxqvwk：仓库每月盘点几次？", "仓库 每月 盘点 几次 wvutsrq"]
    assert await found_with(tmp_path, questions) == questions


@pytest.mark.parametrize("question", ["量子纠缠的保真度是多少？", "What is the boiling point of neon?", "氂牛"])
async def test_62_what_shares_nothing_with_the_question_is_no_evidence(tmp_path, question: str):
    async with opened(tmp_path) as house:
        await house.write("仓库.md", f"# 仓库\n\n{OLD}\n")
        await house.write("车库.md", OTHER)
        answer = await house.ask(question)
        assert (answer.status, answer.citations) == ("refused", ())
        assert await house.texts(question) == []


def test_63_the_threshold_holds_on_every_path(stage: Stage):
    """Nothing is certain beyond doubt: with a threshold of 1 every path finds nothing."""
    strict = {"YOUJU_THRESHOLD": "1"}
    assert stage.client.post("/api/v1/search", json={"query": DEADLINE}).json()["passages"]
    assert stage.command("search", DEADLINE, "--json", **strict).json["passages"] == []
    answer = stage.command("ask", DEADLINE, "--json", "--model", "extractive", **strict).json
    assert (answer["status"], answer["citations"]) == ("refused", [])
    with serving(stage.home, YOUJU_THRESHOLD="1") as address, httpx.Client(base_url=address, timeout=60) as client:
        assert client.post("/api/v1/search", json={"query": DEADLINE}).json()["passages"] == []
        asked = {"question": DEADLINE, "model": "extractive"}
        assert client.post("/api/v1/answers", json=asked).json()["status"] == "refused"
        streamed = client.post("/api/v1/answers", json=asked, headers={"Accept": "text/event-stream"}).text
        assert "event: sentence" not in streamed
        assert '"status":"refused"' in streamed.replace(" ", "")
