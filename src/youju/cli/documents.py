"""Commands on documents: add, ls, show, rm, history."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from youju.cli.context import Context
from youju.cli.printing import Bar, say, table

if TYPE_CHECKING:
    from youju.app import Youju
    from youju.errors import InputRejected
    from youju.knowledge.importing import Item
    from youju.knowledge.placing import Wish
    from youju.knowledge.sources import Source
    from youju.knowledge.values import DocumentInfo

    Found = Source | InputRejected

Paths = Annotated[list[Path] | None, typer.Argument(help="Files and folders.")]
Day = Annotated[datetime | None, typer.Option(formats=["%Y-%m-%d"], metavar="YYYY-MM-DD")]
Document = Annotated[str, typer.Argument(help="A document's name or id, as `youju ls` prints it.")]


def register(app: typer.Typer) -> None:
    """Add this module's commands."""
    for command in (add, ls, show, rm, history):
        app.command()(command)


def add(
    context: typer.Context,
    paths: Paths = None,
    samples: Annotated[bool, typer.Option("--samples", help="Add the sample base that ships in the package.")] = False,
    collection: Annotated[str | None, typer.Option(help="A name for what belongs together.")] = None,
    category: Annotated[str | None, typer.Option(help="What `ask --category` narrows to.")] = None,
    role: Annotated[list[str] | None, typer.Option(help="Only callers with one of these roles may read it.")] = None,
    effective_from: Day = None,
    effective_to: Day = None,
    password: Annotated[str | None, typer.Option(help="Opens encrypted files. It is never kept.")] = None,
    watch: Annotated[bool, typer.Option("--watch", help="Then follow every change of them, until Ctrl-C.")] = False,
) -> None:
    """Import files and folders: PDF, Word, Markdown, HTML, text. Adding a changed file again replaces its version.

    What was added is remembered, with what was said about it: `youju sync` looks at it again. Re-adding without --role,
    --category or dates keeps what the document has. A youju.toml in a folder says the same for its files; the command
    line stands above it. Every file that cannot be imported is named with the reason; the rest goes on, and the exit
    code is then 1.
    """
    from youju.cli.syncing import follow
    from youju.knowledge.importing import FAILURES
    from youju.knowledge.placing import Wish

    obj: Context = context.obj
    if not paths and not samples:
        raise typer.BadParameter("Name files or folders, or use --samples.", param_hint="PATH")
    wish = Wish(
        roles=frozenset(role) if role else None,
        category=category,
        collection=collection,
        effective_from=effective_from.date() if effective_from else None,
        effective_to=effective_to.date() if effective_to else None,
    )

    async def work(youju: Youju) -> list[Item]:
        if paths:
            await youju.remember([path for path in paths if path.exists()], wish, obj.caller)
        named = [(youju.sources(paths, password), wish)] if paths else []
        items = await import_all(youju, obj, [*named, *(youju.samples() if samples else [])])
        if watch and paths:
            await follow(youju, obj, paths)
        return items

    items = obj.run(work)
    if obj.json:
        obj.print_json(items)
    failed = [item for item in items if item.outcome in FAILURES]
    if not obj.json:
        typer.echo(f"{len(items) - len(failed)} imported, {len(failed)} not.")
    if failed:
        raise typer.Exit(1)


async def import_all(youju: Youju, obj: Context, batches: Sequence[tuple[Sequence[Found], Wish]]) -> list[Item]:
    """Import batches of sources with one bar, tell what became of each, then compute the missing vectors."""
    from youju.knowledge.importing import FAILURES

    items: list[Item] = []
    with Bar("Importing", sum(len(sources) for sources, _ in batches)) as bar:
        for sources, wish in batches:
            async for item in youju.add(sources, wish, obj.caller):
                items.append(item)
                bar.advance(item.name)
                if item.outcome in FAILURES or not obj.json:
                    say(item.message)
    await fill(youju, [item.document_id for item in items if item.document_id])
    return items


async def fill(youju: Youju, documents: Sequence[str] | None = None) -> None:
    """Compute missing vectors with a bar. Stopping loses nothing: the next run, or the server, goes on."""
    from youju.errors import PartUnavailable

    with Bar("Embedding", 0) as bar:
        try:
            async for progress in youju.fill(documents):
                bar.update(progress.done, progress.total)
        except PartUnavailable as error:
            say(error.line())


def ls(context: typer.Context) -> None:
    """List the documents that the caller may read."""
    obj: Context = context.obj
    documents = obj.run(lambda youju: youju.documents(obj.caller), dense=False)
    if obj.json:
        obj.print_json(documents)
    elif not documents:
        typer.echo("No documents yet. `youju add --samples` brings an example base, `youju add PATH…` your own.")
    else:
        rows = [
            [
                d.source,
                d.state,
                str(d.pages or "–"),
                str(d.passages),
                d.category or "–",
                "、".join(sorted(d.roles)) or "all",
                d.id,
            ]
            for d in documents
        ]
        table(["name", "state", "pages", "passages", "category", "roles", "id"], rows)


def show(context: typer.Context, document: Document) -> None:
    """Show one document: state, version, dates, roles."""
    obj: Context = context.obj
    found = obj.run(lambda youju: youju.document(document, obj.caller), dense=False)
    if obj.json:
        obj.print_json(found)
        return
    rows = [
        ["name", found.source],
        ["title", found.title],
        ["id", found.id],
        ["state", found.state],
        ["version", f"{found.version_number} {found.version_label}".strip()],
        ["in force", f"{found.in_force.status} ({found.effective_from or '…'} – {found.effective_to or '…'})"],
        ["pages, passages", f"{found.pages or '–'}, {found.passages}"],
        ["category, collection", f"{found.category or '–'}, {found.collection or '–'}"],
        ["roles", _roles(found)],
        ["imported", f"{_minute(found.imported_at)} UTC"],
    ]
    table(["", ""], rows)


def rm(
    context: typer.Context,
    document: Document,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> None:
    """Delete a document for good: all versions, index entries, vectors, the kept original, answers that cite it."""
    obj: Context = context.obj

    async def work(youju: Youju) -> str:
        found = await youju.document(document, obj.caller)
        if not yes and not obj.json:
            typer.confirm(f"Delete {found.source} with its {found.version_number} version(s) for good?", abort=True)
        await youju.remove(found.id, obj.caller)
        return found.source

    name = obj.run(work, dense=False)
    if obj.json:
        obj.print_json({"deleted": name})
    else:
        typer.echo(f"Deleted {name}.")


def history(context: typer.Context, document: Document) -> None:
    """List a document's versions, newest first."""
    obj: Context = context.obj
    versions = obj.run(lambda youju: youju.history(document, obj.caller), dense=False)
    if obj.json:
        obj.print_json(versions)
        return
    rows = [
        [
            str(v.number),
            v.label or "–",
            "live" if v.live else "superseded",
            f"{v.created_at:%Y-%m-%d %H:%M}",
            str(v.passages),
        ]
        for v in versions
    ]
    table(["version", "label", "state", "imported (UTC)", "passages"], rows)


def _roles(document: DocumentInfo) -> str:
    return "、".join(sorted(document.roles)) or "all"


def _minute(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M}"
