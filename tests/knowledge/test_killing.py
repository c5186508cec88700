"""kill -9 at any point leaves the old version or the new one, whole."""

from __future__ import annotations

import asyncio
import random
import re
import subprocess
import sys
import time
from pathlib import Path

from youju.caller import OWNER
from youju.index.lexical import TantivyIndex
from youju.index.protocol import Filters
from youju.knowledge.ledger import Ledger

KILLS = 100
PASSAGES = 50
CHILD = Path(__file__).parent / "republisher.py"


async def _state(home: Path) -> tuple[set[str], int, int]:
    """Versions that the live passages name, how many passages are live, how many of them a search shows."""
    ledger, index = await Ledger.open(home), TantivyIndex(home / "index")
    try:
        index.refresh()
        entries = await ledger.live_entries()
        hits = index.search("差旅规定", Filters(None), 4 * PASSAGES)
        shown = await ledger.load_passages([hit.passage_id for hit in hits], OWNER, None)
        texts = [entry.text for entry in entries] + [passage.text for passage in shown.values()]
        versions = {match[1] for text in texts if (match := re.search(r"版本(\w+)。", text))}
        return versions, len(entries), len(shown)
    finally:
        await ledger.close()


def _publish_and_kill(home: Path, name: str, seconds: float) -> None:
    """Start a publisher, let it publish at least once, kill it in the middle of whatever it does then."""
    with (home / "errors").open("w+") as errors:
        command = [sys.executable, str(CHILD), str(home), name]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors) as child:
            assert child.stdout is not None
            assert child.stdout.read(1) == b".", (home / "errors").read_text()
            time.sleep(seconds)
            child.kill()


def test_a_hundred_kills_leave_one_whole_version(tmp_path):
    luck = random.Random(20261130)
    for kill in range(KILLS):
        _publish_and_kill(tmp_path, f"v{kill}x", luck.random() * 0.12)
        versions, live, shown = asyncio.run(_state(tmp_path))
        assert len(versions) == 1, f"kill {kill}: mixed versions {versions}"
        assert (live, shown) == (PASSAGES, PASSAGES), f"kill {kill}"
