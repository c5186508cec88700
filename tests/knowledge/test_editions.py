"""Editions in the ledger: their days in force follow from each other within one transaction, whatever changes."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from datetime import date
from itertools import pairwise
from pathlib import Path

import pytest

from youju.caller import OWNER, Caller
from youju.index.protocol import Entry
from youju.knowledge.drafts import Draft
from youju.knowledge.editions.values import Dates, Edition, Repeal, RepealedPart
from youju.knowledge.identity import digest, document_id
from youju.knowledge.ledger import Ledger
from youju.knowledge.placing import Placement, Wish
from youju.knowledge.values import Locator, PassageSpan, Section
from youju.reading.document import Block, ReadDocument

TODAY = date(2026, 1, 1)


def one_after_the_other(editions: Mapping[str, Edition]) -> dict[str, Dates]:
    """Each ends when the next is published."""
    order = sorted(editions, key=lambda one: editions[one].published or date.min)
    ends = {old: editions[new].published for old, new in pairwise(order)}
    return {one: Dates(editions[one].published, ends.get(one), "in_force") for one in order}


def draft(year: int, text: str = "一。\n二。", **changes: object) -> Draft:
    first, _ = text.split("\n")
    locator = Locator("规则", 1)
    return Draft(
        key=f"rule:{year}",
        source=f"规则（{year}）",
        title="规则",
        document=ReadDocument(text, (Block("paragraph", 0, len(text)),), title="规则"),
        sections=(Section(0, "第一条", 1, 0, len(text), locator=locator),),
        passages=(
            PassageSpan(0, 0, len(first), 0, locator, effective_to=changes.pop("ends", None)),  # type: ignore[arg-type]
            PassageSpan(1, len(first) + 1, len(text), 0, locator),
        ),
        content_hash=digest(text),
        fingerprint=digest(text, str(changes)),
        placement=Placement(**changes),  # type: ignore[arg-type]
        edition=Edition("规则", published=date(year, 1, 1), repeals=(Repeal("别的", None, "第一条"),)),
    )


@pytest.fixture
async def ledger(tmp_path: Path) -> AsyncGenerator[Ledger]:
    opened = await Ledger.open(tmp_path, settle=one_after_the_other)
    yield opened
    await opened.close()


class Indexed:
    """What an index was given."""

    def __init__(self) -> None:
        self.entries: dict[str, Entry] = {}

    def __call__(self, entries: list[Entry]) -> None:
        self.entries |= {entry.passage_id: entry for entry in entries}

    def ends(self) -> dict[str, set[date | None]]:
        found: dict[str, set[date | None]] = {}
        for entry in self.entries.values():
            found.setdefault(entry.document_id, set()).add(entry.effective_to)
        return found


async def ends(ledger: Ledger) -> dict[int, date | None]:
    found = await ledger.readable_editions(OWNER)
    return {one.edition.published.year: one.dates.end for one in found if one.edition.published}


async def test_a_new_edition_ends_the_one_before_and_the_index_learns_both(ledger: Ledger):
    index = Indexed()
    await ledger.publish([draft(2010)], index)
    (done,) = await ledger.publish([draft(2020)], index)
    assert done.outcome == "added"
    assert await ends(ledger) == {2010: date(2020, 1, 1), 2020: None}
    assert index.ends()[document_id("rule:2010")] == {date(2020, 1, 1)}
    assert await ledger.changed_documents(1) == sorted([document_id("rule:2010"), document_id("rule:2020")])


async def test_publishing_again_changes_nothing_and_keeps_roles(ledger: Ledger):
    await ledger.publish([draft(2010), draft(2020)], lambda _: None)
    await ledger.place(document_id("rule:2010"), Wish(roles=frozenset({"hr"})), lambda _: None)
    counter = await ledger.change_counter()
    published = await ledger.publish([draft(2010), draft(2020)], lambda _: None)
    assert [one.outcome for one in published] == ["unchanged", "unchanged"]
    assert await ledger.change_counter() == counter
    seen = await ledger.readable_editions(Caller("guest", frozenset()))
    assert [one.source for one in seen] == ["规则（2020）"]


async def test_whatever_takes_an_edition_away_gives_its_time_back(ledger: Ledger):
    await ledger.publish([draft(2010), draft(2020)], lambda _: None)
    await ledger.retire([document_id("rule:2020")], lambda _: None)
    assert await ends(ledger) == {2010: None}
    await ledger.publish([draft(2020)], lambda _: None)
    assert await ends(ledger) == {2010: date(2020, 1, 1), 2020: None}
    await ledger.remove([document_id("rule:2020")], lambda _: None)
    assert await ends(ledger) == {2010: None}
    assert set(await ledger.editions()) == {document_id("rule:2010")}


async def test_dates_set_by_hand_stand_until_they_are_cleared(ledger: Ledger):
    await ledger.publish([draft(2010), draft(2020)], lambda _: None)
    old = document_id("rule:2010")
    await ledger.place(old, Wish(effective_to=date(2015, 1, 1)), lambda _: None)
    await ledger.publish([draft(2012)], lambda _: None)
    assert (await ends(ledger))[2010] == date(2015, 1, 1)


async def test_a_passage_is_in_force_no_longer_than_its_version_nor_than_itself(ledger: Ledger):
    index = Indexed()
    await ledger.publish([draft(2010, ends=date(2015, 1, 1)), draft(2020)], index)
    found = {
        day: [one.in_force.status for one in await ledger.passages_at("规则", 1, None, OWNER, day)]
        for day in (date(2014, 12, 31), date(2015, 1, 1), date(2020, 1, 1))
    }
    old = document_id("rule:2010")
    assert index.ends()[old] == {date(2015, 1, 1), date(2020, 1, 1)}
    assert {day: sorted(states) for day, states in found.items()} == {
        date(2014, 12, 31): ["in_force", "in_force", "not_yet", "not_yet"],
        date(2015, 1, 1): ["in_force", "not_yet", "not_yet", "repealed"],
        date(2020, 1, 1): ["in_force", "in_force", "repealed", "repealed"],
    }


async def test_before_the_publication_of_the_only_text_its_state_is_unknown(tmp_path: Path):
    """The work was in force since 2000; how it read then is not known by the text of 2010."""

    def since_2000(editions: Mapping[str, Edition]) -> dict[str, Dates]:
        return dict.fromkeys(editions, Dates(date(2000, 1, 1), None, "in_force"))

    ledger = await Ledger.open(tmp_path, settle=since_2000)
    await ledger.publish([draft(2010)], lambda _: None)
    states = [
        (await ledger.passages_at("规则", 1, None, OWNER, date(year, 6, 1)))[0].in_force.status
        for year in (1999, 2005, 2010)
    ]
    await ledger.close()
    assert states == ["not_yet", "unknown", "in_force"]


async def test_what_is_known_of_an_edition_comes_back_as_it_was_kept(ledger: Ledger):
    edition = Edition(
        "规则", "法律", date(2010, 1, 1), date(2010, 2, 1), "现行有效", "file", "发布人", "第1号", "某市", "总则",
        (Repeal("别的", date(2010, 2, 1), "第九条", 3, 1, 2), Repeal("另外", None, "第九条")),
        (RepealedPart(1, None, 2, date(2020, 1, 1), "更新的", "第八条", "公报"),),
    )  # fmt: skip
    one = draft(2010)
    await ledger.publish(
        [Draft(**{**{name: getattr(one, name) for name in Draft.__slots__}, "edition": edition})], lambda _: None
    )
    assert await ledger.editions() == {document_id("rule:2010"): edition}


async def test_the_text_of_an_edition_can_be_cut_again(ledger: Ledger):
    one = draft(2010)
    await ledger.publish([one], lambda _: None)
    stored = await ledger.stored_edition(one.document_id)
    assert stored is not None
    assert (stored.key, stored.source, stored.title) == ("rule:2010", one.source, one.title)
    assert (stored.document.text, stored.document.blocks, stored.sections) == (
        one.document.text, one.document.blocks, one.sections,
    )  # fmt: skip
    assert await ledger.stored_edition("unknown") is None
