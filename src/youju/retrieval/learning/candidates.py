"""What is known of the passages that recall brought, before they are put in order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Candidates:
    """n passages, one row each, in any order.

    `titles` of their documents, `parts` the headings above them (joined with “ / ”), `labels` their own heading
    (第四十七条). `places`, shape `(n, 2)`: the document's number, and the passage's ordinal in it or in the whole
    library. `lexical`: BM25 score, 0 where words did not find it. `plain`, `adapted`: cosines with the question's
    vector as embedded and as adapted; `vectors`, shape `(n, d)`: as stored, zeros where there is none.
    """

    titles: Sequence[str]
    parts: Sequence[str]
    labels: Sequence[str]
    texts: Sequence[str]
    places: NDArray[np.int64]
    lexical: NDArray[np.float32]
    plain: NDArray[np.float32]
    adapted: NDArray[np.float32]
    vectors: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.texts)
