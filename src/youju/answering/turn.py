"""One turn of a model while it arrives: its text as units, its thoughts, its tool calls, and whether it runs away."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace

from youju.answering.runaway import MAX_CALLS, Runaway
from youju.citations.markers import MarkerStream, without_cut_marker
from youju.errors import ModelTrouble
from youju.models.protocols import ChatDelta, Finished, ReasoningDelta, TextDelta, ToolCall
from youju.text.streaming import SentenceStream, Unit

_EARLY: dict[str, ModelTrouble] = {"length": "out_of_tokens", "filtered": "filtered"}
_THOUGHT = 200
"""Characters of reasoning that are told at once."""


class Turn:
    """`offered`: the numbers that the model may cite."""

    def __init__(self, offered: Container[int]) -> None:
        self.text = ""
        self.calls: list[ToolCall] = []
        self.finished = Finished("stop")
        self.cut = False
        """Whether the model ran away and must be stopped."""
        self._markers = MarkerStream(offered)
        self._sentences = SentenceStream()
        self._runaway = Runaway()
        self._thought = ""

    def take(self, delta: ChatDelta | None) -> list[Unit]:
        """Take what came (None: nothing for a while); return the units that are complete."""
        units: list[Unit] = []
        match delta:
            case TextDelta(text):
                text, self.cut = self._runaway.wrote(text)
                self.text += text
                units = self._sentences.feed(self._markers.feed(text))
            case ReasoningDelta(text):
                text, self.cut = self._runaway.thought(text)
                self._thought += text
            case ToolCall():
                if len(self.calls) < MAX_CALLS:
                    self.calls.append(delta)
            case Finished():
                self.finished = delta
            case None:
                units = self._sentences.pause()
        return self._without_repeats(units)

    def thought(self, *, all_of_it: bool) -> str:
        """Reasoning that has not been told, once there is enough of it; empty otherwise."""
        if not all_of_it and len(self._thought) < _THOUGHT:
            return ""
        thought, self._thought = self._thought, ""
        return thought

    @property
    def broke_off(self) -> ModelTrouble | None:
        """Why the turn did not come to its own end; None if it did."""
        return "runaway" if self.cut else _EARLY.get(self.finished.reason)

    def rest(self) -> list[Unit]:
        """What is left at the end. An end that was forced may have cut the last piece, which then is none."""
        units = self._sentences.feed(self._markers.finish())
        if self.broke_off is None:
            return self._without_repeats(_closed([*units, *self._sentences.finish()]))
        units += self._sentences.pause()
        rest = self._sentences.finish()
        if rest:
            rows = {piece.text: piece for piece in rest[-1][:-1]}  # a table that goes in circles: each row once
            units += [*rest[:-1], tuple(rows.values())]
        return self._without_repeats([unit for unit in units if unit])

    def _without_repeats(self, units: list[Unit]) -> list[Unit]:
        for place, unit in enumerate(units):
            if self._runaway.repeats(unit):
                self.cut = True
                return units[:place]
        return units


def _closed(units: list[Unit]) -> list[Unit]:
    """The last units of a text without a marker that was begun and never ended."""
    if not units or units[-1][-1].kind == "code":
        return units
    *before, last = units[-1]
    return [*units[:-1], (*before, replace(last, text=without_cut_marker(last.text)))]
