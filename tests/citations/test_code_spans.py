import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from youju.citations.code_spans import MAX_SEGMENT, CodeFilter, find_code

PIECES = st.sampled_from(
    [
        "a",
        "字",
        "`",
        "``",
        "```\n",
        "~~~\n",
        "    ",
        "\t",
        "- ",
        "1. ",
        "> ",
        "\n",
        "\n\n",
        "[1]",
        "# ",
        "  ",
        "~~~",
        "\\",
    ]
)


def marks(text: str, spans: list[tuple[int, int]]) -> str:
    """C under every visible character of code."""
    code = {index for start, end in spans for index in range(start, end)}
    return "".join("C" if index in code and not char.isspace() else "." for index, char in enumerate(text))


def streamed(chunks: list[str]) -> tuple[str, str]:
    filter_ = CodeFilter()
    pieces = [piece for chunk in chunks for piece in filter_.feed(chunk)] + filter_.finish()
    text = "".join(piece for piece, _ in pieces)
    spans, place = [], 0
    for piece, code in pieces:
        if code:
            spans.append((place, place + len(piece)))
        place += len(piece)
    return text, marks(text, spans)


@settings(max_examples=300)
@given(st.lists(PIECES, max_size=30).map("".join))
def test_the_stream_finds_what_the_parser_finds_in_the_whole(text: str) -> None:
    whole = (text, marks(text, find_code(text)))
    assert streamed([text]) == whole
    assert streamed(list(text)) == whole


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a `x[1]` b", "..CCCCCC.."),
        ("a ``x`y``", "..CCCCCCC"),
        ("- `x`\n- y", "..CCC...."),
        ("> `x`\n> y", "..CCC...."),
        ("\\`x`", "...."),
        ("`x", ".."),
    ],
)
def test_inline_code_has_its_exact_span(text: str, expected: str) -> None:
    assert marks(text, find_code(text)) == expected


def test_a_fence_longer_than_any_segment_stays_code() -> None:
    text = "好[1]。\n\n```\n" + "a[1]\n\nb\n" * MAX_SEGMENT + "```\n\n尾[1]。"
    _, found = streamed([text])
    assert "." not in {mark for mark, char in zip(found, text, strict=True) if char == "b"}
    assert found.endswith(".....")


def test_text_without_a_sign_of_code_passes_at_once() -> None:
    filter_ = CodeFilter()
    assert filter_.feed("差旅费应在15日内") == [("差旅费应在15日内", False)]
    assert filter_.feed("报销。`码") == [("报销。", False)]
    assert filter_.finish() == [("`码", False)]
