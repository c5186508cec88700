"""Files changed at random, a few of every format; `benchmarks.fuzzing` reads ten thousand of each."""

from __future__ import annotations

import pytest
from benchmarks.fuzzing.mutations import mutate
from benchmarks.fuzzing.running import fuzz
from benchmarks.fuzzing.seeds import CONTAINERS, SEEDS

from youju.reading.readers import READERS
from youju.reading.worker import ReadingPool

MUTATIONS = 200


def read_suffixes() -> set[str]:
    return {suffix for reader in READERS for suffix in reader.suffixes}


@pytest.mark.parametrize("name", SEEDS)
async def test_no_change_of_a_file_breaks_what_its_reader_promises(name):
    if name not in CONTAINERS and SEEDS[name][0] not in read_suffixes():
        pytest.skip("this format is not read")
    async with ReadingPool(1) as pool:
        tally = await fuzz(pool, name, range(MUTATIONS))
    assert tally is not None
    assert not tally.faults
    assert tally.crashes == 0
    assert tally.documents
    assert tally.documents + tally.refused == MUTATIONS


def test_the_same_draw_gives_the_same_file():
    import random

    seeds = [b"PK not a zip", b"<p a='1'>text</p>", b"1 0 obj"]
    made = [[mutate(seeds, random.Random(f"x/{draw}")) for draw in range(50)] for _ in range(2)]
    assert made[0] == made[1]
    assert len(set(made[0])) > 40
