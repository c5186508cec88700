"""`youju sync`: look again at what was added."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from youju.cli.context import Context
from youju.cli.importing_report import display
from youju.cli.printing import say, table

if TYPE_CHECKING:
    from youju.app import Youju
    from youju.knowledge.importing import Item
    from youju.knowledge.syncing import Plan

Paths = Annotated[list[Path] | None, typer.Argument(help="Only these files and folders; without any, all.")]

_WORDS = {
    "new": "new",
    "changed": "changed",
    "renamed": "renamed",
    "reader": "read again by a newer reader",
    "placement": "roles, category, dates or title by the rules of its folder",
    "retry": "tried again",
    "gone": "gone: its document goes with its last name",
}


def register(app: typer.Typer) -> None:
    """Add this module's commands."""
    app.command()(sync)


def sync(
    context: typer.Context,
    paths: Paths = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Tell what would happen, and do nothing.")] = False,
    deep: Annotated[bool, typer.Option("--deep", help="Compare the bytes of every file, not size and time.")] = False,
    gone: Annotated[
        bool, typer.Option("--gone", help="Confirm that a folder which is missing or empty is really gone.")
    ] = False,
    keep_history: Annotated[
        bool, typer.Option("--keep-history", help="Keep the versions of deleted files, unsearchable.")
    ] = False,
    watch: Annotated[bool, typer.Option("--watch", help="Then go on and follow every change, until Ctrl-C.")] = False,
) -> None:
    """Look again at all that was added: import what is new or changed, follow renamed files, drop what is gone.

    A file that cannot be read keeps the version before, and is tried again when it changes. A folder that is missing or
    empty where it was not (an unmounted disk) deletes nothing. Rules in a folder's youju.toml that changed take effect
    without reading again.
    """
    obj: Context = context.obj

    async def work(youju: Youju) -> tuple[Plan, list[Item]]:
        plan = await youju.plan_sync(paths, obj.caller, deep=deep, gone=gone)
        items = [] if dry_run else await perform(youju, obj, plan, keep_history=keep_history)
        if watch and not dry_run:
            _tell_held(plan)
            await follow(youju, obj, paths, keep_history=keep_history)
        return plan, items

    plan, items = obj.run(work, dense=not dry_run)
    if obj.json:
        outcome = [{"name": found.name, "change": found.change, "was": found.was} for found in plan.found]
        held = [one.message for one in plan.held]
        obj.print_json({"unchanged": plan.unchanged, "found": outcome, "held": held, "items": items})
    else:
        _print(plan, items, dry_run=dry_run)
    if plan.held or plan.barred or any(item.outcome == "failed" for item in items):
        raise typer.Exit(1)


async def perform(youju: Youju, obj: Context, plan: Plan, *, keep_history: bool) -> list[Item]:
    """Do what a plan says with a bar, then compute the missing vectors."""
    running = youju.sync(plan, obj.caller, keep_history=keep_history)
    return await display(youju, running, "Syncing", len(plan.found), quiet=False)


async def follow(youju: Youju, obj: Context, paths: Sequence[Path] | None, *, keep_history: bool = False) -> None:
    """Follow every change until Ctrl-C."""
    say("Watching. Ctrl-C ends it.")
    async for plan in youju.watch(paths, obj.caller):
        await perform(youju, obj, plan, keep_history=keep_history)
        _tell_held(plan)


def _tell_held(plan: Plan) -> None:
    for one in plan.held:
        say(one.message)


def _print(plan: Plan, items: Sequence[Item], *, dry_run: bool) -> None:
    _tell_held(plan)
    if dry_run:
        for error in plan.barred:
            say(error.line())
        rows = [
            [found.name, f"{_WORDS[found.change]}{f' from {found.was}' if found.was else ''}"] for found in plan.found
        ]
        if rows:
            table(["name", "what would happen"], rows)
        pages = f", {len(plan.addresses)} web pages to be fetched again" if plan.addresses else ""
        typer.echo(f"{len(plan.found)} to do, {plan.unchanged} unchanged{pages}. Nothing was done.")
        return
    failed = sum(item.outcome == "failed" for item in items)
    removed = sum(item.outcome == "removed" for item in items)
    same = sum(item.outcome == "unchanged" for item in items)
    came = len(items) - failed - removed - same
    told = f"{came} imported or moved, {removed} removed, {plan.unchanged + same} unchanged"
    typer.echo(f"{told}, {failed} failed." if failed else f"{told}.")
