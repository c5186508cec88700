"""The scorer's card: what it was made from, how well it does, what it cannot do. Every figure of the tables is computed
here."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from training.cases import CORRUPTIONS, FALSE, INVENTED, TRUE
from training.paraphrases import FREE, NEAR
from training.real_answers import Real, Source, real
from training.rows import SAID, THRESHOLDS, Table, fails
from youju.verification.checks.support import SupportCheck
from youju.verification.features import FEATURES
from youju.verification.scorer import ARTEFACT, Scorer

Mask = NDArray[np.bool_]
Scores = NDArray[np.float64]

LEAST = 10
"""Cases under which a figure says nothing."""
TIMED = 300

HEAD = """# The support scorer

`src/youju/verification/{artefact}` ({size:.0f} kB) holds {trees} decision trees of depth {depth} over {features}
features of how a claim lies in its cited passages. It judges *support*: whether the cited text says what the sentence
says. Where its file cannot be read, thresholds of coverage judge instead, and `youju doctor` says so. The other checks
stand beside it; it can waive none of them, nor the floor that every clause with content must be held. This page and the
file are written by `python -m training.scorer` ({seconds:.0f} s with two processes on a busy machine).

## Data

Made from the shared data, which is not part of the project: sentences of Chinese statutes, of Chinese encyclopaedia
prose (CMRC 2018), of an English staff handbook (18F), and of lawyers' answers (STARD, LeCoQA); split by document or
law, so that none is in two splits.

- True: the sentence itself; in other words by rule (`training/paraphrases.py`); two sentences with both their
  passages; a lawyer's sentence beside the gold articles of the question, if these hold {said:.0%} of its content (47
  pairs of all coverages were read: nearly all from there on are said by the articles).
- False: the sentence cited to its neighbour, to another passage of its document, to another document; with a clause
  of another document added, or in place of its second half; sentences that fit anywhere; the lawyer's sentence beside
  the next article. Sentences with one fact changed (`training/corruptions.py`) are the other checks' business: the
  trees did not learn from them, and the tables tell how they fare.

The trees grew on what the floor lets pass. The threshold, {threshold}, is the highest with which floor and score
withhold no more of the true sentences of dev (verbatim and near; reworded by rule) than thresholds of coverage do, and
no more than {lawyers:.0%} of the lawyers'.
"""

AREAS = """## Telling true from false (test)

Area under the ROC curve of the score, of plain coverage by the best clauses, and of the score among cases that every
other check lets pass.
"""

COMPARED = """## Thresholds and scorer (test)

