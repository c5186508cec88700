"""What the scorer learns from: claims with the passages that they cite, true and false, by kind."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from training.corpora import Corpus, Sample, Split, split_of
from training.corruptions import KINDS, corrupt
from training.paraphrases import FREE, NEAR, PARAPHRASES, paraphrase, without_label
from training.real_answers import real
from youju.knowledge.values import Passage
from youju.text.folding import find_folded
from youju.text.sentences import split_clauses

CORRUPTIONS = tuple(kind for kind in KINDS if kind != "neighbour")
MISPLACED = ("neighbour", "same document", "other document")
STITCHED = ("added clause", "half invented")
INVENTED = (*MISPLACED, *STITCHED, "generic", "lawyer, next article")
"""Kinds that only support can tell."""
TRUE = ("verbatim", *PARAPHRASES, "two passages", "one of two", "lawyer")
FALSE = (*INVENTED, *CORRUPTIONS)

GENERIC = {
    "zh": [
        "员工应当遵守公司的各项规章制度。",
        "申请人应当按照规定提交有关材料。",
        "具体事宜由有关部门负责解释。",
        "有关部门应当依法履行职责。",
        "违反规定的，依法承担相应责任。",
        "公司致力于为员工提供良好的工作环境。",
        "建议您咨询专业人士以获得更准确的信息。",
        "相关费用由公司承担。",
        "该规定自发布之日起施行。",
        "当事人可以依法向人民法院提起诉讼。",
        "国家鼓励和支持相关产业的发展。",
        "办理时请携带有效身份证件。",
        "审批通过后即可办理后续手续。",
        "上述情形应当及时向主管部门报告。",
        "以上标准适用于全体员工。",
        "这项制度有助于保护各方的合法权益。",
        "如有特殊情况，可以适当延长期限。",
        "未按规定办理的，不予受理。",
        "双方应当本着公平自愿的原则协商解决。",
        "行政机关应当公开办事程序。",
    ],
    "en": [
        "Employees must follow all company policies.",
        "Please contact your manager for further details.\n        ",
        "This helps teams work together more effectively.",
        "All requests must be approved in advance.\n        ",
        "The policy applies to every employee.",
        "You should keep a copy of all relevant documents.\n        ",
        "Costs are covered by the organization.",
        "Training is available to all staff members.\n        ",
        "Failure to comply may result in disciplinary action.",
        "The process usually takes a few days.\n        ",
        "Good communication is the key to success.",
        "You can find more information on the website.\n        ",
        "Managers are responsible for the performance of their teams.",
        "Make sure to submit the form on time.\n        ",
        "The team reviews every request carefully.",
        "Security is everyone's responsibility.",
    ],
}
"""Sentences that fit anywhere and that no passage here says."""


@dataclass(frozen=True)
class Case:
    """A claim, what it cites, and whether that proves it."""

    claim: str
    passages: tuple[Passage, ...]
    true: bool
    kind: str
    corpus: Corpus | Literal["answers"]
    split: Split


def cases(samples: Sequence[Sample], seed: int) -> Iterator[Case]:
    """The cases of some samples: of each the sentence itself, a few paraphrases and corruptions of it, and one of each
    other kind that applies. Deterministic."""
    chance = random.Random(seed)  # noqa: S311 - draws examples, guards nothing
    strangers = list(samples)
    for sample in samples:
        split = split_of(sample.group)
        stranger = _stranger(sample, strangers, chance)
        made = [
            *_true(sample, stranger, chance),
            *_false(sample, stranger, chance),
        ]
        for kind, claim, passages, true in made:
            yield Case(claim, passages, true, kind, sample.corpus, split)


_Made = tuple[str, str, tuple[Passage, ...], bool]


def _true(sample: Sample, stranger: Sample, chance: random.Random) -> Iterator[_Made]:
    own = (sample.passage,)
    yield "verbatim", sample.sentence, own, True
    found: list[tuple[str, str]] = []
    for kinds, most in ((FREE, 2), (NEAR, 1)):
        said = ((kind, paraphrase(sample, kind, chance)) for kind in chance.sample(kinds, len(kinds)))
        found += [(kind, text) for kind, text in said if text][:most]
    for kind, text in found:
        yield kind, text, own, True
    both = (sample.passage, stranger.passage)
    if chance.random() < 0.3:
        joint = "，同时，" if sample.language == "zh" else "; "
        claim = f"{without_label(sample.sentence).rstrip('。；.;')}{joint}{without_label(stranger.sentence)}"
        yield "two passages", claim, both, True
    if chance.random() < 0.3 and found:
        yield "one of two", found[0][1], tuple(chance.sample(both, 2)), True


def _false(sample: Sample, stranger: Sample, chance: random.Random) -> Iterator[_Made]:
    own, sentence = (sample.passage,), without_label(sample.sentence)
    if split_of(sample.group) != "train":  # the other checks' business: measured, not learned from
        kinds = chance.sample(CORRUPTIONS, len(CORRUPTIONS))
        made = ((kind, corrupt(sample, kind, chance)) for kind in kinds)
        for kind, corruption in islice(((kind, one) for kind, one in made if one), 2):
            yield kind, corruption.sentence, own, False
    elsewhere = [one for one in (*sample.others, stranger.passage) if not find_folded(sentence, one.text)]
    if elsewhere:
        yield "neighbour", sentence, (elsewhere[0],), False
        yield "same document", sentence, (elsewhere[-2 if len(elsewhere) > 1 else -1],), False
        yield "other document", sentence, (elsewhere[-1],), False
    addition = _clause(stranger, chance)
    if addition and not find_folded(addition, sample.passage.text):
        joint = chance.choice(("，并且", "，", "，同时") if sample.language == "zh" else (", and ", "; "))
        closing = "。" if sample.language == "zh" else "."
        yield "added clause", f"{sentence.rstrip('。；.;')}{joint}{addition}{closing}", own, False
        halves = split_clauses(sentence)
        if len(halves) > 1:
            kept = sentence[: halves[len(halves) // 2].start].rstrip("，；,; ")
            yield "half invented", f"{kept}{joint}{addition}{closing}", own, False
    if chance.random() < 0.3:
        yield "generic", chance.choice(GENERIC[sample.language]).strip(), own, False


def real_cases() -> Iterator[Case]:
    """Sentences of lawyers beside the gold articles of their question, and beside the next articles. Of the former only
    those count that the articles largely hold (`rows.SAID`): a lawyer says more than the article."""
    for one in real("lawyer"):
        yield Case(one.claim, one.gold, True, "lawyer", "answers", one.split)
        yield Case(one.claim, one.wrong, False, "lawyer, next article", "answers", one.split)


def _stranger(sample: Sample, samples: Sequence[Sample], chance: random.Random) -> Sample:
    """A sample of another document in the same language and split."""
    split = split_of(sample.group)
    while True:
        other = chance.choice(samples)
        if other.group != sample.group and other.language == sample.language and split_of(other.group) == split:
            return other


def _clause(sample: Sample, chance: random.Random) -> str:
    text = without_label(sample.sentence)
    fitting = [text[span.start : span.end] for span in split_clauses(text) if 6 <= span.end - span.start <= 60]
    return chance.choice(fitting) if fitting else ""
