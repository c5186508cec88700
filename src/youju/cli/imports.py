"""`youju imports`: what became of imports: the last one, all that are remembered, one of them; stopping one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from youju.cli.context import Context
from youju.cli.importing_report import report
from youju.cli.printing import echo, table

if TYPE_CHECKING:
    from youju.app import Youju
    from youju.knowledge.runs.values import Run, RunItem

app = typer.Typer(help="What became of imports: what came in, what did not, and why.", no_args_is_help=False)
Identifier = Annotated[str, typer.Argument(metavar="ID", help="As `youju imports list` prints it.")]


@app.callback(invoke_without_command=True)
def last(context: typer.Context) -> None:
    """Show the report of the last import; `show ID` that of another one, `list` all that are remembered."""
    if context.invoked_subcommand is not None:
        return
    obj: Context = context.obj

    async def work(youju: Youju) -> tuple[Run, list[RunItem]] | None:
        runs = await youju.imports(obj.caller, 1)
        return (runs[0], await youju.import_items(runs[0].id, obj.caller)) if runs else None

    found = obj.run(work, dense=False)
    if found is not None:
        _show(obj, *found)
    elif obj.json:
        obj.print_json(None)
    else:
        echo("Nothing was imported yet. `youju add PATH…` imports files and folders.")


@app.command()
def show(context: typer.Context, identifier: Identifier) -> None:
    """Show the report of one import."""
    obj: Context = context.obj

    async def work(youju: Youju) -> tuple[Run, list[RunItem]]:
        return await youju.import_run(identifier, obj.caller), await youju.import_items(identifier, obj.caller)

    _show(obj, *obj.run(work, dense=False))


@app.command("list")
def list_(context: typer.Context) -> None:
    """List the imports that are remembered, newest first."""
    obj: Context = context.obj
    runs = obj.run(lambda youju: youju.imports(obj.caller, 200), dense=False)
    if obj.json:
        obj.print_json([_row(run) for run in runs])
        return
    head = ["id", "began (UTC)", "state", "files", "imported", "in part", "not"]
    counts = [[f"{run.done} of {run.total}", str(run.imported), str(run.partial), str(run.refused)] for run in runs]
    table(
        head,
        [[run.id, f"{run.started_at:%Y-%m-%d %H:%M}", run.state, *own] for run, own in zip(runs, counts, strict=True)],
    )


@app.command()
def stop(context: typer.Context, identifier: Identifier) -> None:
    """Stop an import that runs, in whatever process: it ends at its next file, and what has come in stays."""
    obj: Context = context.obj
    run = obj.run(lambda youju: youju.stop_import(identifier, obj.caller), dense=False)
    if obj.json:
        obj.print_json(_row(run))
    else:
        echo(f"{run.state}: {run.done} of {run.total} files.")


def _show(obj: Context, run: Run, items: list[RunItem]) -> None:
    if obj.json:
        obj.print_json({**_row(run), "items": items})
        return
    echo(f"Import {run.id}, {run.started_at:%Y-%m-%d %H:%M} UTC: {run.state}, {run.done} of {run.total} files.")
    if run.note:
        echo(run.note)
    report([(item.result, item.name, item.message) for item in items])


def _row(run: Run) -> dict[str, object]:
    """As `--json` prints it: `run` is the id."""
    names = ("state", "total", "done", "imported", "partial", "refused", "waiting", "note", "started_at", "finished_at")
    return {"run": run.id, **{name: getattr(run, name) for name in names}}
