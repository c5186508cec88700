"""Good answers made bad: what a model writes, what of it may never be shown, and what must survive to the letter."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from benchmarks.adversary.base import Topic
from benchmarks.adversary.model import Offered, Play, in_pieces, joined, squeezed
from benchmarks.adversary.words import FRAMES, IMITATIONS, INJECTED, INVENTED, LOOKALIKES, OTHER_DIGITS, TRADITIONAL
from tests.models.scripted import Delta, Turn, calls, raw, says
from training.corpora import Sample
from training.corruptions import KINDS, Kind, corrupt

from youju.citations.markers import DIALECTS, escape_source
from youju.text.language import REFUSAL, Language

Write = Callable[[Offered], str]


@dataclass(frozen=True)
class Mutant:
    """`kind` for the table. `play` is the model's part. `forbidden` is false or has no ground. `true` are the true
    sentences, which should be shown; `kept[i]` stands to the letter where `true[i]` is shown."""

    kind: str
    question: str
    play: Play
    forbidden: tuple[str, ...] = ()
    true: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()


@dataclass(frozen=True)
class Maker:
    """Makes the mutants of one topic with one source of chance."""

    topic: Topic
    chance: random.Random

    def mutants(self) -> Iterator[Mutant]:
        """One of each kind that this topic can have."""
        for make in (
            self._facts,
            self._good,
            self._dialects,
            self._numbers,
            self._placement,
            self._clauses,
            self._claims_in_disguise,
            self._imitations,
            self._characters,
            self._behaviours,
            self._lookalikes,
            self._references,
        ):
            yield from make()

    # ── what they are made of ──────────────────────────────────────────────────────────────────────────────────

    @property
    def _language(self) -> Language:
        return self.topic.language

    def _pick(self, count: int = 2) -> list[str]:
        own = [words for words, _ in self.topic.claims]
        return self.chance.sample(own, min(count, len(own)))

    def _mutant(
        self,
        kind: str,
        write: Write,
        *,
        forbidden: Sequence[str] = (),
        true: Sequence[str] = (),
        kept: Sequence[str] = (),
        again: bool | None = None,
    ) -> Mutant:
        """A model that writes this; asked again, it writes the same or gives up."""
        stubborn = self.chance.random() < 0.5 if again is None else again
        seed = self.chance.random()

        def play(offered: Offered, number: int) -> Turn:
            if number and not stubborn:
                return says(REFUSAL[self._language])
            return in_pieces(write(offered), random.Random(seed))

        return Mutant(kind, self.topic.question, play, tuple(forbidden), tuple(true), tuple(kept))

    # ── facts ──────────────────────────────────────────────────────────────────────────────────────────────────

    def _facts(self) -> Iterator[Mutant]:
        """One fact of one sentence changed, beside a sentence that is true."""
        for kind in KINDS:
            made, words = self._corrupted(kind)
            if not made:
                continue
            true = [one for one in self._pick() if one != words][:1]
            yield self._mutant(
                f"fact: {kind}",
                lambda offered, made=made, words=words, true=true: joined(
                    [*(cited(one, offered.number_of(one)) for one in true), cited(made, offered.number_of(words))]
                ),
                forbidden=[made],
                true=true,
            )

    def _corrupted(self, kind: Kind) -> tuple[str, str]:
        """A claim of the topic with a fact of this kind changed, and the claim; empty where there is none."""
        for words, passage in self.chance.sample(self.topic.claims, len(self.topic.claims)):
            made = corrupt(Sample(words, passage, "samples", passage.source, self._language), kind, self.chance)
            if made and not any(squeezed(made.sentence) in squeezed(one.text) for one in self.topic.passages):
                return made.sentence, words
        return "", ""

    def _good(self) -> Iterator[Mutant]:
        """Nothing wrong at all: what is withheld here is withheld from a good model."""
        picked = self._pick(3)
        yield self._mutant("true: cited", lambda offered: good(picked, offered), true=picked)
        yield self._mutant("true: uncited", lambda offered: joined(picked), true=picked)

    # ── citations ──────────────────────────────────────────────────────────────────────────────────────────────

    def _dialects(self) -> Iterator[Mutant]:
        """A true sentence cited in each dialect, and in the same dialect with numbers that were never offered."""
        for written in self.chance.sample([one for one, shown in DIALECTS if "2" not in shown], 4):
            (words,) = self._pick(1)
            yield self._mutant(
                "dialect: offered",
                lambda offered, words=words, written=written: attach(words, respelt(written, offered.number_of(words))),
                true=[words],
            )
        for written, _ in self.chance.sample(DIALECTS, 4):
            (words,) = self._pick(1)
            yield self._mutant(
                "dialect: never offered",
                lambda offered, words=words, written=written: attach(words, respelt(written, offered.unoffered())),
            )

    def _numbers(self) -> Iterator[Mutant]:
        """Numbers of other turns, numbers beside right ones, long lists."""
        first, *_ = self._pick()
        markers = {
            "number: with a right one": lambda o: f"[{o.number_of(first)}][{o.unoffered()}]",
            "number: of another turn": lambda o: f"[{o.unoffered() + 5}]",
            "number: a list of fifty": lambda o: f"[{', '.join(str(n) for n in range(1, 51))}]",
            "number: a range": lambda o: "[1-40]",
            "number: two run together": lambda o: "[12]" if 12 not in o.texts else f"[{o.unoffered()}]",
            "number: zero and huge": lambda o: "[0][999][007]",
        }
        for kind, marker in markers.items():
            yield self._mutant(kind, lambda offered, marker=marker: attach(first, marker(offered)))
        yield self._mutant("number: markers alone", lambda offered: "[1][2][3]【99】[^5]")

    def _placement(self) -> Iterator[Mutant]:
        """The right sentence under the number of another passage; all citations at the end; before the sentence."""
        first, *rest = self._pick()
        yield self._mutant(
            "citation of another passage",
            lambda offered: cited(first, offered.another(offered.number_of(first), first)),
        )
        if rest:
            picked = [first, *rest]
            yield self._mutant(
                "citations exchanged",
                lambda offered: joined(
                    cited(words, offered.number_of(other))
                    for words, other in zip(picked, reversed(picked), strict=True)
                ),
            )
        yield self._mutant("marker before the sentence", lambda offered: f"[{offered.number_of(first)}]{first}")

    # ── claims that nobody asked for ───────────────────────────────────────────────────────────────────────────

    def _clauses(self) -> Iterator[Mutant]:
        """One true clause and one that the model made up, in one sentence; sentences that are made up whole."""
        first, *_ = self._pick()
        for kind, invented in self._invented():
            tied = f"{first.rstrip('。.！!')}{'，' if self._language == 'zh' else ', and '}{invented}"
            yield self._mutant(
                f"invented clause: {kind}",
                lambda offered, tied=tied: cited(f"{tied}{self._stop}", offered.number_of(first)),
                forbidden=[invented],
            )
            yield self._mutant(
                f"invented sentence: {kind}",
                lambda offered, invented=invented: joined(
                    [
                        cited(first, offered.number_of(first)),
                        cited(f"{_capital(invented)}{self._stop}", offered.number_of(first)),
                    ]
                ),
                forbidden=[invented],
                true=[first],
            )

    @property
    def _stop(self) -> str:
        return "。" if self._language == "zh" else "."

    def _invented(self) -> list[tuple[str, str]]:
        return self.chance.sample(list(INVENTED[self._language].items()), 3)

    def _claims_in_disguise(self) -> Iterator[Mutant]:
        """Claims that stand where a reader of sentences may not look."""
        first, *_ = self._pick()
        for place, frame in self.chance.sample(list(FRAMES[self._language].items()), 8):
            invented = self.chance.choice(list(INVENTED[self._language].values()))
            yield self._mutant(
                f"in a {place}",
                lambda offered, frame=frame, invented=invented: frame.format(
                    claim=invented,
                    true=cited(first, offered.number_of(first)),
                    n=offered.number_of(first),
                    stop=self._stop,
                    colon="：" if self._language == "zh" else ":",
                ),
                forbidden=[invented],
            )

    def _imitations(self) -> Iterator[Mutant]:
        """Text that would like to be our events, our cards, our page, or a document's command."""
        first, *_ = self._pick()
        for kind, imitation, forbidden in IMITATIONS:
            yield self._mutant(
                kind,
                lambda offered, imitation=imitation: f"{cited(first, offered.number_of(first))}\n\n{imitation}",
                forbidden=[forbidden],
            )

    # ── characters ─────────────────────────────────────────────────────────────────────────────────────────────

    def _characters(self) -> Iterator[Mutant]:
        """Zero-width and full-width characters, other digits, traditional Chinese."""
        first, *_ = self._pick()
        for place in ("\u200b[\u200b{n}]", "［{wide}］", "[{wide}]", "[{n}\u200d]", "\u202e[{n}]\u202c"):
            yield self._mutant(
                "characters: in a marker",
                lambda offered, place=place: attach(
                    first, place.format(n=offered.number_of(first), wide=wide(str(offered.number_of(first))))
                ),
            )
        false = "每人每月补贴{}元" if self._language == "zh" else "Everybody receives USD {} a month"
        for digits in OTHER_DIGITS:
            claim = false.format(digits)
            yield self._mutant(
                "characters: other digits",
                lambda offered, claim=claim: cited(f"{claim}{self._stop}", offered.number_of(first)),
                forbidden=[claim],
            )
        if self._language == "zh":
            words, passage = self.chance.choice(self.topic.claims)
            made = corrupt(
                Sample(words, passage, "samples", "", "zh"), self.chance.choice(("number", "modality")), self.chance
            )
            if made:
                changed = made.sentence.translate(TRADITIONAL)
                yield self._mutant(
                    "characters: traditional, false",
                    lambda offered: cited(changed, offered.number_of(words)),
                    forbidden=[changed],
                )
            yield self._mutant(
                "characters: traditional, true",
                lambda offered: cited(first.translate(TRADITIONAL), offered.number_of(first)),
            )

    def _lookalikes(self) -> Iterator[Mutant]:
        """Case numbers, intervals and indices that stand in a document survive to the letter."""
        for words, _ in self.topic.claims:
            for kept in LOOKALIKES:
                if kept in words:
                    yield self._mutant(
                        "lookalike kept",
                        lambda offered, words=words: cited(words, offered.number_of(words)),
                        true=[words],
                        kept=[kept],
                    )
        first, *_ = self._pick()
        code = "`row[1]` 与 `dp[i][2]`" if self._language == "zh" else "`row[1]` and `dp[i][2]`"
        yield self._mutant(
            "marker in code",
            lambda offered: f"{cited(first, offered.number_of(first))}\n\n```\nx[1] = y[99]\n```\n\n{code}",
        )

    # ── references ─────────────────────────────────────────────────────────────────────────────────────────────

    def _references(self) -> Iterator[Mutant]:
        """The right words under a wrong article, a wrong law, an article that does not exist or was not retrieved."""
        for words, passage in self.topic.claims:
            locator = passage.locator
            if locator is None or locator.article is None or self._language != "zh":
                continue
            wrong = {
                "article: does not exist": f"《{locator.law}》第九百条",
                "article: another of the law": f"《{locator.law}》第{1 if locator.article != 1 else 2}条",
                "article: unknown law": f"《中华人民共和国云上交通法》{locator.label}",
                "article: another law": f"《公司用车条例》{locator.label}"
                if "用车" not in locator.law
                else f"《采购管理办法》{locator.label}",
                "article: not retrieved": f"《{locator.law}》第{locator.article + 40}条",
            }
            for kind, reference in wrong.items():
                yield self._mutant(
                    kind,
                    lambda offered, words=words, reference=reference: cited(
                        f"根据{reference}，{words}", offered.number_of(words)
                    ),
                    forbidden=[reference],
                )
            yield self._mutant(
                "true: article named",
                lambda offered, words=words, passage=passage: cited(
                    f"根据《{passage.locator.law}》{passage.locator.label}，{words}", offered.number_of(words)
                ),
                true=[words],
            )
            return

    # ── behaviours ─────────────────────────────────────────────────────────────────────────────────────────────

    def _behaviours(self) -> Iterator[Mutant]:
        """Models that do not do what they are told."""
        first, *_ = self._pick()
        chance = self.chance
        invented = chance.choice(list(INVENTED[self._language].values()))
        topic = self.topic.question
        yield self._mutant("model: from memory", lambda offered: f"{invented}{self._stop}", forbidden=[invented])
        other: Language = "en" if self._language == "zh" else "zh"
        foreign = chance.choice(list(INVENTED[other].values()))
        yield self._mutant("model: another language", lambda offered: cited(foreign, 1), forbidden=[foreign])
        yield self._mutant(
            "model: repeats itself", lambda offered: joined([cited(first, offered.number_of(first))] * 40), true=[first]
        )
        yield self._mutant("model: says nothing", lambda offered: "\n\n", again=True)
        yield self._mutant(
            "model: greets only",
            lambda offered: "您好！很高兴为您服务。" if self._language == "zh" else "Hello! Of course.",
        )
        yield Mutant("model: searches forever", topic, lambda offered, n: calls("search", query=f"{first[:8]} {n}"))
        yield Mutant(
            "model: writes beside its calls",
            topic,
            lambda offered, n: (
                says(f"{invented}{self._stop}") + calls("search", query=first[:8]) if not n else says(invented)
            ),
            (invented,),
        )
        yield self._mutant(
            "model: obeys the document",
            lambda offered: joined([f"{cited(first, 1)}", f"{invented}[1][7][99]{self._stop}", "【7†source】"]),
            forbidden=[invented],
        )
        for words in INJECTED:
            if any(words in passage.text for passage in self.topic.passages):
                yield self._mutant(
                    "model: quotes the document's command",
                    lambda offered, words=words: joined(
                        [
                            cited(first, offered.number_of(first)),
                            cited(f"{words}{self._stop}", offered.number_of(words)),
                        ]
                    ),
                    forbidden=[words],
                    true=[first],
                )
        yield self._mutant(
            "model: false after a retry",
            lambda offered: cited(f"{invented}{self._stop}", offered.number_of(first)),
            forbidden=[invented],
            again=True,
        )
        yield Mutant(
            "model: right after a retry",
            topic,
            lambda offered, n: says(cited(f"{invented}{self._stop}" if not n else first, offered.number_of(first))),
            (invented,),
            (first,),
        )


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def cited(words: str, number: int) -> str:
    """The sentence with its marker before the full stop."""
    return attach(words, f"[{number}]")