Shares of true sentences withheld and of false ones let through, by the support check alone and by the whole gate (the
law's reference check has no ledger here).
"""

REAL = """## Real answers (laws of the test split)

Every sentence of lawyers' and of four language models' answers to legal questions, beside the gold articles of the
question and beside the articles after those: area under the curve between the two, and the share that support alone
lets through. Labels are weak: an answer says more than its gold article, and the models (LawBench 3-2, `model_answers`)
mostly cite and recite a wrong one.
"""

TIME = """## Time

Features and score of a sentence that no check has looked at before: {middle:.1f} ms of processor time in the median,
{most:.1f} ms at p95 ({count} cases). In the gate most of it is shared with the other checks.
"""

EMBEDDING = """## Left out: the embedder

`python -m training.embedding`, once, with trees of an earlier run, on 100 held-out cases: the cosine of claim
and passage alone has an area of .868, the score 1.000, and adding the cosine in any weight raised nothing. A claim's
vector took 102 ms in the median and 288 ms at p95 on a busy machine, where the whole gate may take 20.
"""

LIMITS = """## Limits

- Rules reword more mildly than a person does. Lawyers' sentences are the better guide to free wording: without a judge
  model, support stays cautious there.
- Where every word stands in the source but a condition is dropped or 和 stands for 或, the scorer sees nothing.
- Words are compared as written: it knows no synonyms and nothing of meaning. An answer in another language than its
  sources is not supported.
- Weights of words come from statutes, an encyclopaedia and one handbook. A word that is common in your documents only
  counts as rare: stricter, not laxer.
- Features and the rule for the threshold were settled with figures of test in view: they flatter a little. Trees and
  threshold themselves never saw test.
- Labels are by construction. Some neighbours say the same thing and count as false here; some of the lawyers' sentences
  say a little more than the article and count as true.
"""


def written(table: Table, scores: Scores, scorer: Scorer, *, seconds: float, size: int, lawyers: float) -> str:
    """The card as Markdown. `size` is the file's, in bytes; `lawyers` is the share of the lawyers' sentences that the
    threshold may withhold on dev."""
    head = HEAD.format(
        artefact=ARTEFACT,
        size=size / 1000,
        trees=len(scorer.leaf),
        depth=int(np.log2(scorer.leaf.shape[1])),
        features=len(FEATURES),
        seconds=seconds,
        said=SAID,
        threshold=scorer.threshold,
        lawyers=lawyers,
    )
    parts = [head, _sizes(table), _areas(table, scores), _compared(table, scores < scorer.threshold)]
    return "\n".join([*parts, _real(scorer), _time(table, scorer), _features(scorer), EMBEDDING, LIMITS])


def _grid(head: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    rows = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}", *(f"| {' | '.join(line)} |" for line in lines)]
    return "\n".join(rows) + "\n"


def _sizes(table: Table) -> str:
    lines: list[list[str]] = []
    for corpus in dict.fromkeys(table.corpus):
        for name, wanted in (("true", table.true), ("false", ~table.true)):
            counts = Counter(table.split[(table.corpus == corpus) & wanted])
            lines.append([f"{corpus}, {name}", *(f"{counts[split]:,}" for split in ("train", "dev", "test"))])
    return _grid(("cases", "train", "dev", "test"), lines)


# ── area under the curve ──────────────────────────────────────────────────────────────────────────────────────────────


def area(good: Scores, bad: Scores) -> float:
    """The chance that a true one scores above a false one; ties count half."""
    _, inverse, counts = np.unique(np.concatenate([good, bad]), return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[inverse]
    return float((ranks[: len(good)].sum() - len(good) * (len(good) + 1) / 2) / (len(good) * len(bad)))


def _areas(table: Table, scores: Scores) -> str:
    test = table.split == "test"
    coverage = table.features[:, FEATURES.index("held")]
    lawyers = np.char.startswith(table.kind, "lawyer")
    made = table.true & ~lawyers
    invented = np.isin(table.kind, INVENTED)
    corpora = [(str(name), table.corpus == name) for name in dict.fromkeys(table.corpus)]
    groups = [
        ("invented content", table.true, invented),
        *((f"the same, {name}", table.true & own, own & invented) for name, own in corpora),
        *((kind, table.true & lawyers if kind.startswith("lawyer") else made, table.kind == kind) for kind in FALSE),
    ]
    lines: list[list[str]] = []
    for name, good, bad in groups:
        right, wrong = test & good, test & bad & ~table.true
        passed = ~table.others
        cells = [_area(scores, right, wrong), _area(coverage, right, wrong)]
        lines.append([name, *cells, _area(scores, right & passed, wrong & passed), f"{wrong.sum():,}"])
    return f"{AREAS}\n{_grid(('false cases of', 'score', 'coverage', 'score, others pass', 'cases'), lines)}"


def _area(values: Scores, good: Mask, bad: Mask) -> str:
    return f"{area(values[good], values[bad]):.3f}" if min(good.sum(), bad.sum()) >= LEAST else "–"


# ── before and now ────────────────────────────────────────────────────────────────────────────────────────────────────


def _compared(table: Table, low: Mask) -> str:
    now = table.floor | low
    near, free = ("verbatim", *NEAR), FREE
    true = [("**verbatim and near**", near), ("**in other words, by rule**", free), *((kind, (kind,)) for kind in TRUE)]
    false = [
        ("**invented content**", INVENTED),
        ("**one fact changed**", CORRUPTIONS),
        *((kind, (kind,)) for kind in FALSE),
    ]
    head = ("support by thresholds", "by the scorer", "gate, thresholds", "gate, scorer", "cases")
    withheld = _grid(("true, withheld", *head), _shares(table, table.true, true, now, shown=False))
    through = _grid(("false, let through", *head), _shares(table, ~table.true, false, now, shown=True))
    return f"{COMPARED}\n{withheld}\n{through}"


def _shares(
    table: Table, among: Mask, groups: Sequence[tuple[str, Sequence[str]]], now: Mask, *, shown: bool
) -> list[list[str]]:
    lines: list[list[str]] = []
    for name, kinds in groups:
        mask = (table.split == "test") & among & np.isin(table.kind, kinds)
        if mask.any():
            columns = (table.thresholds, now, table.thresholds | table.others, now | table.others)
            lines.append([name, *(f"{(column[mask] ^ shown).mean():.1%}" for column in columns), f"{mask.sum():,}"])
    return lines


# ── answers that nobody made for us ───────────────────────────────────────────────────────────────────────────────────


def _real(scorer: Scorer) -> str:
    sources: dict[Source, str] = {"lawyer": "lawyers", "model": "language models"}
    lines = [
        [name, *_real_cells([one for one in real(source) if one.split == "test"], scorer)]
        for source, name in sources.items()
    ]
    head = ("sentences of", "area", "gold: thresholds", "gold: scorer", "next: thresholds", "next: scorer", "sentences")
    return f"{REAL}\n{_grid(head, lines)}"


def _real_cells(found: Sequence[Real], scorer: Scorer) -> list[str]:
    gold = np.array([scorer.score(one.claim, one.gold) for one in found])
    wrong = np.array([scorer.score(one.claim, one.wrong) for one in found])
    check = SupportCheck(scorer)
    shares = [
        np.mean([not fails(by, claim, passages) for claim, passages in pairs])
        for pairs in ([(one.claim, one.gold) for one in found], [(one.claim, one.wrong) for one in found])
        for by in (THRESHOLDS, check)
    ]
    return [f"{area(gold, wrong):.3f}", *(f"{share:.1%}" for share in shares), f"{len(found):,}"]


def _time(table: Table, scorer: Scorer) -> str:
    cases = [row.case for row in table.rows if row.case.split == "test"][:TIMED]
    times: list[float] = []
    for case in cases:
        started = time.process_time()
        scorer.score(case.claim, case.passages)
        times.append(1000 * (time.process_time() - started))
    middle, most = np.quantile(times, (0.5, 0.95))
    return TIME.format(middle=middle, most=most, count=len(times))


def _features(scorer: Scorer) -> str:
    used = np.bincount(scorer.feature[scorer.cut < 1e9].ravel(), minlength=len(FEATURES))
    told = [f"{FEATURES[place]} {used[place]}" for place in np.argsort(-used, kind="stable") if used[place]]
    unused = [name for name, count in zip(FEATURES, used, strict=True) if not count]
    return (
        "## Features\n\n`features.py` says what they are and which way each may move the score. Splits that use each: "
        f"{'; '.join(told)}.\nNever used: {', '.join(unused) or 'none'}.\n"
    )
