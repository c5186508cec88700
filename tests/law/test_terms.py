"""When editions of laws are in force: what the sources say, outvoted by newer texts, and never more than is known."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from youju.knowledge.editions.values import Dates, Edition, Repeal, RepealedPart
from youju.knowledge.repository import in_force
from youju.law.terms import AMENDED, IN_FORCE, REPEALED, SUPERSEDED, Ending, settle, terms

OLD, NEW = date(2010, 5, 1), date(2020, 5, 1)


def edition(published: date | None, commences: date | None = None, status: str = IN_FORCE, **told: object) -> Edition:
    return Edition(str(told.pop("line", "中华人民共和国甲法")), "法律", published, commences, status, "pack", **told)  # type: ignore[arg-type]


def state(dates: Dates, one: Edition, at: date) -> str:
    return in_force(dates.start, dates.end, dates.declared, at, one.published).status


def test_a_newer_text_outvotes_the_flag_of_the_older_one():
    """Several superseded laws are still marked 现行有效 by their source."""
    found = terms({"old": edition(OLD, OLD), "new": edition(NEW, date(2021, 1, 1))})
    assert found["old"].ending == Ending("中华人民共和国甲法", "", date(2021, 1, 1), superseded=True, by="new")
    assert found["old"].dates == Dates(OLD, date(2021, 1, 1), "in_force")
    assert found["new"].dates == Dates(date(2021, 1, 1), None, "in_force")


def test_a_text_that_is_still_to_come_leaves_the_older_one_in_force():
    old, new = edition(OLD, OLD, SUPERSEDED), edition(NEW, date(2027, 1, 1))
    dates = settle({"old": old, "new": new})
    assert [state(dates["old"], old, day) for day in (date(2026, 12, 31), date(2027, 1, 1))] == ["in_force", "repealed"]
    assert [state(dates["new"], new, day) for day in (date(2026, 12, 31), date(2027, 1, 1))] == ["not_yet", "in_force"]


def test_a_commencement_before_the_publication_is_that_of_the_first_text():
    """The wording of before is not here: the law was in force, and nobody knows how it read."""
    only = edition(date(2012, 12, 28), date(2008, 1, 1))
    (term,) = terms({"only": only}).values()
    assert (term.start.day, term.start.exact, term.start.first) == (date(2012, 12, 28), False, date(2008, 1, 1))
    states = [state(term.dates, only, date(year, 6, 1)) for year in (2007, 2010, 2013)]
    assert states == ["not_yet", "unknown", "in_force"]


def test_between_two_texts_of_an_amended_law_the_publication_is_the_bound_and_is_marked_so():
    first, second = edition(OLD, date(1994, 1, 1), SUPERSEDED), edition(NEW, date(1994, 1, 1))
    found = terms({"first": first, "second": second})
    ending = found["first"].ending
    assert ending is not None and (ending.since, ending.exact) == (NEW, False)
    assert (found["second"].start.day, found["second"].start.exact, found["second"].start.first) == (NEW, False, None)


@pytest.mark.parametrize(
    ("status", "declared"), [(IN_FORCE, "in_force"), (REPEALED, "repealed"), (SUPERSEDED, "repealed"), ("", None)]
)
def test_without_an_end_the_source_is_believed(status: str, declared: str | None):
    assert settle({"one": edition(OLD, OLD, status)})["one"].declared == declared


def test_an_amended_text_without_its_successor_is_neither_in_force_nor_repealed():
    one = edition(NEW, date(1997, 10, 1), AMENDED)
    dates = settle({"one": one})["one"]
    assert dates.declared == "unknown" and state(dates, one, date(2024, 1, 1)) == "unknown"
    both = settle({"one": one, "next": edition(date(2024, 3, 1), date(2024, 3, 1))})
    assert both["one"] == Dates(date(1997, 10, 1), date(2024, 3, 1), "in_force")


def test_a_repeal_counts_from_the_day_that_it_names_else_from_its_own_commencement():
    marriage = edition(date(2001, 4, 28), line="中华人民共和国婚姻法", status="")
    code = edition(
        date(2020, 5, 28),
        date(2021, 1, 1),
        line="中华人民共和国民法典",
        repeals=(Repeal("婚姻法", None, "第一千二百六十条"),),
    )
    ending = terms({"marriage": marriage, "code": code})["marriage"].ending
    assert ending == Ending(
        "中华人民共和国民法典", "第一千二百六十条", date(2021, 1, 1), by="code", told=date(2020, 5, 28)
    )


def test_a_law_never_repeals_its_own_text__child_labour_rules_of_2002():
    own = edition(
        date(2002, 10, 1), date(2002, 12, 1), line="禁止使用童工规定",
        repeals=(Repeal("禁止使用童工规定", date(2002, 12, 1), "第十四条"),),
    )  # fmt: skip
    former = edition(date(1991, 4, 15), line="禁止使用童工规定")
    found = terms({"own": own, "former": former})
    assert found["own"].ending is None
    assert found["former"].dates.end == date(2002, 12, 1)


def test_the_table_repeals_a_whole_text_too():
    part = RepealedPart(None, None, None, date(2021, 1, 1), "废止决定", "", "法释〔2020〕16号")
    (term,) = terms({"one": edition(OLD, OLD, "", parts=(part,))}).values()
    assert term.ending == Ending("废止决定", "", date(2021, 1, 1))


def test_unknown_days_stay_unknown():
    found = terms({"dated": edition(OLD, OLD), "undated": edition(None, status="")})
    assert found["undated"].dates == Dates(None, None, None)
    assert found["dated"].dates.end is None


def test_parts_of_one_text_do_not_end_each_other():
    parts = {name: edition(OLD, OLD, part=name) for name in ("总则", "合同编")}
    assert {dates.end for dates in settle(parts).values()} == {None}


DAYS = st.dates(date(1990, 1, 1), date(2027, 12, 31))
EDITIONS = st.builds(
    lambda line, published, commences, status, repeals, since: edition(
        published, commences, status, line=line, repeals=tuple(Repeal(name, since, "第九条") for name in repeals)
    ),
    st.sampled_from(["甲法", "中华人民共和国甲法", "乙法"]),
    st.none() | DAYS,
    st.none() | DAYS,
    st.sampled_from([IN_FORCE, REPEALED, SUPERSEDED, AMENDED, ""]),
    st.lists(st.sampled_from(["甲法", "乙法"]), max_size=1),
    st.none() | DAYS,
)


@given(st.dictionaries(st.sampled_from("abcdefgh"), EDITIONS, max_size=8), st.randoms())
def test_the_order_in_which_editions_came_makes_no_difference(editions: dict[str, Edition], random: object):
    shuffled = list(editions.items())
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert settle(dict(shuffled)) == settle(editions)


@given(
    st.lists(DAYS, min_size=1, max_size=6, unique=True), st.lists(st.integers(-4000, 400), min_size=6, max_size=6), DAYS
)
def test_of_one_law_at_most_one_text_is_in_force_on_any_day(days: list[date], delays: list[int], at: date):
    editions = {
        str(place): edition(day, day + timedelta(days=delay))
        for place, (day, delay) in enumerate(zip(sorted(days), delays, strict=False))
    }
    dates = settle(editions)
    states = [state(dates[key], editions[key], at) for key in editions]
    begun = [dates[key].start for key in editions]
    if all(a is not None and b is not None and a <= b for a, b in pairwise(begun)):
        assert states.count("in_force") <= 1
