"""The command `youju`: global options, and the one place where a failure becomes a line and an exit code."""

from __future__ import annotations

import sys
import traceback
from pathlib import Path
from typing import Annotated

import typer

from youju import __version__
from youju.cli import calc, changing, cite, documents, evaluation, imports, law, questions, running, syncing
from youju.cli.context import INTERRUPTED, Context
from youju.errors import CallerMistake, YoujuError

HELP = """有据 Youju: answers from documents you trust; no claim without a passage.

Start:  youju add --samples   ·   youju ask "差旅费要在多少天内报销？"   ·   youju serve

--home, --json, --as and --verbose may stand before or after a command. Exit codes: 0 done, 1 failed, 2 wrong usage,
3 nothing found (the refusal is still printed), 130 stopped with Ctrl-C.
"""

app = typer.Typer(
    help=HELP, no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None
)
documents.register(app)
changing.register(app)
syncing.register(app)
questions.register(app)
cite.register(app)
running.register(app)
app.add_typer(imports.app, name="imports")
app.add_typer(law.app, name="law")
app.add_typer(evaluation.app, name="eval")
app.add_typer(calc.app, name="calc")


@app.callback()
def _globals(
    context: typer.Context,
    home: Annotated[Path | None, typer.Option(help="Data folder (or YOUJU_HOME; default ~/.youju).")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document; progress goes to stderr.")] = False,
    as_user: Annotated[str | None, typer.Option("--as", help="Act as this person instead of the owner.")] = None,
    role: Annotated[list[str] | None, typer.Option(help="Act with this role (repeatable) instead of as owner.")] = None,
    _verbose: Annotated[bool, typer.Option("--verbose", help="Show the traceback of an unexpected failure.")] = False,
    version: Annotated[bool, typer.Option("--version", help="Print the version and leave.")] = False,
) -> None:
    if version:
        typer.echo(f"youju {__version__}")
        raise typer.Exit
    context.obj = Context.of(home, json, as_user, role or [])


def run() -> None:
    """Entry point. Never shows a traceback unless asked; every failure is one line on standard error."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")  # pyright: ignore[reportAttributeAccessIssue]
    arguments = hoist(sys.argv[1:])
    try:
        app(args=arguments, prog_name="youju")
    except CallerMistake as error:
        sys.exit(_tell(error.line(), 2))
    except YoujuError as error:
        sys.exit(_tell(error.line(), 1))
    except BrokenPipeError:
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(_tell("Stopped.", INTERRUPTED))
    except Exception as error:  # noqa: BLE001  (the outermost door: a bug must still end as one line)
        if "--verbose" in arguments:
            traceback.print_exc()
        sys.exit(_tell(f"Unexpected failure ({type(error).__name__}: {error}). Use --verbose for the details.", 1))


def _tell(line: str, code: int) -> int:
    sys.stderr.write(f"youju: {line}\n")
    return code


_FLAGS = {"--json", "--verbose"}
_VALUED = {"--home", "--as"}
_OWN_ROLE = {"add", "set"}
"""Commands whose `--role` is the document's."""


def hoist(arguments: list[str]) -> list[str]:
    """Move global options in front of the command, so that they may stand anywhere.

    `--role` before the command is the caller's; after `add` and `set` it is the document's, and after any other command
    the caller's again.
    """
    front: list[str] = []
    rest: list[str] = []
    pending = iter(arguments)
    for argument in pending:
        name = argument.partition("=")[0]
        if argument == "--":
            rest += ["--", *pending]
        elif argument in _FLAGS or (name in _VALUED and "=" in argument):
            front.append(argument)
        elif argument in _VALUED or (argument == "--role" and not _OWN_ROLE & set(rest[:1])):
            front += [argument, *([value] if (value := next(pending, None)) is not None else [])]
        else:
            rest.append(argument)
    return front + rest


if __name__ == "__main__":
    run()
