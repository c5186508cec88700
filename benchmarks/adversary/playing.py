"""Mutants played through the whole product, and what came of them."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.adversary.base import topics
from benchmarks.adversary.faces import FACES, Faces, Played
from benchmarks.adversary.invariants import broken, essence
from benchmarks.adversary.model import Player, squeezed
from benchmarks.adversary.mutants import Maker, Mutant, split_everywhere
from tests.models.scripted import scripted_model

PATIENCE_SECONDS = 20
ENOUGH_REQUESTS = 24
"""More than this is a loop that does not end: the budget is 6, with 4 more for the one retry."""


@dataclass(frozen=True)
class Outcome:
    """What a face made of a mutant. `shown`: forbidden words that a reader sees. `withheld`: true sentences that he
    does not see. `broken`: invariants, in words."""

    mutant: Mutant
    face: str
    played: Played
    shown: tuple[str, ...]
    withheld: tuple[str, ...]
    broken: tuple[str, ...]

    @property
    def fabricated(self) -> int:
        """How many citations are shown that were never offered."""
        return sum(one.startswith("fabricated") for one in self.broken)


class Arena:
    """A house whose model plays what it is told."""

    def __init__(self, faces: Faces, player: Player) -> None:
        self._faces = faces
        self._player = player

    @classmethod
    @asynccontextmanager
    async def open(cls, home: Path) -> AsyncIterator[Arena]:
        """Open this home folder, which holds the documents of the adversary."""
        player = Player()
        with scripted_model(player.script) as model:
            async with Faces.open(home, model.endpoint()) as faces:
                yield cls(faces, player)

    async def play(self, mutant: Mutant, face: str = "python") -> Outcome:
        """Ask the mutant's question through one face."""
        self._player.begin(mutant.play)
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                played = await self._faces.ask(face, mutant.question)
        except TimeoutError:
            fault = f"no end after {PATIENCE_SECONDS} seconds, {self._player.requests} requests"
            return Outcome(mutant, face, Played({}), (), (), (fault,))
        text = squeezed(played.answer["text"])
        faults = broken(played, self._player.offered)
        if self._player.requests > ENOUGH_REQUESTS:
            faults.append(f"{self._player.requests} requests for one question")
        faults += [
            f"changed to the letter: {kept}"
            for words, kept in zip(mutant.true, mutant.kept, strict=False)
            if squeezed(words)[:8] in text and kept not in played.answer["text"]
        ]
        return Outcome(
            mutant,
            face,
            played,
            tuple(words for words in mutant.forbidden if squeezed(words) in text),
            tuple(words for words in mutant.true if _bare(words) not in _bare(played.answer["text"])),
            tuple(faults),
        )

    async def play_everywhere(self, mutant: Mutant) -> list[Outcome]:
        """The same through every face, which must all say the same."""
        outcomes = [await self.play(mutant, face) for face in FACES]
        said = [essence(one.played.answer) for one in outcomes]
        if any(one != said[0] for one in said):
            outcomes[0] = _with(outcomes[0], "the faces differ")
        return outcomes

    async def play_split(self, mutant: Mutant, sizes: Sequence[int]) -> list[Outcome]:
        """The same with the model's stream cut into pieces of these sizes: nothing may depend on it."""
        whole = await self.play(mutant)
        outcomes = [whole]
        for size in sizes:
            cut = await self.play(split_everywhere(mutant, size))
            same = cut.played.answer["text"] == whole.played.answer["text"]
            outcomes.append(cut if same else _with(cut, "the split changed the answer"))
        return outcomes


def _with(outcome: Outcome, fault: str) -> Outcome:
    return Outcome(
        outcome.mutant, outcome.face, outcome.played, outcome.shown, outcome.withheld, (*outcome.broken, fault)
    )


def _bare(text: str) -> str:
    """The text as it is compared, without markers and full stops."""
    return re.sub(r"\[\d{1,3}\]|\.", "", squeezed(text))


async def mutants_of(home: Path, rounds: int, seed: int) -> list[Mutant]:
    """The mutants of every topic, so many times with another chance."""
    found = await topics(home)
    return [
        mutant
        for number in range(rounds)
        for place, topic in enumerate(found)
        for mutant in Maker(topic, random.Random(f"{seed} {number} {place}")).mutants()
    ]
