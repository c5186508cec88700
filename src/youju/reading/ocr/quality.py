"""The floor below which a recognised page is not readable: its noise is never text.

Measured on pages of our own, drawn, then blurred, coarsened and soiled: with a mean score of 0.93 nine characters in
ten are right, with 0.80 one in six is wrong. Scribbles, mirrored pages and patterns of strokes score 0.55 to 0.71;
paper, noise and photographs have no lines at all.
"""

from __future__ import annotations

from youju.reading.document import RecognisedLine, RecognisedPage

PAGE_FLOOR = 0.9
"""Of the mean score over all characters of a page."""
LINE_FLOOR = 0.7
"""Of one line on a readable page: stamps, logos and the edges of the paper come as such lines."""
_LEAST_CHARACTERS = 4


def readable_lines(page: RecognisedPage) -> tuple[RecognisedLine, ...]:
    """The lines that count as text; none if the page is not readable."""
    if page.confidence < PAGE_FLOOR:
        return ()
    lines = tuple(line for line in page.lines if line.score >= LINE_FLOOR)
    letters = sum(char.isalnum() for line in lines for char in line.text)
    return lines if letters >= _LEAST_CHARACTERS else ()
