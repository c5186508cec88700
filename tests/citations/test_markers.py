import itertools
import random
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from youju.citations.markers import (
    DIALECTS,
    NOT_MARKERS,
    MarkerStream,
    Parsed,
    escape_source,
    parse,
    without_cut_marker,
)

OFFERED = frozenset({1, 2, 3})


def streamed(text: str, cuts: list[int]) -> Parsed:
    stream = MarkerStream(OFFERED)
    places = [0, *sorted(cuts), len(text)]
    clean = "".join(stream.feed(text[a:b]) for a, b in itertools.pairwise(places))
    clean += stream.finish()
    return Parsed(clean, tuple(stream.markers), tuple(stream.invalid))


@pytest.mark.parametrize(("written", "canonical"), DIALECTS)
@pytest.mark.parametrize("before", ["差旅费应在15日内报销", "Submit it within 15 days"])
@pytest.mark.parametrize("after", ["。", "", "，下一句。", ". Next", "\n"])
def test_every_dialect_becomes_the_one_form(written: str, canonical: str, before: str, after: str) -> None:
    parsed = parse(before + written + after, OFFERED)
    assert parsed.text == before + canonical + after
    assert parsed.invalid == ()
    assert "".join(parsed.text[m.start : m.end] for m in parsed.markers) == canonical.replace(" ", "")


@pytest.mark.parametrize("text", NOT_MARKERS)
def test_what_is_no_marker_stays_to_the_letter(text: str) -> None:
    assert parse(text, OFFERED) == Parsed(text, (), ())
    if not text.startswith((" ", "`", "~")):
        assert parse(f"参见{text}。", OFFERED) == Parsed(f"参见{text}。", (), ())


@pytest.mark.parametrize(
    ("text", "clean", "invalid"),
    [
        ("报销期限为15日[7]。", "报销期限为15日。", ("[7]",)),  # onyx#1543
        ("The limit is 15 days [7].", "The limit is 15 days.", ("[7]",)),
        ("The limit [7] is 15 days.", "The limit is 15 days.", ("[7]",)),
        ("报销[12]。", "报销。", ("[12]",)),  # never split into 1 and 2
        ("报销¹²。", "报销。", ("¹²",)),
        ("报销[0]。", "报销。", ("[0]",)),
        ("报销[1,9]。", "报销[1]。", ("[1,9]",)),
        ("报销【9†source】。", "报销。", ("【9†source】",)),
        ("报销[9](https://example.com)。", "报销。", ("[9](https://example.com)",)),
        ("报销[3-1]。", "报销。", ("[3-1]",)),
        ("报销[1-400]。", "报销。", ("[1-400]",)),
        ("报销[[9]]。", "报销。", ("[[9]]",)),
        ("报销\\[9\\]。", "报销。", ("\\[9\\]",)),
        ("报销[ID:a7f3-x]。", "报销。", ("[ID:a7f3-x]",)),  # WeKnora#1323
        ("报销[[citation: abc]]。", "报销。", ("[[citation: abc]]",)),
        ("报销【来源：doc_42】。", "报销。", ("【来源：doc_42】",)),
    ],
)
def test_a_number_that_was_not_offered_is_dropped_and_listed(text: str, clean: str, invalid: tuple[str, ...]) -> None:
    parsed = parse(text, OFFERED)
    assert (parsed.text, parsed.invalid) == (clean, invalid)


def test_nothing_offered_leaves_no_marker() -> None:
    for written, _ in DIALECTS:
        parsed = parse(f"您好{written}。", frozenset())
        assert parsed.markers == ()
        assert parsed.invalid


def test_neighbours_fold_and_positions_are_those_of_the_clean_text() -> None:
    parsed = parse("甲[1][1,2] [2]乙[2]。", OFFERED)
    assert parsed.text == "甲[1][2]乙[2]。"
    assert [(m.start, m.end, m.numbers) for m in parsed.markers] == [(1, 4, (1,)), (4, 7, (2,)), (8, 11, (2,))]
    assert parsed.numbers == (1, 2)
    assert parsed.without_markers() == "甲乙。"


def test_definitions_and_reference_links_stay() -> None:
    text = "正文。\n[^1]: 说明\n[1]: https://example.com\n"
    assert parse(text, OFFERED).text == text


def test_code_in_every_form_is_never_touched() -> None:
    text = "见[1]。\n\n- 项\n\n      a[1]\n\n```py\nx[1] [9]\n\ny[2]\n```\n`z[3]` 与 ``b`[1]`` 是码[2]。\n\n    t[9]\n"
    parsed = parse(text, OFFERED)
    assert parsed.text == text
    assert parsed.numbers == (1, 2)
    assert parsed.invalid == ()


SAMPLES = [
    *(f"甲{written}。乙" for written, _ in DIALECTS),
    *(f"参见{text}。" for text in NOT_MARKERS),
    *NOT_MARKERS,
    "甲[1][2]。[9] 乙【1†source】[12]，丙[1](https://e.com/a)。\n\n```\na[1]\n```\n丁 [citation:2] [9].\n",
    "甲[ID:a7f3]。乙[[source: x_1]]，[ID: a b]丙【来源：q】[ID:",
    "x[1]+y[2], days[1] = 3. [^1]: 注\n[1]: http://a\n`a[1]`[2] [见](b) [a [1] b](c)",
    "| 甲 | 乙[1] |\n|---|---|\n| 600元[2] | 400元 [9] |\n",
]


