"""One turn of a model while it arrives: its text as units, its thoughts, its tool calls, and whether it runs away."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace

from youju.answering.runaway import Runaway
from youju.citations.markers import MarkerStream, without_cut_marker
from youju.models.protocols import ChatDelta, Finished, ReasoningDelta, TextDelta, ToolCall
from youju.text.streaming import SentenceStream, Unit

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
                self.text += text
                self.cut = self._runaway.wrote(text)
                units = self._sentences.feed(self._markers.feed(text))
            case ReasoningDelta(text):
                self._thought += text
                self.cut = self._runaway.thought(text)
            case ToolCall():
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

    def rest(self) -> list[Unit]:
        """What is left at the end. An end that was forced may have cut the last sentence, which then is none."""
        if self.cut or self.finished.reason == "length":
            return []
        units = [*self._sentences.feed(self._markers.finish()), *self._sentences.finish()]
        if units and units[-1][-1].kind != "code":
            *before, last = units[-1]
            units[-1] = (*before, replace(last, text=without_cut_marker(last.text)))
        return self._without_repeats(units)

    def _without_repeats(self, units: list[Unit]) -> list[Unit]:
        for place, unit in enumerate(units):
            if self._runaway.repeats(unit):
                self.cut = True
                return units[:place]
        return units
