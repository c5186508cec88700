"""`/tools`, and that command line, HTTP and the agent's tool give the same."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Generator
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.answering.modelled import ask_model
from tests.law.calculators.statutes import written
from tests.models.scripted import calls_with, says
from tests.server.living import served, youju
from typer.testing import CliRunner

from youju.answering.question import Question
from youju.answering.schemas import Calculation
from youju.answering.sources import Sources
from youju.answering.tools import ToolContext
from youju.app import Youju
from youju.caller import OWNER
from youju.citations.registry import Registry
from youju.cli.main import app
from youju.errors import CallerMistake
from youju.law.calculators.catalogue import CALCULATORS
from youju.law.calculators.inputs import schema
from youju.law.tools import CalculateTool
from youju.settings import Settings

SEVERANCE = {"start": "2020-03-15", "end": "2023-07-20", "salary": 8000}


@pytest.fixture(scope="module")
def law_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("law")
    done = youju(folder / "home", "add", str(written(folder / "files")))
    assert done.returncode == 0, done.stderr
    return folder / "home"


@pytest.fixture(scope="module")
def client(law_home: Path) -> Generator[httpx.Client]:
    with served(law_home) as address, httpx.Client(base_url=f"{address}/api/v1", timeout=30) as client:
        yield client


def test_the_list_has_every_calculator_with_a_schema(client: httpx.Client):
    tools = client.get("/tools").json()
    assert [one["name"] for one in tools] == [one.name for one in CALCULATORS]
    assert tools[0]["parameters"]["properties"]["salary"]["type"] == "number"
    english = client.get("/tools", params={"lang": "en"}).json()
    assert english[0]["title"] == "severance pay (N)"


def test_a_result_with_its_cards(client: httpx.Client):
    answer = client.post("/tools/severance", json=SEVERANCE)
    assert answer.status_code == 200
    result = answer.json()
    assert result["result"] == {"value": "28000.00", "unit": "CNY"}
    assert Calculation.model_validate(result).cards[0].parts[0].locator is not None
    view = result["cards"][0]["parts"][0]["view"].removeprefix("/api/v1")
    assert "<mark" in client.get(view).text


def test_mistakes_are_problems_with_a_pointer_each(client: httpx.Client):
    answer = client.post("/tools/severance", json={"years": 99, "wages": [1, "x"], "sallary": 3})
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    assert problem["code"] == "invalid_inputs"
    assert {one["pointer"] for one in problem["errors"]} == {"#/years", "#/wages/1", "#/sallary"}
    english = client.post("/tools/severance", params={"lang": "en"}, json={}).json()
    assert [one["pointer"] for one in english["errors"]] == ["#/start", "#/salary"]
    assert "is missing" in english["detail"]


@pytest.mark.parametrize("body", ["[]", "3", '"x"', "null"])
def test_a_body_that_is_no_object_is_refused(client: httpx.Client, body: str):
    answer = client.post("/tools/severance", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 422


@pytest.mark.parametrize("body", ['{"salary": 1e999}', '{"salary": "\\ud800"}', '{"\\ud800": 1}', '{"salary": NaN}'])
def test_hostile_values_are_told_and_not_carried_back(client: httpx.Client, body: str):
    answer = client.post("/tools/severance", content=body, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 422)
    answer.text.encode()


def test_an_unknown_calculator_is_told_with_near_names(client: httpx.Client):
    answer = client.post("/tools/severence", json=SEVERANCE)
    assert (answer.status_code, answer.json()["code"]) == (422, "unknown_calculator")
    assert "severance" in answer.json()["remedy"]


# ── the same everywhere ────────────────────────────────────────────────────────────────────────────────────────────


def by_command(home: Path, name: str, inputs: dict[str, Any]) -> dict[str, Any]:
    options: list[str] = []
    for field, value in inputs.items():
        flag = f"--{field.replace('_', '-')}"
        if isinstance(value, bool):
            options.append(flag if value else f"--no-{flag[2:]}")
        else:
            options += [part for one in (value if isinstance(value, list) else [value]) for part in (flag, str(one))]
    done = CliRunner().invoke(app, ["--home", str(home), "--json", "calc", name.replace("_", "-"), *options])
    assert done.exit_code in (0, 3), done.output
    return json.loads(done.stdout)


async def _by_tool(home: Path, name: str, inputs: dict[str, Any]) -> dict[str, Any]:
    async with Youju.open(Settings(home=home, embedding={"provider": "none"}), dense=False) as opened:
        context = ToolContext(Question("算一下"), OWNER, Sources(Registry(), "zh", 20_000), "zh")
        outcome = await CalculateTool(opened.calculators).run({"name": name, "inputs": inputs}, context)
        assert outcome.calculation is not None
        assert outcome.numbers == outcome.calculation.citations
        return outcome.calculation.model_dump(mode="json")


def same_everywhere(home: Path, client: httpx.Client, name: str, inputs: dict[str, Any]) -> dict[str, Any]:
    http = client.post(f"/tools/{name}", json=inputs).json()
    command = by_command(home, name, inputs)
    tool = asyncio.run(_by_tool(home, name, inputs))
    for one in (http, command, tool):  # amounts are echoed as they were written
        one["inputs"] = {field: str(value) for field, value in one["inputs"].items()}
    assert command == http
    assert tool == http | {"cards": []}
    return http


@pytest.mark.parametrize("calculator", CALCULATORS, ids=lambda one: one.name)
def test_examples_give_the_same_on_every_face(law_home: Path, client: httpx.Client, calculator: Any):
    same_everywhere(law_home, client, calculator.name, schema(calculator.inputs, "zh")["examples"][0])


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    name=st.sampled_from(["severance", "unlawful_termination"]),
    years=st.integers(0, 40),
    months=st.integers(1, 11),
    salary=st.decimals("1", "99999.99", places=2).map(float),
    average=st.one_of(st.none(), st.integers(1000, 20000)),
)
def test_any_severance_is_the_same_on_every_face(
    law_home: Path, client: httpx.Client, name: str, years: int, months: int, salary: float, average: int | None
):
    inputs: dict[str, Any] = {"years": years, "months": months, "salary": salary}
    done = same_everywhere(law_home, client, name, inputs | ({"local_average": average} if average else {}))
    assert done["result"]["unit"] == "CNY"


# ── the agent ──────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_model_calculates_and_cites_the_article(law_home: Path):
    outcome = await ask_model(
        law_home,
        "干了3年4个月，月薪8000，被辞退补偿怎么算？",
        calls_with("calculate", json.dumps({"name": "severance", "inputs": {"years": 3, "months": 4, "salary": 8000}})),
        says("不满六个月的，向劳动者支付半个月工资的经济补偿[1]。"),
    )
    heard = outcome.heard()
    assert "经济补偿（N）：28000.00元" in heard
    assert "合计3.5个月工资。[1]" in heard or "合计3.5个月工资。[2]" in heard
    assert "《劳动合同法实施条例》第二十七条" in heard
    event = outcome.tools[-1]
    assert event.name == "calculate"
    assert event.citations
    assert "28000.00元" in event.text


@pytest.mark.parametrize(
    "arguments",
    [
        {"name": "severance", "inputs": {"years": 3, "salary": 8000}},
        {"name": "severance", "inputs": '{"years": 3, "salary": 8000}'},
        {"name": "severance", "years": 3, "salary": 8000},
        {"name": "Severance", "inputs": {"years": "3", "salary": "8,000元"}},
    ],
)
async def test_inputs_as_models_write_them(law_home: Path, arguments: dict[str, Any]):
    async with Youju.open(Settings(home=law_home, embedding={"provider": "none"}), dense=False) as opened:
        context = ToolContext(Question("算一下"), OWNER, Sources(Registry(), "zh", 20_000), "zh")
        tool = CalculateTool(opened.calculators)
        outcome = await tool.run(arguments, context)
        assert "24000.00元" in outcome.text
        assert tool.key(arguments) == tool.key(dict(reversed(arguments.items())))


@pytest.mark.parametrize("inputs", [[1], "x", 3, True])
async def test_inputs_that_are_no_object_are_refused(law_home: Path, inputs: object):
    async with Youju.open(Settings(home=law_home, embedding={"provider": "none"}), dense=False) as opened:
        with pytest.raises(CallerMistake):
            CalculateTool(opened.calculators).key({"name": "severance", "inputs": inputs})


async def test_a_model_that_leaves_inputs_out_is_told_which(law_home: Path):
    outcome = await ask_model(
        law_home,
        "被辞退能拿多少？",
        calls_with("calculate", json.dumps({"name": "severance", "inputs": {}})),
        says("资料中未找到相关内容"),
    )
    assert "start: 缺少" in outcome.heard()
    assert "salary: 缺少" in outcome.heard()
