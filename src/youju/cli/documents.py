"""Commands on documents: add, ls, show."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from youju.cli.context import Context
from youju.cli.importing_report import import_all, print_report, rows
from youju.cli.printing import table

if TYPE_CHECKING:
    from youju.app import Youju
    from youju.knowledge.importing import Item
    from youju.knowledge.values import DocumentInfo

Paths = Annotated[list[str] | None, typer.Argument(help="Files, folders, and addresses of web pages.")]
Day = Annotated[datetime | None, typer.Option(formats=["%Y-%m-%d"], metavar="YYYY-MM-DD")]
Document = Annotated[str, typer.Argument(help="A document's name or id, as `youju ls` prints it.")]


def register(app: typer.Typer) -> None:
    """Add this module's commands."""
    for command in (add, ls, show):
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
    """Import files, folders and web pages: PDF, Word, Markdown, HTML, text, archives and others.

    Adding a changed file again replaces its version.

    What was added is remembered, with what was said about it: `youju sync` looks at it again. Re-adding without --role,
    --category or dates keeps what the document has. A youju.toml in a folder says the same for its files; the command
    line stands above it. Every file that cannot be imported is named with the reason; the rest goes on, and the exit
    code is then 1.
    """
    from youju.cli.syncing import follow
    from youju.knowledge.importing import FAILURES
    from youju.knowledge.placing import NOTHING_SAID, Wish
    from youju.knowledge.sources import is_address

    obj: Context = context.obj
    if not paths and not samples:
        raise typer.BadParameter("Name files, folders or addresses, or use --samples.", param_hint="PATH")
    wish = Wish(
        roles=frozenset(role) if role else None,
        category=category,
        collection=collection,
        effective_from=effective_from.date() if effective_from else None,
        effective_to=effective_to.date() if effective_to else None,
    )

    async def work(youju: Youju) -> list[Item]:
        addresses = [one for one in paths or () if is_address(one)]
        files = [Path(one) for one in paths or () if not is_address(one)]
        if paths:
            await youju.remember([path for path in files if path.exists()], addresses, wish, obj.caller)
        async with youju.fetched(dict.fromkeys(addresses, NOTHING_SAID), obj.caller) as pages:
            named = [(sources, wish) for sources in (youju.sources(files, password), pages) if sources]
            items = await import_all(youju, obj, [*named, *(youju.samples() if samples else [])])
        if watch and files:
            await follow(youju, obj, files)
        return items

    items = obj.run(work)
    if obj.json:
        obj.print_json(rows(items))
    else:
        print_report(items)
    if any(item.outcome in FAILURES for item in items):
        raise typer.Exit(1)


def ls(
    context: typer.Context,
    history: Annotated[bool, typer.Option("--history", help="Those instead that are kept as history only.")] = False,
) -> None:
    """List the documents that the caller may read. A `*` behind the state: the file holds a newer text than what is
    live (`youju show` says why)."""
    obj: Context = context.obj
    documents = obj.run(lambda youju: youju.documents(obj.caller, history=history), dense=False)
    if obj.json:
        obj.print_json(documents)
    elif not documents and history:
        typer.echo("No document is kept as history only.")
    elif not documents:
        typer.echo("No documents yet. `youju add --samples` brings an example base, `youju add PATH…` your own.")
    else:
        table(["name", "state", "pages", "passages", "category", "roles", "id"], [_row(one) for one in documents])


def _row(document: DocumentInfo) -> list[str]:
    return [
        " = ".join((document.source, *document.other_names)),
        ("history" if not document.live else document.state) + ("*" if document.source_is_newer else ""),
        str(document.pages or "–"),
        str(document.passages),
        document.category or "–",
        _roles(document),
        document.id,
    ]


def show(context: typer.Context, document: Document) -> None:
    """Show one document: state, version, names, dates, roles."""
    obj: Context = context.obj
    found = obj.run(lambda youju: youju.document(document, obj.caller), dense=False)
    if obj.json:
        obj.print_json(found)
        return
    newer = "the file holds another text than this version" if found.source_is_newer else ""
    rows = [
        ["name", found.source],
        *([["other names", "、".join(found.other_names)]] if found.other_names else []),
        ["title", found.title],
        ["id", found.id],
        ["state", found.state],
        ["version", f"{found.version_number} {found.version_label}".strip()],
        ["in force", f"{found.in_force.status} ({found.in_force.start or '…'} – {found.in_force.end or '…'})"],
        ["pages, passages", f"{found.pages or '–'}, {found.passages}"],
        ["category, collection", f"{found.category or '–'}, {found.collection or '–'}"],
        ["roles", _roles(found)],
        *([["replaces", found.replaces]] if found.replaces else []),
        *([["source", found.problem or newer]] if newer else []),
        ["imported", f"{_minute(found.imported_at)} UTC"],
    ]
    table(["", ""], rows)


def placement_row(document: DocumentInfo) -> str:
    """Where a document stands, in one line."""
    parts = [
        f"roles {_roles(document)}",
        f"category {document.category or '–'}",
        f"collection {document.collection or '–'}",
        f"in force {document.effective_from or '…'} – {document.effective_to or '…'}",
    ]
    return ", ".join(parts) + "."


def _roles(document: DocumentInfo) -> str:
    return "、".join(sorted(document.roles)) or "all"


def _minute(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M}"
