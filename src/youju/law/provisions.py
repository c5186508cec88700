"""What a reference points at, with everything that a person is told about it; and the messages in both languages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from youju.knowledge.values import InForce, Locator, Passage
from youju.law.endings import Ending
from youju.law.numerals import article_label, hanzi
from youju.law.wording import Span, address_label
from youju.verification.protocol import Existence, Reference, Resolution


@dataclass(frozen=True, slots=True)
class Told:
    """One thing to tell, in Chinese and English."""

    zh: str = ""
    en: str = ""


NOTHING = Told()
UNKNOWN = InForce()


@dataclass(frozen=True, slots=True)
class Provision:
    """What a reference points at, for one caller at one date.

    `law` is the official name, empty where there is no such law; `label` the address as statutes write it; `edition`
    what the edition is called (its day of publication). `text` holds the exact words, `spans` where they stand in the
    edition's canonical text, `passages` what they are cut into; all empty where there is no text to show. `message`
    explains every `existence` but `found`; `notes` tell what should be known beside the text. `candidates` are official
    names: what a name that is not clear may stand for, or what looks like one that does not exist.
    """

    reference: Reference
    existence: Existence
    law: str = ""
    label: str = ""
    edition: str = ""
    in_force: InForce = UNKNOWN
    text: str = ""
    spans: tuple[Span, ...] = ()
    passages: tuple[Passage, ...] = ()
    message: Told = NOTHING
    notes: tuple[Told, ...] = ()
    candidates: tuple[str, ...] = ()

    @property
    def resolution(self) -> Resolution:
        """The same as the gate and the finder take it."""
        return Resolution(self.existence, self.passages, self.message.zh, self.message.en, self.law)


def no_such_law(reference: Reference, near: Sequence[str]) -> Provision:
    """The library holds no law of this name."""
    written = reference.locator.law
    offer = "或".join(f"《{name}》" for name in near)
    told = Told(
        f"资料中没有《{written}》，无法核对。" + (f"您是否指{offer}？" if near else ""),
        f"The documents hold no 《{written}》." + (f" Did you mean {offer}?" if near else ""),
    )
    return Provision(reference, "unknown", message=told, candidates=tuple(near))


def several_laws(reference: Reference, candidates: Sequence[str]) -> Provision:
    """The name may stand for several laws, and nobody guesses."""
    written, several = reference.locator.law, [f"《{name}》" for name in candidates[:5]]
    told = Told(
        f"“{written}”可能指{'或'.join(several)}，请写明全称。",
        f"“{written}” may mean {' or '.join(several)}: write the full name.",
    )
    return Provision(reference, "unknown", message=told, candidates=tuple(candidates))


def no_article_named(reference: Reference, law: str) -> Provision:
    """A law is named, and no article of it."""
    told = Told(f"没有写明《{law}》的第几条。", f"No article of 《{law}》 is named.")
    return Provision(reference, "unknown", law, message=told)


def no_such_article(reference: Reference, law: str, last: int | None) -> Provision:
    """The law has no such article."""
    address = reference.locator
    label = article_label(address.article or 0, address.suffix)
    beyond = last if last and (address.article or 0) > last else None
    told = Told(
        f"《{law}》没有{label}" + (f"，该法共{beyond}条。" if beyond else "。"),
        f"《{law}》 has no {label}" + (f": it has {beyond} articles." if beyond else "."),
    )
    return Provision(reference, "unknown", law, label, message=told)


def no_such_clause(reference: Reference, law: str, lacks: str) -> Provision:
    """The article has no such 款, 项 or 目."""
    address = reference.locator
    article = article_label(address.article or 0, address.suffix)
    label = address_label(address)
    inside = label.removeprefix(article)
    told = Told(f"《{law}》{article}没有{inside}，{lacks}。", f"《{law}》{article} has no {inside}.")
    return Provision(reference, "unknown", law, label, message=told)


def no_such_edition(reference: Reference, law: str, held: Sequence[str]) -> Provision:
    """The library holds the law, but not in the edition that is named."""
    editions = "、".join(held)
    told = Told(
        f"资料中没有《{law}》{reference.edition}年的文本" + (f"；有公布于{editions}的文本。" if held else "。"),
        f"The documents hold no edition {reference.edition} of 《{law}》"
        + (f"; they hold {editions}." if held else "."),
    )
    return Provision(reference, "unknown", law, address_label(reference.locator), message=told)


def repealed_elsewhere(reference: Reference, law: str, ending: Ending, at: date) -> Provision:
    """A law that the library does not hold, and that a text which it holds has repealed."""
    by = f"《{ending.law}》{ending.address}"
    if at < ending.since:
        told = Told(
            f"资料中没有《{law}》的文本，无法核对；它自{day(ending.since)}起被{by}废止，此前有效。",
            f"The documents do not hold 《{law}》, which was in force until {by} repealed it on {ending.since}.",
        )
        return Provision(reference, "unknown", message=told)
    told = Told(
        f"《{law}》自{day(ending.since)}起已被{by}废止。资料中没有它的条文。",
        f"《{law}》 was repealed on {ending.since} by {by}; the documents do not hold it.",
    )
    return Provision(reference, "repealed", law, address_label(reference.locator), message=told)


def meant(written: str, law: str) -> Told:
    """Beside a provision of the one law that a name means at the date asked about."""
    return Told(
        f"“{written}”在所问日期指《{law}》，同名的其他文件此时无效。",
        f"“{written}” means 《{law}》 at this date: others of that name are not in force.",
    )


def struck_out(where: str) -> Told:
    """Nothing is left of the article."""
    return Told(f"{where}已被删去。", f"{where} has been struck out.")


def repealed(where: str, term: InForce, ending: Ending | None, later: str, *, gone: bool) -> Told:
    """A text that is out of force: since when, by what, and what took its place. `later` is the day of publication of
    the edition that did, empty where none did; `gone`: it has no such place any more."""
    since = ending.since if ending else term.end
    zh, en = (f"自{day(since)}起", f" since {since}") if since else ("", "")
    if since and ending and not ending.exact:
        zh, en = f"最早自{day(since)}起", f" since {since} at the earliest"
    if ending and ending.law and not ending.superseded:
        by = f"《{ending.law}》{ending.address}"
        return Told(f"{where}{zh}不再有效，已被{by}废止。", f"{where} is not in force{en}: {by} repealed it.")
    told = Told(f"{where}{zh}不再有效。", f"{where} is not in force{en}.")
    if later and gone:
        zh, en = f"该法现行文本（公布于{later}）中已没有这一条款。", f"The edition of {later} has no such provision."
    elif later:
        zh, en = f"该法现行文本公布于{later}。", f"The edition of {later} has taken its place."
    if later:
        told = Told(told.zh + zh, f"{told.en} {en}")
    return told


def not_yet(where: str, term: InForce, at: date | None) -> Told:
    """A text that is not in force yet at the date asked about."""
    since = f"自{day(term.start)}起" if term.start else "日后"
    begins = f" before {term.start}" if term.start else " yet"
    asked = f"所问日期（{day(at)}）在其施行之前，资料中没有更早的文本。" if at else ""
    return Told(f"{where}{since}施行，此前尚未生效。{asked}", f"{where} is not in force{begins}.")


def several_paragraphs(where: str, numbers: Sequence[int]) -> Told:
    """Beside a 项 that more than one 款 of the article has, where none is named."""
    paragraphs = "、".join(f"第{hanzi(number)}款" for number in numbers)
    return Told(
        f"没有写明是第几款：{paragraphs}都有{where}，以上一并列出。",
        f"Which 款 is meant is not said: {paragraphs} have {where}; all are shown.",
    )


def state_unknown(where: str, edition: str) -> Told:
    """Beside a text of which nobody can tell whether it was in force at the date asked about."""
    return Told(
        f"{where}在所问日期是否有效、当时文字如何，资料中没有说明（所示文本公布于{edition}）。",
        f"The documents do not tell whether {where} was in force then, and how it read (this text is of {edition}).",
    )


def day(value: date) -> str:
    """2026年8月15日."""
    return f"{value.year}年{value.month}月{value.day}日"


def where(law: str, address: Locator) -> str:
    """《劳动合同法》第四十七条第二款."""
    return f"《{law}》{address_label(address)}"
