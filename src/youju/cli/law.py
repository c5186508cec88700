"""Commands on laws: law install, import, ls, show, history, diff."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from youju.cli import law_printing as printing
from youju.cli.context import Context
from youju.cli.documents import Day
from youju.cli.importing_report import fill
from youju.cli.printing import Bar, echo, say

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from youju.app import Youju
    from youju.law.library import LawItem
    from youju.law.library_values import ArticleOut

HELP = """Chinese laws: bring them in, look at them, follow their wording through time.

Start:  youju law install   ·   youju law import FOLDER   ·   youju law show 劳动合同法 47

A law is named as people write it: 劳动合同法, 《中华人民共和国劳动合同法》, 劳合法. Articles are 47, 第四十七条,
120-1 or 第一百二十条之一. --at asks for the edition in force on that day.
"""

app = typer.Typer(help=HELP, no_args_is_help=True, rich_markup_mode=None)
Law = Annotated[str, typer.Argument(help="A law, by official name, short name or abbreviation.")]
Article = Annotated[str | None, typer.Argument(help="47, 第四十七条, 120-1 or 第一百二十条之一.")]
Embed = Annotated[bool, typer.Option("--embed", help="Compute all vectors now instead of in the background.")]


@app.command()
def install(context: typer.Context, embed: Embed = False) -> None:
    """Load the statute pack: some 380 national laws, one section per article, with status and dates.

    A law that is there already is left alone; changes of repeals.toml (see `law import --help`) take effect. Search
    works at once, by keywords and by meaning: the vectors of the pack ship with Youju. What they lack, and the vectors
    of another embedding model, `youju serve` computes in the background; --embed does it now.
    """
    obj: Context = context.obj

    async def work(youju: Youju) -> list[LawItem]:
        items = await _shown(youju.laws.install(), "Installing laws")
        if embed:
            await fill(youju)
        return items

    items = obj.run(work)
    counts = printing.counted(items)
    if obj.json:
        obj.print_json(counts)
        return
    echo("Laws: " + ", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items())) + ".")
    printing.print_changes(items)
    if not embed:
        say("Search is ready. Vectors that are still missing fill in while `youju serve` runs, or now with --embed.")


@app.command("import")
def import_(
    context: typer.Context,
    paths: Annotated[list[Path], typer.Argument(help="Folders, archives or files: .md, .txt, .docx and others.")],
    password: Annotated[str | None, typer.Option(help="Opens encrypted files. It is never kept.")] = None,
    embed: Embed = False,
) -> None:
    """Take laws in from files: regulations, judicial interpretations, newer or older texts of a law.

    Each file becomes an edition of its law, with the dates that its text tells; the edition before it ends when the new
    one begins. A text that is there already, also from the pack, stays as it is, and articles that read otherwise are
    named. Files that are no law, or cannot be read, are named with the reason; the rest goes on, and the exit code is
    then 1. The same import again changes nothing.

    Articles that another instrument has repealed without a new text of the law stand in a table; entries of your own
    go into repeals.toml in the home folder, and count from the next install or import on.
    """
    obj: Context = context.obj

    async def work(youju: Youju) -> list[LawItem]:
        items = await _shown(youju.laws.import_files(youju.sources(paths, password), obj.caller), "Importing laws")
        if embed:
            await fill(youju)
        return items

    items = obj.run(work, dense=embed)
    if obj.json:
        obj.print_json({"counts": printing.counted(items), "items": items})
    else:
        printing.print_import(items)
    if any(item.outcome in {"failed", "not_law"} for item in items):
        raise typer.Exit(1)


@app.command()
def ls(
    context: typer.Context,
    text: Annotated[str, typer.Argument(help="Words of the name, issuer, number or kind; all without.")] = "",
    every: Annotated[bool, typer.Option("--all", help="Every edition, not only the one that counts.")] = False,
    at: Day = None,
) -> None:
    """List the laws that the caller may read, each in the edition that counts today, or on the day of --at.

    A `≥` before a date: the text began on that day at the earliest; more is not known.
    """
    obj: Context = context.obj
    day = at.date() if at else None
    found = obj.run(lambda youju: youju.laws.laws(obj.caller, day, text, every=every), dense=False)
    if obj.json:
        obj.print_json(found)
    elif found.laws:
        printing.print_laws(found)
    elif text:
        echo(f"No law with {text}. `youju law ls` lists all.")
    else:
        echo("No laws yet. `youju law install` loads some 380 national laws, `youju law import PATH` your own files.")


@app.command()
def show(context: typer.Context, law: Law, article: Article = None, at: Day = None) -> None:
    """Show a law with its parts and editions, or one of its articles with its state in force."""
    obj: Context = context.obj
    day = at.date() if at else None
    if article is None:
        found = obj.run(lambda youju: youju.laws.law(law, obj.caller, day), dense=False)
        obj.print_json(found) if obj.json else printing.print_law(found)
        return
    one = _article(obj, law, article, day)
    obj.print_json(one) if obj.json else printing.print_article(one)


@app.command()
def history(context: typer.Context, law: Law, article: Article = None) -> None:
    """The editions of a law, or the wording of one article in each of them, newest first.

    Where an article has another number in another edition, it is followed by its words if they are clearly there, and
    that is said.
    """
    obj: Context = context.obj
    if article is None:
        found = obj.run(lambda youju: youju.laws.law(law, obj.caller, None), dense=False)
        obj.print_json(found.editions) if obj.json else printing.print_editions(found.editions)
        return
    one = _article(obj, law, article, None)
    obj.print_json(one.history) if obj.json else printing.print_history(one)


@app.command()
def diff(
    context: typer.Context,
    law: Law,
    article: Annotated[str, typer.Argument(help="47, 第四十七条, 120-1 or 第一百二十条之一.")],
) -> None:
    """How the wording of an article changed from each edition to the next: [-what went-]{+what came+}."""
    obj: Context = context.obj
    one = _article(obj, law, article, None)
    changes = [wording for wording in one.history if wording.changed]
    if obj.json:
        obj.print_json(changes)
    elif changes:
        printing.print_diffs(one, changes)
    else:
        printing.print_unchanged(one)


def _article(obj: Context, law: str, article: str, day: date | None) -> ArticleOut:
    return obj.run(lambda youju: youju.laws.article(law, article, obj.caller, day), dense=False)


async def _shown(running: AsyncGenerator[LawItem], label: str) -> list[LawItem]:
    """The items of a run, with a bar. Stopping loses nothing that was finished."""
    items: list[LawItem] = []
    with Bar(label, 0) as bar:
        try:
            async for item in running:
                items.append(item)
                bar.update(item.done, item.total, item.name)
        finally:
            await running.aclose()
    return items
