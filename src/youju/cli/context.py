"""What every command needs: settings, who asks, and how to print."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import typer

from youju.caller import OWNER, Caller
from youju.cli.printing import say
from youju.settings import Settings, load

if TYPE_CHECKING:
    from youju.app import Youju

T = TypeVar("T")

INTERRUPTED = 130
"""Exit code after Ctrl-C, as shells have it."""


@dataclass(frozen=True, slots=True)
class Context:
    """One run of the command."""

    home: Path | None
    json: bool
    caller: Caller
    explicit_caller: bool

    @classmethod
    def of(cls, home: Path | None, json: bool, user: str | None, roles: list[str]) -> Context:
        """From the global options. Without `--as` and `--role` the caller is the owner of the folder."""
        named = user is not None or bool(roles)
        caller = Caller(user or "guest", frozenset(roles)) if named and user != OWNER.name else OWNER
        return cls(home, json, caller, named)

    def settings(self) -> Settings:
        """Read when a command needs them, so that `--help` works whatever they are."""
        return load(self.home)

    def run(
        self,
        work: Callable[[Youju], Awaitable[T]],
        *,
        dense: bool = True,
        on_stop: Callable[[], None] = lambda: say("Stopped. What was finished is kept."),
    ) -> T:
        """Open Youju, do the work, close. Ctrl-C cancels the work, tells so with `on_stop`, and leaves."""
        import structlog

        from youju.app import Youju

        structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))  # standard output is the answer's

        async def opened() -> T:
            async with Youju.open(self.settings(), dense=dense) as youju:
                return await work(youju)

        try:
            return asyncio.run(opened())
        except KeyboardInterrupt:
            on_stop()
            raise typer.Exit(INTERRUPTED) from None

    def print_json(self, value: Any) -> None:
        """One JSON document on standard output. Takes what pydantic can serialise; Chinese stays as it is."""
        from pydantic import TypeAdapter

        data = TypeAdapter(Any).dump_json(value, by_alias=True, indent=2, ensure_ascii=False)
        sys.stdout.buffer.write(data + b"\n")
        sys.stdout.flush()
