"""The tools of one question, behind one budget. Whatever a model asks for, it gets an answer in words."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from youju.answering.budget import Budget
from youju.answering.events import ToolEvent
from youju.answering.prompts import prompt
from youju.answering.schemas import Calculation
from youju.answering.tools import Tool, ToolContext, ToolOutcome
from youju.answering.wording import say
from youju.errors import CallerMistake, PartUnavailable
from youju.models.protocols import ToolCall
from youju.text.language import Language

_SUMMARIES: dict[str, dict[Language, str]] = {
    "exhausted": {"zh": "次数已用完，未执行", "en": "no calls left, not run"},
    "repeated": {"zh": "已经查过，未再执行", "en": "searched before, not run again"},
    "bad_arguments": {"zh": "参数无法识别，未执行", "en": "the arguments cannot be read, not run"},
    "unknown_tool": {"zh": "没有这个工具", "en": "no such tool"},
    "unavailable": {"zh": "暂不可用", "en": "unavailable"},
}
_SHOWN_ARGUMENT, _ASKED = 500, 80
"""Characters of an argument that an event carries, and that fit into its line."""
_NAMED = ("search", "look_up")
"""Tools that have a word of their own in the line."""


class Toolbox:
    """Runs tool calls one after the other, in the order of the model, so that numbers come out the same each time."""

    def __init__(self, tools: Sequence[Tool], budget: Budget, context: ToolContext) -> None:
        self._tools = {tool.name: tool for tool in tools}
        self._budget = budget
        self._context = context
        self._done: set[str] = set()

    def specs(self) -> list[dict[str, Any]]:
        """The tools in the shape of the chat protocol."""
        language = self._context.language
        return [
            {
                "type": "function",
                "function": {
                    "name": tool.name,
                    "description": tool.describe(language),
                    "parameters": tool.parameters(language),
                },
            }
            for tool in self._tools.values()
        ]

    async def run(self, call: ToolCall) -> tuple[str, ToolEvent, Calculation | None]:
        """The tool's words for the model, the event, and what was calculated. Every call counts, also one that is not
        run."""
        arguments = _read(call.arguments)
        if not self._budget.spend():
            outcome = self._refused("exhausted")
        elif call.name not in self._tools:
            outcome = self._refused("unknown_tool", name=call.name[:60])
        elif arguments is None:
            outcome = self._refused("bad_arguments", reason="no JSON object")
        else:
            outcome = await self._run(self._tools[call.name], arguments)
        name, shown = _whole(call.name[:60]), _shown(arguments or {})
        event = ToolEvent(
            name=name,
            arguments=shown,
            outcome=outcome.summary,
            text=self._line(name, shown, outcome.summary),
            citations=outcome.numbers,
            used=self._budget.used,
            allowed=self._budget.allowed,
        )
        return outcome.text, event, outcome.calculation

    def _line(self, name: str, arguments: Mapping[str, Any], outcome: str) -> str:
        asked = next((value for value in arguments.values() if isinstance(value, str)), "")
        asked = asked if len(asked) <= _ASKED else asked[:_ASKED] + "…"
        what = f"called_{name}" if name in _NAMED else "called"
        values = {"name": name, "asked": asked, "outcome": outcome, "used": self._budget.used}
        return say(what, self._context.language, **values, of=self._budget.allowed)

    async def _run(self, tool: Tool, arguments: Mapping[str, Any]) -> ToolOutcome:
        try:
            key = tool.key(arguments)
            if key is not None and f"{tool.name}/{key}" in self._done:
                return self._refused("repeated", query=next(iter(arguments.values()), ""))
            outcome = await tool.run(arguments, self._context)
        except CallerMistake as error:
            return self._refused("bad_arguments", reason=error.message)
        except PartUnavailable as error:
            return ToolOutcome(error.message, _SUMMARIES["unavailable"][self._context.language])
        if key is not None:
            self._done.add(f"{tool.name}/{key}")
        return outcome

    def _refused(self, why: str, **values: object) -> ToolOutcome:
        language = self._context.language
        return ToolOutcome(prompt(language, why, **values), _SUMMARIES[why][language])


def _read(arguments: str) -> dict[str, Any] | None:
    try:
        value: Any = json.loads(_whole(json.dumps(json.loads(arguments), ensure_ascii=False)))
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None  # pyright: ignore[reportUnknownVariableType]


def _whole(text: str) -> str:
    """The text without half characters (JSON can write them: `"\\ud800"`), which nothing could carry on."""
    return text.encode("utf-8", "replace").decode()


def _shown(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Arguments as an event carries them: plain values, and none without end."""
    return {
        str(name)[:60]: value[:_SHOWN_ARGUMENT] if isinstance(value, str) else value
        for name, value in list(arguments.items())[:10]
        if isinstance(value, str | int | float | bool) or value is None
    }
