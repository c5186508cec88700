"""`youju calc`: the calculators. Options, help and checks all come from the inputs of each."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer
from typer.core import TyperGroup

from youju.cli.calculations import calculation_lines, lacking_lines, section
from youju.cli.context import Context
from youju.cli.printing import echo, table
from youju.errors import CallerMistake

if TYPE_CHECKING:
    from youju.answering.schemas import Calculation
    from youju.law.calculators.values import Calculator
    from youju.text.language import Language

_WITH_COMMAS = 10_000
"""From here on numbers are written with commas: years are not."""
REFUSED = 3
"""Exit code where the instrument that would have to bear the result is not in the library."""


class _Calculators(TyperGroup):
    """The commands written below, and one for each calculator, made when it is asked for."""

    def list_commands(self, ctx: Any) -> list[str]:
        from youju.law.calculators.catalogue import CALCULATORS

        return [*super().list_commands(ctx), *(one.name.replace("_", "-") for one in CALCULATORS)]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        from youju.law.calculators.catalogue import find

        return super().get_command(ctx, cmd_name) or _command(find(cmd_name))


app = typer.Typer(cls=_Calculators, no_args_is_help=True)


@app.callback()
def _calc() -> None:
    """法律计算器 / legal calculators: a result with its steps and the articles that they rest on.

    For example: youju calc severance --start 2020-03-15 --end 2023-07-20 --salary 8000
    """


@app.command("list")
def list_(context: typer.Context) -> None:
    """List all calculators: what each works out, and what it asks for."""
    from youju.law.calculators.catalogue import CALCULATORS
    from youju.law.calculators.inputs import schema

    obj: Context = context.obj
    if obj.json:
        shown = [{"name": c.name, "title": c.title.zh, "parameters": schema(c.inputs, "zh")} for c in CALCULATORS]
        obj.print_json(shown)
        return
    table(("name", "计算", "computes"), [(c.name.replace("_", "-"), c.title.zh, c.title.en) for c in CALCULATORS])
    echo("\nyouju calc NAME --help")


@app.command()
def standards(context: typer.Context) -> None:
    """List the local standards (minimum and average wages) that calculations may use.

    The table ships empty. Your own rows stand in standards.toml in the home folder: [[standard]] with kind, city,
    value, from, to and source.
    """
    from youju.law.calculators.standards import FILE, standards

    obj: Context = context.obj
    rows = standards(obj.settings().home).rows
    if obj.json:
        obj.print_json(
            [
                {"kind": r.kind, "city": r.city, "value": r.value, "from": r.start, "to": r.end, "source": r.source}
                for r in rows
            ]
        )
        return
    if not rows:
        echo(f"没有地方标准，可在数据文件夹的 {FILE} 中添加。")
        echo(f"No local standards: add yours to {FILE} in the home folder.")
        return
    head = ("kind", "city", "CNY", "from", "to", "source")
    table(head, [(r.kind, r.city, f"{r.value}", f"{r.start}", f"{r.end or ''}", r.source) for r in rows])


def _command(calculator: Calculator) -> Any:
    """A command whose options are the fields of the calculator's inputs. All of them are taken as text: the inputs
    read and check them, as they do for every other face."""
    title = f"{calculator.title.zh} / {calculator.title.en}"
    made = typer.Typer(add_completion=False, rich_markup_mode=None)
    made.command(
        calculator.name.replace("_", "-"),
        short_help=title,
        help=f"{title}\n\n{calculator.about.zh}\n\n{calculator.about.en}\n\n{_example(calculator)}",
    )(_function(calculator))
    return typer.main.get_command(made)


def _function(calculator: Calculator) -> Any:
    def run(context: typer.Context, lang: str, **given: Any) -> None:
        obj: Context = context.obj
        language = _language(lang)
        raw = {name: value for name, value in given.items() if value not in (None, [])}
        done = obj.run(lambda youju: youju.calculate(calculator.name, raw, obj.caller, language), dense=False)
        if obj.json:
            obj.print_json(done)
        else:
            _print(done, language)
        if done.result.unit == "none":
            raise typer.Exit(REFUSED)

    parameters = [_parameter("context", typer.Context), *(_option(*one) for one in _fields(calculator))]
    language_help = "Language of the result: zh or en."
    parameters.append(_parameter("lang", Annotated[str, typer.Option(help=language_help)], "zh"))
    run.__signature__ = inspect.Signature(parameters)  # pyright: ignore[reportFunctionMemberAccess]
    run.__annotations__ = {one.name: one.annotation for one in parameters}
    return run


def _language(lang: str) -> Language:
    if lang not in ("zh", "en"):
        raise CallerMistake(f"--lang {lang[:20]}: zh or en.")
    return lang


def _fields(calculator: Calculator) -> list[tuple[str, dict[str, Any], dict[str, Any], bool]]:
    from youju.law.calculators.inputs import schema

    zh, en = schema(calculator.inputs, "zh"), schema(calculator.inputs, "en")
    return [(name, zh["properties"][name], en["properties"][name], name in zh["required"]) for name in zh["properties"]]


def _option(name: str, zh: dict[str, Any], en: dict[str, Any], required: bool) -> inspect.Parameter:
    told = f"{zh['description']} / {en['description']}{_range(zh)}{' (required)' if required else ''}"
    flag = f"--{name.replace('_', '-')}"
    if zh["type"] == "boolean":
        return _parameter(name, Annotated[bool | None, typer.Option(f"{flag}/--no-{flag[2:]}", help=told)], None)
    if zh["type"] == "array":
        told += " (repeatable)"
        return _parameter(
            name, Annotated[list[str] | None, typer.Option(flag, metavar=_metavar(zh["items"]), help=told)], None
        )
    return _parameter(name, Annotated[str | None, typer.Option(flag, metavar=_metavar(zh), help=told)], None)


def _parameter(name: str, annotation: Any, *default: Any) -> inspect.Parameter:
    value = default[0] if default else inspect.Parameter.empty
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=annotation, default=value)


def _metavar(field: dict[str, Any]) -> str:
    if "enum" in field:
        return "|".join(map(str, field["enum"]))
    if field.get("format") == "date":
        return "YYYY-MM-DD"
    return "TEXT" if field["type"] == "string" else "NUMBER"


def _range(field: dict[str, Any]) -> str:
    low, above, high = field.get("minimum"), field.get("exclusiveMinimum"), field.get("maximum")
    if high is None or (low is None and above is None):
        return ""
    most = f"{high:,.0f}" if high >= _WITH_COMMAS else f"{high:g}"
    return f" [{low:g}–{most}]" if low is not None else f" [>{above:g}, ≤{most}]"


def _example(calculator: Calculator) -> str:
    from youju.law.calculators.inputs import schema

    example: dict[str, Any] = schema(calculator.inputs, "zh")["examples"][0]
    words = [word for name, value in example.items() for word in _words(name, value)]
    return f"\b\nExample: youju calc {calculator.name.replace('_', '-')} {' '.join(words)}"


def _words(name: str, value: object) -> list[str]:
    flag = f"--{name.replace('_', '-')}"
    if isinstance(value, bool):
        return [flag if value else f"--no-{flag[2:]}"]
    return [f"{flag} {one}" for one in (cast("list[object]", value) if isinstance(value, list) else [value])]


def _print(done: Calculation, language: Language) -> None:
    """The result, its steps with their basis, further results, notes, and the cards."""
    from youju.cli.questions import card_lines

    cards = [card_lines(card, language) for card in done.cards]
    for line in (*calculation_lines(done, language), *section(cards), *section(lacking_lines(done))):
        echo(line)
