"""Commands that change what is there: set, rm, history, restore."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import typer

from youju.cli.context import Context
from youju.cli.documents import Day, Document, placement_row
from youju.cli.importing_report import fill
from youju.cli.printing import say, table

if TYPE_CHECKING:
    from youju.app import Removal, Youju
    from youju.knowledge.placing import Wish
    from youju.knowledge.values import DocumentInfo, VersionInfo

Documents = Annotated[list[str], typer.Argument(help="Names or ids, as `youju ls` prints them.")]


def register(app: typer.Typer) -> None:
    """Add this module's commands."""
    for command in (rm, history, restore):
        app.command()(command)
    app.command("set")(set_placement)


def set_placement(
    context: typer.Context,
    document: Document,
    role: Annotated[list[str] | None, typer.Option(help="Only callers with one of these roles may read it.")] = None,
    open_to_all: Annotated[bool, typer.Option("--open", help="Open it to every caller.")] = False,
    category: Annotated[str | None, typer.Option(help="What `ask --category` narrows to.")] = None,
    collection: Annotated[str | None, typer.Option(help="A name for what belongs together.")] = None,
    effective_from: Day = None,
    effective_to: Day = None,
    title: Annotated[
        str | None, typer.Option(help="`heading`, `filename`, or a regular expression with one group.")
    ] = None,
    replaces: Annotated[str | None, typer.Option(help="The document that this one takes the place of.")] = None,
    clear: Annotated[
        list[str] | None, typer.Option(help="Empty one of category, collection, effective_from, …: repeatable.")
    ] = None,
) -> None:
    """Change roles, category, dates or title of one document, at once and without reading it again.

    What is set here stands above the youju.toml of its folder. The document that another one replaces is in force until
    that one's first day; remove the newer one, or `--clear replaces`, and it is in force again.
    """
    obj: Context = context.obj
    wish = _wish(role, open_to_all, category, collection, effective_from, effective_to, title, replaces, clear or [])

    async def work(youju: Youju) -> DocumentInfo:
        placed = await youju.place(document, wish, obj.caller)
        if title is not None:
            await fill(youju, [placed.id])
        return placed

    placed = obj.run(work, dense=title is not None)
    if obj.json:
        obj.print_json(placed)
    else:
        typer.echo(f"{placed.source}: {placement_row(placed)}")


def _wish(
    role: list[str] | None,
    open_to_all: bool,
    category: str | None,
    collection: str | None,
    effective_from: datetime | None,
    effective_to: datetime | None,
    title: str | None,
    replaces: str | None,
    clear: list[str],
) -> Wish:
    from youju.knowledge.folder_rules import checked_title
    from youju.knowledge.placing import FIELDS, NOTHING_SAID, Wish

    if role and open_to_all:
        raise typer.BadParameter("Name roles or say --open, not both.", param_hint="--open")
    if unknown := [name for name in clear if name not in FIELDS]:
        raise typer.BadParameter(f"{unknown[0]} is none of {', '.join(FIELDS)}.", param_hint="--clear")
    if title is not None and (fault := checked_title(title)):
        raise typer.BadParameter(fault, param_hint="--title")
    wish = Wish(
        roles=frozenset(role) if role else frozenset() if open_to_all else None,
        category=category,
        collection=collection,
        effective_from=effective_from.date() if effective_from else None,
        effective_to=effective_to.date() if effective_to else None,
        title=title,
        replaces=replaces,
        cleared=frozenset(clear),
    )
    if wish == NOTHING_SAID:
        raise typer.BadParameter("Say what to change, for example --role hr.", param_hint="OPTIONS")
    return wish


def rm(
    context: typer.Context,
    documents: Documents,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    keep_history: Annotated[
        bool, typer.Option("--keep-history", help="Keep the versions: not searched, not shown, to be restored.")
    ] = False,
) -> None:
    """Delete documents for good: all versions, index entries, vectors, kept originals, recognised pages, and the
    answers that cite them. Nothing of their text is left in the home folder. The files that they came from are not
    touched.
    """
    obj: Context = context.obj

    async def work(youju: Youju) -> list[DocumentInfo]:
        removal = await youju.removal(documents, obj.caller)
        identifiers = [document.id for document in removal.documents]
        if not obj.json:
            say(_what(removal, keep_history=keep_history))
        if not yes and not obj.json:
            typer.confirm("Go on?", abort=True)
        return await youju.remove_all(identifiers, obj.caller, keep_history=keep_history)

    removed = [document.source for document in obj.run(work, dense=False)]
    if obj.json:
        obj.print_json({"deleted": removed[0] if len(removed) == 1 else removed})
    else:
        typer.echo(f"{'Kept as history only' if keep_history else 'Deleted'}: {'、'.join(removed)}.")


def _what(removal: Removal, *, keep_history: bool) -> str:
    names = "、".join("、".join((document.source, *document.other_names)) for document in removal.documents)
    if keep_history:
        kept = f"{removal.versions} version(s) are kept, and `youju restore` brings them back."
        return f"{names}: no longer searched or shown; {kept}"
    answers = f", with {removal.answers} kept answer(s) that cite them" if removal.answers else ""
    return f"{names}: deleted for good with {removal.versions} version(s){answers}. Their files stay where they are."


def history(context: typer.Context, document: Document) -> None:
    """List a document's versions, newest first: which file, when, by which reader, in force when."""
    obj: Context = context.obj
    versions = obj.run(lambda youju: youju.history(document, obj.caller), dense=False)
    if obj.json:
        obj.print_json(versions)
        return
    head = ["version", "label", "state", "file", "imported (UTC)", "superseded", "in force", "reader", "passages"]
    table(head, [_history_row(version) for version in versions])


def _history_row(version: VersionInfo) -> list[str]:
    return [
        str(version.number),
        version.label or "–",
        "live" if version.live else "kept",
        version.name or "–",
        f"{version.created_at:%Y-%m-%d %H:%M}",
        f"{version.superseded_at:%Y-%m-%d %H:%M}" if version.superseded_at else "–",
        f"{version.effective_from or '…'} – {version.effective_to or '…'}",
        version.reader or "–",
        str(version.passages),
    ]


def restore(
    context: typer.Context,
    document: Document,
    version: Annotated[int | None, typer.Argument(min=1, help="Its number; without one, the version before.")] = None,
) -> None:
    """Make an earlier version of a document live again, as `youju history` numbers them.

    Answers come from it at once. The file is not touched: when it changes, or is added again, its text becomes the
    newest version.
    """
    obj: Context = context.obj

    async def work(youju: Youju) -> tuple[DocumentInfo, VersionInfo]:
        restored = await youju.restore(document, version, obj.caller)
        found = await youju.document(document, obj.caller)
        await fill(youju, [found.id])
        return found, restored

    found, restored = obj.run(work)
    if obj.json:
        obj.print_json(found)
    else:
        when = f"{restored.created_at:%Y-%m-%d %H:%M}"
        typer.echo(f"{found.source}: version {restored.number}, imported {when} UTC, is live again.")