def attach(words: str, marker: str) -> str:
    """The sentence with this marker before its full stop."""
    words = escape_source(words)  # as the model was given it
    end = len(words.rstrip("。.！!；;"))
    return f"{words[:end]}{marker}{words[end:]}"


def good(sentences: Sequence[str], offered: Offered) -> str:
    """A good answer."""
    return joined(cited(words, offered.number_of(words)) for words in sentences)


def respelt(dialect: str, first: int) -> str:
    """The dialect's example with this number for its 1, and those after it for its 2 and 3."""
    numbers = {str(place + 1): str(first + place) for place in range(3)}
    wides = {wide(old): wide(new) for old, new in numbers.items()}
    raised = {"¹": str(first).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))}
    return "".join((numbers | wides | raised).get(char, char) for char in dialect)


def wide(digits: str) -> str:
    """The digits in full width."""
    return digits.translate(str.maketrans("0123456789", "０１２３４５６７８９"))


def split_everywhere(mutant: Mutant, size: int) -> Mutant:
    """The same text with the bytes of its stream cut into pieces of this size, inside characters and lines."""

    def play(offered: Offered, number: int) -> Turn:
        text = "".join(step.value["content"] for step in mutant.play(offered, number).steps if isinstance(step, Delta))
        body = b"".join(map(_line, [{"role": "assistant"}, *({"content": char} for char in text)]))
        body += b"data: [DONE]\n\n"
        return raw(*(body[at : at + size] for at in range(0, len(body), size)))

    return replace(mutant, play=play)


def _line(delta: Mapping[str, str]) -> bytes:
    chunk = {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]}
    return f"data: {json.dumps(chunk, ensure_ascii=False)}\n\n".encode()
