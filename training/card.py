"""The scorer's card: what it was made from, how well it does, what it cannot do. Every figure is computed here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from training.cases import CORRUPTIONS, FALSE, TRUE
from training.paraphrases import FREE, NEAR
from training.real_answers import Real, Source, real
from training.rows import THRESHOLDS, Table, fails
from youju.verification.checks.support import SupportCheck
from youju.verification.features import FEATURES
from youju.verification.scorer import ARTEFACT, Scorer

Mask = NDArray[np.bool_]
Scores = NDArray[np.float64]

HEAD = """# The support scorer

`src/youju/verification/{artefact}` ({size:.0f} kB): {trees} decision trees of depth {depth} over {features} features of how a
claim lies in its cited passages. It judges *support*: whether the cited text says what the sentence says. The checks of
quote, number, direction, polarity, reference and name stand beside it; it can waive none of them, nor the floor that
every clause with content must be held. This page and the file are written by `python -m training.scorer` ({seconds:.0f} s on
two processes here).
"""

DATA = """## Data

Made from the shared data, which is not part of the project: sentences of Chinese statutes, of Chinese encyclopaedia
prose (CMRC 2018) and of an English staff handbook (18F), split by document, so that no document is in two splits.
True: the sentence itself, in other words by rule (`training/paraphrases.py`), two sentences with both their passages.
False: one fact changed (`training/corruptions.py`), the sentence cited to its neighbour, to another passage of its
document, to another document, with a clause of another document added or in place of its second half, and sentences
that fit anywhere. The trees learned from what the other checks and the floor let pass; the threshold ({threshold}) is
the highest that on dev withholds at most 1 % of the verbatim and near and 4 % of the reworded sentences that these let
pass. Seed and sizes stand in the script.
"""

LIMITS = """## Limits

- Rule-made paraphrases are milder than a person's. The real answers above are the better guide to free wording: support
  without a judge model stays cautious there.
- A condition dropped, 和 for 或, 都 for 部分: every word stands in the source. The scorer hardly sees these.
- Words are compared as written, with a list of lead-ins: it knows no synonyms and nothing of meaning. An answer in another
  language than its sources is not supported.
- Weights of words come from statutes, an encyclopaedia and one handbook. A word common in your documents counts as rare,
  which makes it stricter, not laxer.
