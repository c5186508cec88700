"""The processes that ask and change, each `python -m benchmarks.durability.children ROLE HOME FOLDER NUMBER`.

They say on standard output what they do, a JSON line for each step, so that their parent knows what may be true.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import sys
from pathlib import Path

from benchmarks.durability.documents import RULE, note, rule, versions_in, write
from benchmarks.durability.doors import add, ask

from youju.app import Youju
from youju.caller import OWNER
from youju.settings import Settings


def say(**told: object) -> None:
    print(json.dumps(told, ensure_ascii=False), flush=True)


async def asking(youju: Youju, _: Path, count: int) -> None:
    """So many asks; what each answer was made of."""
    for _turn in range(count):
        status, text, notices = await ask(youju)
        say(status=status, versions=sorted(versions_in(text)), sentences=len(text.split("。")) - 1, notices=notices)


async def replacing(youju: Youju, folder: Path, _: int) -> None:
    """New versions for ever."""
    for version in itertools.count(1):
        write(folder / RULE, rule(version))
        await add(youju, folder / RULE)
        say(version=version)


async def changing(youju: Youju, folder: Path, first: int) -> None:
    """Imports, replacements and deletions for ever, from version `first` on; each is told before and after."""
    chance = random.Random(first)
    for version in itertools.count(first):
        say(begins="replace", version=version)
        write(folder / RULE, rule(version))
        await add(youju, folder / RULE)
        say(ends="replace", version=version)
        path = folder / f"note{version}.md"
        say(begins="add", note=version)
        path.write_text(note(version), encoding="utf-8")
        await add(youju, path)
        say(ends="add", note=version)
        if chance.random() < 0.7:
            say(begins="remove", note=version)
            await youju.remove(path.name, OWNER)
            say(ends="remove", note=version)
            path.unlink()


async def main(role: str, home: Path, folder: Path, number: int) -> None:
    """Open the home folder and play the role."""
    play = {"ask": asking, "replace": replacing, "change": changing}[role]
    async with Youju.open(Settings(home=home), dense=False) as youju:
        await play(youju, folder, number)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]), int(sys.argv[4])))
