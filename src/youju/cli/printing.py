"""How the command line shows things: bars and messages on standard error, results on standard output."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from types import TracebackType

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, TextColumn, TimeRemainingColumn
from rich.progress import Task as RichTask
from rich.table import Table
from rich.text import Text

_stderr = Console(stderr=True, highlight=False, soft_wrap=True)


def say(line: str) -> None:
    """A message beside the result."""
    _stderr.print(line, markup=False)


class _Rate(ProgressColumn):
    def render(self, task: RichTask) -> Text:
        return Text(f"{task.speed:.1f}/s" if task.speed else "–/s")


class Bar:
    """Progress with name, count, rate and time left. Silent where standard error is no terminal. One `within` another
    is a further line of the same display."""

    def __init__(self, label: str, total: int, within: Bar | None = None) -> None:
        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            _Rate(),
            TimeRemainingColumn(),
            TextColumn("{task.fields[name]}"),
        )
        self._progress = (
            within._progress
            if within
            else Progress(*columns, console=_stderr, transient=True, disable=not _stderr.is_terminal)
        )
        self._task = self._progress.add_task(label, total=total, name="")

    def __enter__(self) -> Bar:
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()

    def advance(self, name: str) -> None:
        """One more is done."""
        self._progress.update(self._task, advance=1, name=name)

    def update(self, done: int, total: int, name: str = "") -> None:
        """So many of so many are done."""
        self._progress.update(self._task, completed=done, total=total, name=name)


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A plain table on standard output; nothing is cut when the output is not a terminal."""
    console = Console(highlight=False, width=None if Console().is_terminal else 500)
    grid = Table(box=None, pad_edge=False, show_header=any(head))
    for title in head:
        grid.add_column(title, overflow="fold")
    for row in rows:
        grid.add_row(*(Text(cell) for cell in row))
    console.print(grid)


def harmless(text: str) -> str:
    """The text without characters that steer a terminal; line ends and tabs stay."""
    return "".join(char for char in text if char in "\n\t" or unicodedata.category(char) != "Cc")


def echo(text: str) -> None:
    """A line of the result."""
    typer.echo(harmless(text))