- Labels are by construction and not read one by one. Some neighbours say the same thing and count as false here.
"""


def written(table: Table, scores: Scores, scorer: Scorer, seconds: float, size: int) -> str:
    """The card as Markdown."""
    depth = int(np.log2(scorer.leaf.shape[1]))
    parts = [
        HEAD.format(
            artefact=ARTEFACT,
            size=size / 1000,
            trees=len(scorer.leaf),
            depth=depth,
            features=len(FEATURES),
            seconds=seconds,
        ),
        DATA.format(threshold=scorer.threshold),
        _sizes(table),
        "## Telling true from false (test)\n",
        _areas(table, scores),
        "## Support by thresholds, as before, and by the scorer (test)\n",
        _compared(table, scores < scorer.threshold),
        "## Real answers\n",
        _real(scorer),
        "## Features\n",
        _features(scorer),
        LIMITS,
    ]
    return "\n".join(parts)


def _sizes(table: Table) -> str:
    lines = ["| cases | train | dev | test |", "|---|---|---|---|"]
    for corpus in dict.fromkeys(table.corpus):
        for name, wanted in (("true", table.true), ("false", ~table.true)):
            counts = Counter(table.split[(table.corpus == corpus) & wanted])
            lines.append(f"| {corpus}, {name} | {counts['train']:,} | {counts['dev']:,} | {counts['test']:,} |")
    return "\n".join(lines) + "\n"


# ── area under the curve ──────────────────────────────────────────────────────────────────────────────────────────────


def area(good: Scores, bad: Scores) -> float:
    """The chance that a true one scores above a false one; ties count half."""
    both = np.concatenate([good, bad])
    values, inverse, counts = np.unique(both, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[inverse]
    return float((ranks[: len(good)].sum() - len(good) * (len(good) + 1) / 2) / (len(good) * len(bad)))


def _areas(table: Table, scores: Scores) -> str:
    test = table.split == "test"
    coverage = table.features[:, FEATURES.index("held")]
    lines = [
        "Area under the ROC curve of the score, and of plain coverage by the best clauses, for all cases and for those",
        "that every other check lets pass.\n",
        "| | score | coverage | score, others pass | false cases |",
        "|---|---|---|---|---|",
    ]
    for corpus in dict.fromkeys(table.corpus):
        lines.append(
            _area_line(
                str(corpus), test & (table.corpus == corpus), test & (table.corpus == corpus), table, scores, coverage
            )
        )
    for kind in FALSE:
        lines.append(_area_line(kind, test, test & (table.kind == kind), table, scores, coverage))
    return "\n".join(line for line in lines if line is not None) + "\n"


def _area_line(name: str, among: Mask, wrong: Mask, table: Table, scores: Scores, coverage: Scores) -> str:
    good, bad = among & table.true, wrong & ~table.true
    passed = ~table.others
    cells = [
        f"{area(scores[good], scores[bad]):.3f}" if bad.any() else "–",
        f"{area(coverage[good], coverage[bad]):.3f}" if bad.any() else "–",
        f"{area(scores[good & passed], scores[bad & passed]):.3f}" if (bad & passed).sum() >= LEAST else "–",
    ]
    return f"| {name} | {' | '.join(cells)} | {bad.sum():,} |"


LEAST = 10
"""Cases under which a figure says nothing."""


# ── before and now ────────────────────────────────────────────────────────────────────────────────────────────────────


def _compared(table: Table, low: Mask) -> str:
    test = table.split == "test"
    now = table.floor | low
    groups = {"**verbatim and near**": ("verbatim", *NEAR), "**in other words**": FREE}
    lines = [
        "| true, withheld | by thresholds | by the scorer | gate before | gate now | cases |",
        "|---|---|---|---|---|---|",
    ]
    for name, kinds in [*groups.items(), *((kind, (kind,)) for kind in TRUE)]:
        lines.append(_share_line(name, test & table.true & np.isin(table.kind, kinds), table, now, shown=False))
    lines += [
        "",
        "| false, let through | by thresholds | by the scorer | gate before | gate now | cases |",
        "|---|---|---|---|---|---|",
    ]
    for name, kinds in [
        ("**all kinds**", FALSE),
        ("**one fact changed**", CORRUPTIONS),
        *((kind, (kind,)) for kind in FALSE),
    ]:
        lines.append(_share_line(name, test & ~table.true & np.isin(table.kind, kinds), table, now, shown=True))
    return "\n".join(line for line in lines if line is not None) + "\n"


def _share_line(name: str, mask: Mask, table: Table, now: Mask, *, shown: bool) -> str | None:
    if not mask.any():
        return None
    columns = (table.thresholds, now, table.thresholds | table.others, now | table.others)
    shares = [float((column[mask] ^ shown).mean()) for column in columns]
    return f"| {name} | {' | '.join(f'{100 * share:.1f} %' for share in shares)} | {mask.sum():,} |"


# ── answers that nobody made for us ───────────────────────────────────────────────────────────────────────────────────


def _real(scorer: Scorer) -> str:
    lines = [
        "Sentences of real answers to legal questions, beside the gold articles of the question and beside the articles",
        "after those; laws of the train split left out. Labels are weak: an answer says more than its gold article, and",
        "the models mostly cite and recite a wrong one. Support alone.\n",
        "| | area under the curve | shown beside gold: thresholds | scorer | beside the next article: thresholds | scorer | sentences |",
        "|---|---|---|---|---|---|---|",
    ]
    sources: tuple[Source, ...] = ("lawyers' answers", "models' answers")
    for source in sources:
        lines.append(_real_line(source, real(source), scorer))
    return "\n".join(lines) + "\n"


def _real_line(name: str, found: Sequence[Real], scorer: Scorer) -> str:
    gold = np.array([scorer.score(one.claim, one.gold) for one in found])
    wrong = np.array([scorer.score(one.claim, one.wrong) for one in found])
    check = SupportCheck(scorer)
    shares = [
        np.mean([not fails(by, one.claim, passages) for one, passages in pairs])
        for pairs in ([(one, one.gold) for one in found], [(one, one.wrong) for one in found])
        for by in (THRESHOLDS, check)
    ]
    return f"| {name} | {area(gold, wrong):.3f} | {' | '.join(f'{100 * share:.1f} %' for share in shares)} | {len(found):,} |"


def _features(scorer: Scorer) -> str:
    used = np.bincount(scorer.feature[np.isfinite(scorer.cut) & (scorer.cut < 1e9)].ravel(), minlength=len(FEATURES))
    order: Iterator[int] = iter(np.argsort(-used, kind="stable"))
    told = "; ".join(f"{FEATURES[place]} {used[place]}" for place in order)
    return f"With the number of splits that use each (`features.py` says what they are): {told}.\n"
