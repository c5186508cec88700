"""Every provision that a calculation rests on is there: article, 款 and 项, in the texts and in a ledger."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from tests.law.calculators.texts import lines
from tests.law.calculators.working import work_out

from youju.app import Youju
from youju.caller import OWNER, Caller
from youju.knowledge.placing import Wish
from youju.law.calculators.catalogue import CALCULATORS
from youju.law.calculators.inputs import schema
from youju.law.calculators.values import Basis
from youju.law.clauses import missing
from youju.law.grammar import find_references
from youju.settings import Settings

MONTHS = {"base": 6000, "first_month": "2022-03", "last_month": "2023-06", "employer_rate": 8, "personal_rate": 8}
CASES: dict[str, list[dict[str, Any]]] = {
    "severance": [{"start": "2000-01-01", "end": "2023-01-01", "salary": 99999, "local_average": 8000}],
    "severance_with_notice": [{"years": 1, "salary": 1, "minimum_wage": 2, "last_wage": 1}],
    "unlawful_termination": [{"years": 1, "salary": 1}],
    "double_wage": [{"start": "2025-01-10", "salary": 1}, {"start": "2007-01-01", "left": "2008-12-20", "salary": 1}],
    "overtime": [
        {"salary": 1, "workday_hours": 40, "restday_hours": 1, "holiday_hours": 1},
        {"salary": 1, "system": "comprehensive", "workday_hours": 1},
        {"salary": 1, "system": "flexible", "workday_hours": 1},
    ],
    "probation": [
        {"contract_months": 24, "agreed_months": 6, "served_months": 6, "contract_wage": 1},
        {"contract_months": 2},
        {"contract_months": 2, "agreed_months": 2},
        {"kind": "task"},
        {"kind": "part_time"},
        {"kind": "open_ended", "again": True},
    ],
    "annual_leave": [
        {"working_years": 0},
        {"working_years": 1, "joined": "2026-01-05", "salary": 1},
        {"working_years": 1, "left": "2026-11-05", "salary": 1},
        {"working_years": 1, "sick_months": 2},
    ],
    "unemployment_benefit": [{"years": 0}, {"years": 9, "remaining": 9}],
    "work_injury": [{"grade": grade, "own_wage": 1, "area_average": 1, "care": "fully"} for grade in range(1, 11)],
    "pension_arrears": [MONTHS],
    "housing_fund_arrears": [MONTHS],
    "arbitration_limit": [
        {"known": "2025-12-01", "interruptions": ["2026-01-01"]},
        {"claim": "wage_arrears"},
        {"claim": "wage_arrears", "ended": "2026-01-01"},
    ],
    "civil_limit": [{"known": "2020-01-01", "damaged": "2000-01-01", "interruptions": ["2022-01-01"]}],
    "court_fee": [{"amount": 10**8, "halved": "settled"}, {"kind": "labour", "halved": "simplified"}],
    "holidays": [{"year": 2025}],
}
NOTICE = "关于职工全年月平均工作时间和工资折算问题的通知"
NOT_HELD = {
    NOTICE,  # without articles
    "国务院关于渐进式延迟法定退休年龄的办法",
}


def provisions() -> list[Basis]:
    """Everything that the cases rest on, once."""
    found = {
        one.reference: one for name, cases in CASES.items() for case in cases for one in work_out(name, **case).basis
    }
    return [one for one in found.values() if one.law not in NOT_HELD]


def test_the_cases_reach_every_calculator():
    assert {one.name for one in CALCULATORS} - set(CASES) == {"retirement_age"}


@pytest.mark.parametrize("basis", provisions(), ids=lambda one: one.reference)
def test_the_article_has_the_clause_that_is_named(basis: Basis):
    (reference,) = find_references(basis.reference)
    address = reference.locator
    assert address.label is not None
    text = lines(basis.law, address.label)
    assert missing(text, address.paragraph, address.item) is None


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def library(tmp_path_factory: pytest.TempPathFactory, statutes: Path) -> AsyncGenerator[Youju]:
    """A library of the labour statutes."""
    names = {NOTICE, *(one.law for one in provisions())}
    files = [
        *(path for path in (statutes / "labour_md" / "md").glob("*.md") if path.name.split("(")[0] in names),
        statutes / "labour_md" / "md" / "民法典_总则.md",
        *(statutes / "new_2025_2026").glob("*解释*.md"),
    ]
    settings = Settings(home=tmp_path_factory.mktemp("laws"), embedding={"provider": "none"}, ocr=False)
    async with Youju.open(settings, dense=False) as youju:
        items = [item async for item in youju.laws.import_files(youju.sources(files), OWNER)]
        assert len(items) >= 12
        yield youju


@pytest.mark.asyncio(loop_scope="module")
async def test_what_the_library_holds_is_cited_and_quoted(library: Youju):
    held = {law.title.removeprefix("中华人民共和国") for law in await library.documents(OWNER)}
    assert {"劳动合同法", "劳动合同法实施条例", "工伤保险条例"} <= held
    for name, cases in CASES.items():
        for case in cases:
            done = await library.calculate(name, case, OWNER, "zh")
            for one in done.basis:
                law = one.reference[1:].split("》")[0]
                if law == NOTICE:
                    assert (one.status, one.numbers) == ("found", ())
                    assert "没有条文编号" in one.message
                    continue
                if law not in held:
                    assert (one.status, one.numbers) == ("unknown", ()), one
                    assert "youju law import" in one.message
                    continue
                assert one.status == "found", (name, case, one)
                part = next(part for card in done.cards for part in card.parts if part.number == one.numbers[0])
                assert bool(part.quote) == ("款" in one.reference or "项" in one.reference)


@pytest.mark.asyncio(loop_scope="module")
async def test_the_day_of_the_events_chooses_the_law(library: Youju):
    """解释（二） is in force since 2025-09-01 and applies to what is decided now; the law itself goes by the events."""
    done = await library.calculate("double_wage", {"start": "2023-01-10", "salary": 1}, OWNER, "zh")
    assert {one.status for one in done.basis if "解释（二）" in one.reference} == {"found"}
    early = {"start": "2007-01-01", "left": "2008-05-20", "salary": 1}
    before = await library.calculate("double_wage", early, OWNER, "zh")
    regulation = next(one for one in before.basis if one.reference.startswith("《劳动合同法实施条例》"))
    assert (regulation.status, regulation.numbers) == ("not_yet", ())
    assert "自2008年9月18日起施行" in regulation.message


@pytest.mark.asyncio(loop_scope="module")
async def test_who_may_not_read_a_law_gets_no_citation_of_it(library: Youju):
    example = schema(CALCULATORS[0].inputs, "zh")["examples"][0]
    mine = await library.calculate("severance", example, OWNER, "zh")
    document = mine.cards[0].document_id
    await library.place(document, Wish(roles=frozenset({"hr"})), OWNER)
    other = await library.calculate("severance", example, Caller("guest"), "zh")
    assert other.result == mine.result
    assert not {document} & {card.document_id for card in other.cards}
    assert all(one.status == "unknown" for one in other.basis if one.reference.startswith("《劳动合同法》"))
