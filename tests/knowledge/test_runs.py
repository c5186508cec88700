"""Imports as jobs: what the ledger says of them while they run, at their end, and after a kill."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing, asynccontextmanager
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.conftest import clean_environment, run_youju

from youju.app import Youju
from youju.caller import OWNER, Caller
from youju.errors import InputRejected, NotFound
from youju.knowledge.importing import Item
from youju.knowledge.placing import Wish
from youju.knowledge.runs.values import Run
from youju.knowledge.sources import Source
from youju.settings import load

GUEST = Caller("guest")


@asynccontextmanager
async def opened(home: Path) -> AsyncGenerator[Youju]:
    os.environ["YOUJU_EMBEDDING__PROVIDER"] = "none"
    async with Youju.open(load(home)) as house:
        yield house


@pytest.fixture
async def house(tmp_path: Path) -> AsyncGenerator[Youju]:
    async with opened(tmp_path / "home") as house:
        yield house


def write(folder: Path, count: int) -> list[Source | InputRejected]:
    folder.mkdir(exist_ok=True)
    paths = [folder / f"规定{number:02}.md" for number in range(count)]
    for number, path in enumerate(paths):
        path.write_text(f"# 规定{number}\n\n第{number}条 每年体检{number}次。\n", encoding="utf-8")
    return [Source(path, path.name, f"file:{path}") for path in paths]


async def last(house: Youju) -> Run:
    return (await house.imports(OWNER, 1))[0]


async def test_a_run_is_in_the_ledger_from_start_to_end(house: Youju, tmp_path: Path) -> None:
    sources = [*write(tmp_path / "docs", 3), InputRejected("没有.md: no such file.", remedy="Check.", code="missing")]
    seen: list[tuple[str, int, int]] = []
    async for item in house.add(sources, Wish(category="人事"), OWNER):
        run = await last(house)
        assert (await house.import_items(run.id, OWNER))[-1].name == item.name, "it is there before it is told"
        seen.append((run.state, run.done, run.total))
    assert seen == [("running", done, 4) for done in (1, 2, 3, 4)]
    run = await last(house)
    assert (run.state, run.caller, run.over, run.waiting) == ("done", "owner", True, 0)
    assert (run.imported, run.partial, run.refused, run.note) == (3, 0, 1, "")
    items = await house.import_items(run.id, OWNER)
    assert [item.result for item in items] == ["imported"] * 3 + ["refused"]
    assert (items[-1].code, items[-1].message) == ("missing", "没有.md: no such file. Check.")
    assert not list((tmp_path / "home" / "imports").iterdir())


async def test_stopping_keeps_what_came_in_and_tells_the_rest(house: Youju, tmp_path: Path) -> None:
    async with aclosing(house.add(write(tmp_path / "docs", 6), Wish(), OWNER)) as items:
        async for item in items:
            if item.name == "规定02.md":
                break
    run = await last(house)
    assert (run.state, run.done, run.imported, run.refused) == ("cancelled", 6, 3, 3)
    told = (await house.import_items(run.id, OWNER))[3:]
    assert [(item.name, item.code) for item in told] == [(f"规定0{n}.md", "stopped") for n in (3, 4, 5)]
    assert len(await house.documents(OWNER)) == 3


async def test_a_run_is_stopped_from_elsewhere_at_its_next_file(house: Youju, tmp_path: Path) -> None:
    async with opened(tmp_path / "home") as other:
        items: list[Item] = []
        async for item in house.add(write(tmp_path / "docs", 6), Wish(), OWNER):
            items.append(item)
            if len(items) == 2:
                stopping = await other.stop_import((await last(other)).id, OWNER)
                assert (stopping.state, stopping.over) == ("cancelled", False)
        run = await last(other)
        assert (len(items), run.state, run.over, run.imported) == (3, "cancelled", True, 3)
        assert (await other.stop_import(run.id, OWNER)) == run, "a run that has ended stays as it is"


async def test_two_processes_look_and_a_living_run_stays_running(house: Youju, tmp_path: Path) -> None:
    async with (
        opened(tmp_path / "home") as other,
        aclosing(house.add(write(tmp_path / "docs", 2), Wish(), OWNER)) as new,
    ):
        await anext(new)
        states = [(await last(one)).state for one in (other, house, other)]
        assert states == ["running"] * 3


async def test_runs_are_the_owners_and_unknown_is_forbidden(house: Youju, tmp_path: Path) -> None:
    async for _ in house.add(write(tmp_path / "docs", 1), Wish(), OWNER):
        pass
    known = (await last(house)).id
    assert await house.imports(GUEST) == []
    told = set()
    for caller, identifier in ((GUEST, known), (GUEST, "none"), (OWNER, "none")):
        for ask in (house.import_run, house.import_items, house.stop_import):
            with pytest.raises(NotFound) as unknown:
                await ask(identifier, caller)
            told.add(unknown.value.message)
    assert told == {"No such import."}


KILLABLE = """
import asyncio, sys
from pathlib import Path
from youju.app import Youju
from youju.caller import OWNER
from youju.knowledge.placing import Wish
from youju.knowledge.sources import Source
from youju.settings import load

