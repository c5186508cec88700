"""Commands on statutes: law install."""

from __future__ import annotations

from typing import Annotated

import typer

from youju.cli.context import Context
from youju.cli.importing_report import fill
from youju.cli.printing import Bar, say

app = typer.Typer(help="Chinese statutes.", no_args_is_help=True)


@app.callback()
def _law() -> None:
    """Keep `law` a group while it has one command."""


@app.command()
def install(
    context: typer.Context,
    embed: Annotated[
        bool, typer.Option("--embed", help="Compute all vectors now instead of in the background.")
    ] = False,
) -> None:
    """Load the statute pack: some 380 national laws, one section per article, with status and dates.

    Keyword search works at once. Vectors for meaning take long on a laptop: `youju serve` computes them in the
    background and goes on where it stopped; --embed does it now.
    """
    from youju.app import Youju

    obj: Context = context.obj

    async def work(youju: Youju) -> dict[str, int]:
        counts: dict[str, int] = {}
        with Bar("Installing laws", 0) as bar:
            async for progress in youju.laws.install():
                bar.update(progress.done, progress.total, progress.name)
                counts[progress.outcome] = counts.get(progress.outcome, 0) + 1
        if embed:
            await fill(youju)
        return counts

    counts = obj.run(work, dense=embed)
    if obj.json:
        obj.print_json(counts)
        return
    typer.echo("Laws: " + ", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items())) + ".")
    if not embed:
        say("Keyword search is ready. Vectors fill in the background while `youju serve` runs, or now with --embed.")