@pytest.mark.parametrize("text", SAMPLES)
def test_every_split_point_gives_the_same(text: str) -> None:
    whole = parse(text, OFFERED)
    for cut in range(len(text) + 1):
        assert streamed(text, [cut]) == whole
    assert streamed(text, list(range(len(text)))) == whole


JOINTS = [
    "][",
    "[1",
    "1]",
    "[1]",
    "[[",
    "]]",
    "](",
    "[ID:",
    "[ID:x",
    "来源",
    "source",
    "```\n",
    "    ",
    "dp[i]",
    "http://a.b",
]
PIECES = st.sampled_from([*"[]【】［］()^:,，-1２9§ \n甲a`~=\\¹²†_", *JOINTS, "\n\n", "[12]", "cit", "ation"])


@settings(max_examples=400)
@given(st.lists(PIECES, max_size=40), st.randoms(use_true_random=False))
def test_any_split_of_any_jumble_gives_the_same(pieces: list[str], chance: random.Random) -> None:
    text = "".join(pieces)
    whole = parse(text, OFFERED)
    assert streamed(text, list(range(len(text)))) == whole
    assert streamed(text, sorted(chance.choices(range(len(text) + 1), k=5))) == whole
    tokens = MarkerStream(OFFERED)
    assert "".join(tokens.feed(piece) for piece in pieces) + tokens.finish() == whole.text


@settings(max_examples=400)
@given(st.lists(PIECES, max_size=40).map("".join))
def test_cleaning_is_idempotent_and_only_offered_numbers_remain(text: str) -> None:
    parsed = parse(text, OFFERED)
    for marker in parsed.markers:
        written = parsed.text[marker.start : marker.end]
        assert written == "".join(f"[{number}]" for number in marker.numbers)
        assert set(marker.numbers) <= OFFERED


class EveryNumber(frozenset[int]):
    def __contains__(self, number: object) -> bool:
        return True


@settings(max_examples=400)
@given(st.lists(PIECES, max_size=30).map("".join))
def test_nothing_in_escaped_source_text_can_resolve(text: str) -> None:  # paper-qa PR#1035, SecuritySkills#669
    assert parse(f"甲{escape_source(text)}乙", EveryNumber()).markers == ()


@pytest.mark.parametrize(
    "text", ["dp[i][0] = dp[i-1][1]", "f[x][1]", "取值区间[0,1]", "x[1] = y[2]", "[2023]京01民终5号"]
)
def test_escaped_source_keeps_what_is_no_marker(text: str) -> None:  # DeepTutor PR#469
    assert escape_source(text) == text
    assert escape_source(f"{text}[3]") in (f"{text}〔3〕", f"{text}[3]")


def test_a_marker_after_an_index_and_a_blank_is_one() -> None:
    assert parse("状态为 dp[i][0] [1]。", OFFERED).numbers == (1,)


@pytest.mark.parametrize("ending", ["[", "[1", " [1, 2", "【来源1", "［", "[ID:", "\\[1\\", "[^1"])
def test_a_marker_that_was_begun_and_never_ended_goes(ending: str) -> None:  # eneo PR#828
    assert without_cut_marker(f"报销[1]{ending}") == "报销[1]"


@pytest.mark.parametrize("text", ["报销[1]", "见[附件", "取[0,1)", "a]", "（1"])
def test_what_is_no_begun_marker_stays(text: str) -> None:
    assert without_cut_marker(text) == text


def test_escaped_source_keeps_its_words() -> None:
    assert escape_source("研究[3]表明【1†source】，见图¹。[2023]京01民终5号，[注意]") == (
        "研究〔3〕表明〔1†source〕，见图〔1〕。[2023]京01民终5号，[注意]"
    )


def test_a_list_of_five_hundred_numbers_is_one_marker() -> None:  # onyx PR#5835
    numbers = range(1, 501)
    text = f"甲[{', '.join(map(str, numbers))}]。"
    parsed = parse(text, frozenset(numbers))
    assert parsed.numbers == tuple(numbers)
    stream = MarkerStream(frozenset(numbers))
    assert "".join(map(stream.feed, text)) + stream.finish() == parsed.text


@pytest.mark.parametrize(
    "seed",
    [
        "[",
        "]",
        "[1",
        "[1,",
        "[[1]",
        "[a",
        "[1](",
        "【1†",
        "\\[",
        "¹",
        "[1] ",
        " ",
        "`",
        "    x\n",
        "甲[9]",
        "[i][1]",
        "a\n\n",
        "[1]:",
        "-",
    ],
)
def test_work_grows_in_step_with_length(seed: str) -> None:
    def work(size: int) -> int:
        counted = Counting(seed * (size // len(seed)))
        return counted.calls()

    assert work(16_000) < 4 * 2 * work(4_000) + 2000


class Counting:
    """Counts the lines of our own code that cleaning a text runs."""

    def __init__(self, text: str) -> None:
        self.text = text

    def calls(self) -> int:
        count = 0

        def trace(frame: object, event: str, argument: object) -> object:
            nonlocal count
            count += 1
            return trace

        before = sys.gettrace()
        sys.settrace(trace)
        try:
            parse(self.text, OFFERED)
        finally:
            sys.settrace(before)
        return count