async def main(home, folder, staged):
    async with Youju.open(load(home)) as house:
        wish = Wish(roles=frozenset({"hr"}), category="人事")
        paths = sorted(folder.iterdir())
        if staged:
            into = await house.receive(OWNER)
            sources = []
            for place, path in enumerate(paths):
                into.file(place).write_bytes(path.read_bytes())
                sources.append(Source(into.file(place), path.name, f"upload:{path.name}"))
            run = await house.stage(into, sources, wish, OWNER)
            async with run:
                await work(house.carry_out(run, OWNER))
        else:
            await work(house.add([Source(path, path.name, f"file:{path}") for path in paths], wish, OWNER))

async def work(items):
    done = 0
    async for item in items:
        done += 1
        print(done, flush=True)
        if done == 3:
            await asyncio.sleep(60)

asyncio.run(main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3] == "staged"))
"""


def killed_after_three(home: Path, folder: Path, way: str) -> None:
    """An import of this folder, killed when three files are in."""
    command = [sys.executable, "-c", KILLABLE, str(home), str(folder), way]
    with subprocess.Popen(command, env=clean_environment(home), stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert [child.stdout.readline().strip() for _ in range(3)] == [b"1", b"2", b"3"]
        child.kill()


async def test_a_killed_command_is_told_and_goes_on_when_it_is_run_again(tmp_path: Path) -> None:
    sources = write(tmp_path / "docs", 6)
    await asyncio.to_thread(killed_after_three, tmp_path / "home", tmp_path / "docs", "direct")
    async with opened(tmp_path / "home") as house:
        run = await last(house)
        assert (run.state, run.done, run.total, run.waiting, run.over) == ("interrupted", 3, 6, 3, True)
        assert "Run the same command again" in run.note
        (part,) = [part for part in await house.state() if part.name == "imports"]
        assert part.state == "degraded" and "3 of 6" in part.detail
        again = [item.outcome async for item in house.add(sources, Wish(), OWNER)]
        assert again == ["unchanged"] * 3 + ["added"] * 3
        (part,) = [part for part in await house.state() if part.name == "imports"]
        assert part.state == "ready"
        assert await house.left_imports() == []
    assert not list((tmp_path / "home" / "imports").iterdir())


async def test_killed_uploads_go_on_by_themselves(tmp_path: Path) -> None:
    write(tmp_path / "docs", 6)
    await asyncio.to_thread(killed_after_three, tmp_path / "home", tmp_path / "docs", "staged")
    folder = tmp_path / "home" / "imports"
    (folder / "leftover").mkdir()
    (folder / "leftover" / "0").write_text("an upload that broke off")
    async with opened(tmp_path / "home") as house, opened(tmp_path / "home") as other:
        waiting = await last(house)
        assert (waiting.state, waiting.goes_on) == ("interrupted", True) and "youju serve" in waiting.note
        (run,) = await house.left_imports()
        assert await other.left_imports() == [], "one process goes on with it"
        assert not (folder / "leftover").exists()
        assert (await last(other)).state == "running"
        async with run:
            outcomes = [item.outcome async for item in house.carry_out(run, OWNER)]
        assert outcomes == ["unchanged"] * 3 + ["added"] * 3
        done = await last(house)
        assert (done.id, done.state, done.done, done.total, done.imported) == (waiting.id, "done", 6, 6, 6)
        assert [item.outcome for item in await house.import_items(done.id, OWNER)] == ["added"] * 6
        assert {(d.category, d.roles) for d in await house.documents(OWNER)} == {("人事", frozenset({"hr"}))}
    assert not list(folder.iterdir())


async def test_uploads_whose_files_are_gone_do_not_wait_for_ever(tmp_path: Path) -> None:
    write(tmp_path / "docs", 6)
    await asyncio.to_thread(killed_after_three, tmp_path / "home", tmp_path / "docs", "staged")
    (list_,) = (tmp_path / "home" / "imports").glob("*/files.json")
    list_.write_text("{")
    async with opened(tmp_path / "home") as house:
        assert await house.left_imports() == []
        assert (await last(house)).state == "cancelled"
    assert not list((tmp_path / "home" / "imports").iterdir())


@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(["step", "stop", "look"]), max_size=8))
async def test_progress_never_goes_back_nor_past_the_end(
    tmp_path_factory: pytest.TempPathFactory, moves: list[str]
) -> None:
    """Fault 46: progress that is stuck, back to zero, or running after the end."""
    base = tmp_path_factory.mktemp("progress")
    async with opened(base / "home") as house:
        seen: list[Run] = []
        async with aclosing(house.add(write(base / "docs", 4), Wish(), OWNER)) as items:
            for move in ["step", *moves]:
                if move == "step":
                    await anext(items, None)
                elif move == "stop":
                    await house.stop_import((await last(house)).id, OWNER)
                seen.append(await last(house))
        seen += [await last(house), await last(house)]
    for before, after in pairwise(seen):
        assert before.done <= after.done <= after.total == 4
        assert not before.over or after == before
    assert seen[-1].over and seen[-1].done == 4


def test_the_terminal_shows_the_last_import_and_others(tmp_path: Path) -> None:
    write(tmp_path / "docs", 2)
    (tmp_path / "docs" / "空.md").write_bytes(b"")
    youju: Callable[..., object] = lambda *arguments: run_youju(arguments, tmp_path / "home")  # noqa: E731
    assert "youju add" in youju("imports").out
    added = youju("add", str(tmp_path / "docs"))
    assert added.code == 1 and "空.md" in added.out and "2 imported, 1 not." in added.out
    told = youju("imports", "--json").json
    assert (told["state"], told["imported"], told["partial"], told["refused"]) == ("done", 2, 0, 1)
    assert {item["name"]: item["result"] for item in told["items"]}["空.md"] == "refused"
    assert [run["run"] for run in youju("imports", "list", "--json").json] == [told["run"]]
    shown = youju("imports", "show", told["run"])
    assert shown.code == 0 and "空.md" in shown.out and "3 of 3 files" in shown.out
    assert youju("imports", "show", "unknown").code == 1
    assert youju("imports", "stop", told["run"]).code == 0


def test_ctrl_c_stops_at_once_and_keeps_what_was_finished(tmp_path: Path) -> None:
    write(tmp_path / "docs", 400)
    slow = tmp_path / "docs" / "zz.html"
    slow.write_text("<div>" * 150_000 + "</div>" * 150_000, encoding="utf-8")
    environment = clean_environment(tmp_path / "home")
    command = [sys.executable, "-m", "youju", "add", str(slow.parent / "规定00.md"), str(slow)]
    child = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    assert child.stderr is not None
    assert "规定00.md" in child.stderr.readline()
    began = time.monotonic()
    child.send_signal(signal.SIGINT)
    rest = child.communicate(timeout=20)[1]
    assert child.returncode == 130 and "kept" in rest and "Traceback" not in rest
    assert time.monotonic() - began < 3
    told = json.loads(run_youju(["imports", "--json"], tmp_path / "home").out)
    assert (told["state"], told["imported"], told["refused"]) == ("cancelled", 1, 1)
