"""English sentences in other words that are as true: office prose."""

from __future__ import annotations

import random
import re

from training.rewriting import Rewrite, replaced
from youju.text.numerals import parse_numeral

_MANY = r"(?<=[a-z]s )|(?<=\b[Yy]ou )|(?<=\b[Ww]e )|(?<=\b[Tt]hey )|(?<=\bI )|(?<=people )|(?<=staff )"
_ONE = r"(?<=[a-rt-z] )(?<!\b[Yy]ou )(?<!\b[Ww]e )(?<!\b[Tt]hey )(?<!people )(?<!staff )(?<! and )(?<! or )"
MODALITY = {
    rf"(?:{_MANY})must(?! not| have| also| be able)\b": ("have to", "are required to", "need to"),
    rf"{_ONE}must(?! not| have| also| be able)\b": ("has to", "is required to", "needs to"),
    r"\bmust not\b": ("may not", "shall not", "are not allowed to"),
    r"(?:(?<=\b[Yy]ou )|(?<=\b[Ww]e )|(?<=\b[Tt]hey ))(?:have|need) to(?= [a-z])": ("must",),
    r"\b(?:is|are) required to\b": ("must",),
    r"\bmay(?! not| need| be| have|\b \d)(?= [a-z])": ("can",),
    r"\b([Yy])ou can(?= [a-z])(?! not| be| also)": (r"\1ou are able to",),
    r"\b(?:is|are) able to\b": ("can",),
}
CONTRACTIONS = {
    r"\bdo not\b": ("don't",),
    r"\bdoes not\b": ("doesn't",),
    r"\bis not\b": ("isn't",),
    r"\bare not\b": ("aren't",),
    r"\bcannot\b|\bcan not\b": ("can't",),
    r"\bshould not\b": ("shouldn't",),
    r"\bwill not\b": ("won't",),
    r"\b([Yy])ou will\b": (r"\1ou'll",),
    r"\b([Yy])ou are\b": (r"\1ou're",),
    r"\b([Ww])e are\b": (r"\1e're",),
    r"\b([Ii])t is\b": (r"\1t's",),
    r"\b([Tt])hey are\b": (r"\1hey're",),
    r"\b([Dd])on['’]t\b": (r"\1o not",),
    r"\bdoesn['’]t\b": ("does not",),
    r"\bisn['’]t\b": ("is not",),
    r"\baren['’]t\b": ("are not",),
    r"\bcan['’]t\b": ("cannot",),
    r"\bshouldn['’]t\b": ("should not",),
    r"\bwon['’]t\b": ("will not",),
    r"\b([Yy])ou['’]ll\b": (r"\1ou will",),
    r"\b([Yy])ou['’]re\b": (r"\1ou are",),
    r"\b([Ww])e['’]re\b": (r"\1e are",),
    r"\b([Ww])e['’]ll\b": (r"\1e will",),
    r"\b([Tt])hey['’]re\b": (r"\1hey are",),
}
SYNONYMS = {
    r"\bin order to\b": ("to",),
    r"\bprior to\b": ("before",),
    r"\b([Uu])tilize\b": (r"\1se",),
    r"\bas well as\b": ("and also", "and"),
    r"\bsuch as\b": ("like", "for example"),
    r"\bfor example\b": ("for instance", "e.g."),
    r"\be\.g\.,?": ("for example,",),
    r"\b(E)nsure\b": ("Make sure",),
    r"\bensure\b": ("make sure",),
    r"\bmake sure\b": ("ensure",),
    r"\bobtain\b": ("get",),
    r"\bpurchase\b(?= [a-z])": ("buy",),
    r"\bassist\b": ("help",),
    r"\badditional\b": ("further", "extra"),
    r"\bapproximately\b": ("about", "roughly"),
    r"\bimmediately\b": ("at once", "right away"),
    r"\bhelpful\b": ("useful",),
    r"\bif you have any questions\b": ("with any questions",),
    r"\bIf you have (?:any )?questions\b": ("Should you have questions", "If anything is unclear"),
    r"\bat least once\b": ("once or more",),
    r"\busually\b": ("normally", "typically"),
    r"\btypically\b": ("usually",),
    r"\boften\b": ("frequently",),
    r"\bcurrently\b": ("at present", "now"),
    r"\bbegin\b": ("start",),
    r"\bstart\b(?= [a-z]+ing\b)": ("begin",),
    r"\bdue to\b": ("because of",),
    r"\bregarding\b": ("about", "concerning"),
    r"\bregardless of\b": ("no matter",),
    r"\bwant to\b": ("wish to",),
    r"\bwould like to\b": ("want to",),
    r"\bhowever\b": ("though",),
    r"\bactively\b ?": ("",),
    r"\balso ": ("",),
    r"\b(?:simply|really|basically) ": ("",),
    r"\bPlease ([a-z])": (r"Kindly \1",),
    r"\bplease ": ("",),
    r"\bbig\b": ("large",),
    r"\bcomplete\b(?= the)": ("finish",),
    r"\bis responsible for\b": ("is in charge of",),
    r"\bare responsible for\b": ("are in charge of",),
    r"\bwho are\b": ("that are",),
    r"\bexplain\b": ("describe",),
    r"\bchoose\b": ("pick", "select"),
}
LAY = {
    r"\bsupervisor\b": ("manager", "boss"),
    r"\bsupervisors\b": ("managers",),
    r"\bemployees\b": ("staff members",),
    r"\bemployee\b": ("staff member",),
    r"\bteammates\b": ("colleagues",),
    r"\bteammate\b": ("colleague",),
    r"\bpeople\b": ("persons", "folks"),
    r"\bsubmit\b": ("hand in", "send in"),
    r"\breceive\b": ("get",),
    r"\bcreate\b": ("make", "set up"),
    r"\breview\b(?= (?:the|your|our|all|any))": ("look over", "go through"),
    r"\bdiscuss\b": ("talk about",),
    r"\bdetermine\b": ("find out", "decide"),
    r"\bparticipate in\b": ("take part in",),
    r"\bresponsibilities\b": ("duties",),
    r"\bfunds\b": ("money",),
    r"\bguidance\b": ("advice",),
    r"\bmeeting\b": ("session",),
    r"\bproject\b": ("piece of work",),
    r"\brequire\b(?= [a-z])": ("need", "call for"),
    r"\brequires\b": ("needs", "calls for"),
    r"\bprovides\b": ("gives", "offers"),
    r"\bprovide\b(?= [a-z])": ("give", "offer"),
    r"\bimportant\b": ("key",),
    r"\bquickly\b": ("fast",),
    r"\bregularly\b": ("on a regular basis",),
    r"\bspecific\b": ("particular",),
    r"\bdifferent\b": ("various",),
    r"\bunderstand\b": ("see", "grasp"),
    r"\binclude\b": ("contain", "comprise"),
    r"\bincludes\b": ("contains", "covers"),
}
"""What a person says for a word of an office."""
ATTRIBUTIONS = (
    "According to the handbook, ", "According to the documents, ", "As stated in the policy, ", "Under the policy, ",
    "Based on the documents provided, ",
)  # fmt: skip
RESTATEMENTS = ("To answer your question: ", "In short, ", "In other words, ", "Please note that ", "Note: ")
LAYOUTS = ("- {}", "1. {}", "**{}**", "> {}", "* {}")

_ONES = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen""".split()  # noqa: SIM905
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()  # noqa: SIM905
_UNIT = r"(?:calendar |business |working |full )?(?:days?|weeks?|months?|years?|hours?|minutes?|people|times|steps)\b"
_FIGURE = re.compile(rf"(?<![\d.,$#/-])\b(\d{{1,2}})(?=[ -]{_UNIT})")
_WORD = re.compile(rf"\b((?:{'|'.join(_TENS)})(?:-(?:{'|'.join(_ONES[1:10])}))?|{'|'.join(_ONES[2:])})(?= {_UNIT})")
_WITHIN = re.compile(
    r"\bwithin ((?:\d+|[a-z]+) (?:business |working |calendar )?(?:days|weeks|hours|months)) (?:of|after)\b"
)


def numerals(text: str, chance: random.Random) -> str:
    """30 days → thirty days, and back; within 30 days of → no later than 30 days after."""
    made = _WITHIN.sub(r"no later than \1 after", text)
    if made != text and chance.random() < 0.5:
        return made
    figures = _FIGURE.sub(lambda match: in_words(int(match[1])), made)
    return figures if figures != made else _WORD.sub(lambda match: str(parse_numeral(match[1])), made)


def in_words(number: int) -> str:
    """A whole number below 100 in English words."""
    if number < 20:
        return _ONES[number]
    return _TENS[number // 10 - 2] + (f"-{_ONES[number % 10]}" if number % 10 else "")


def modality(text: str, chance: random.Random) -> str:
    """must → has to, may → can, must not → may not."""
    return replaced(text, MODALITY, chance, 2)


def contractions(text: str, chance: random.Random) -> str:
    """do not → don't, you'll → you will."""
    return replaced(text, CONTRACTIONS, chance)


def synonyms(text: str, chance: random.Random) -> str:
    """Words of the same meaning, up to three of them."""
    made = replaced(text, SYNONYMS, chance)
    return made[:1].upper() + made[1:]


_CONDITION = re.compile(r"(If|When|Before|After|Once|Because|Since|Unless) ([^,.;:?!()]{8,120}), ([^.;:?!()]{8,160})\.")
_MORE = re.compile(r"\b(?:if|when|unless|because|before|after|while|and|so|but)\b")
_TRAILING = re.compile(
    r"([A-Z][^,.;:?!()]{8,120}?),? (if|when|unless|because|before you|after you|once) ([^,.;:?!()]{8,120})\."
)


def order(text: str, chance: random.Random) -> str:
    """If X, Y. → Y if X., and back."""
    if match := _CONDITION.fullmatch(text):
        word, condition, consequence = match.groups()
        if re.match(r"(?:then|and|or|but|please)\b", consequence) or _MORE.search(consequence):
            return text
        return f"{consequence[:1].upper()}{consequence[1:]} {word.lower()} {condition}."
    if match := _TRAILING.fullmatch(text):
        consequence, word, condition = match.groups()
        if condition.count(" ") < 2 or _MORE.search(consequence):
            return text
        return f"{word[:1].upper()}{word[1:]} {condition}, {lowered(consequence)}."
    return text


_DONE_BY = re.compile(
    r"((?:The|Your|All|Any|Each|This|These) [^,.;:()]{3,60}?) (must|should|may|can|will) be "
    r"(approved|reviewed|signed|submitted|provided|funded|paid|completed|managed|led|owned) by "
    r"((?:the|your|an?|our) [^,.;:()]{3,40})\."
)
_BASE = {"submitted": "submit", "paid": "pay", "led": "lead", "owned": "own", "provided": "provide",
         "approved": "approve", "completed": "complete", "managed": "manage"}  # fmt: skip


def voice(text: str, chance: random.Random) -> str:
    """The form must be approved by your supervisor. → Your supervisor must approve the form."""
    match = _DONE_BY.fullmatch(text)
    if match is None or re.search(r"\b(?:and|or|that|will|who|which)\b", match[1]):
        return text
    what, modal, done, who = match.groups()
    return f"{who[:1].upper()}{who[1:]} {modal} {_BASE.get(done, done.removesuffix('ed'))} {lowered(what)}."


def shortened(text: str, chance: random.Random) -> str:
    """Without the target of a link, emphasis, and “that” after a verb of saying."""
    made = re.sub(r"\[([^\[\]]+)\]\((?:\{%[^%]*%\}|[^()\s])*\)", r"\1", text)
    made = re.sub(r"(?<![*\w])\*{1,2}([^*]+)\*{1,2}(?![*\w])", r"\1", made)
    return re.sub(r"\b(says?|know|ensure|think|means?|note) that\b", r"\1", made)


def attribution(text: str, chance: random.Random) -> str:
    """Words before it that say where it comes from."""
    return chance.choice(ATTRIBUTIONS) + lowered(text)


def restated(text: str, chance: random.Random) -> str:
    """Words of an answerer before it."""
    return chance.choice(RESTATEMENTS) + lowered(text)


def lowered(text: str) -> str:
    """The sentence with a small first letter, unless its first word looks like a name."""
    first = re.match(r"(?:The|Your|Our|In|If|When|A) |(?:A|[A-Z][a-z]+(?:['’][a-z]+)?) (?:a |[a-z]{2})", text)
    return text[:1].lower() + text[1:] if first else text


def layout(text: str, chance: random.Random) -> str:
    """As an item, in bold."""
    return chance.choice(LAYOUTS).format(text)


_AND = re.compile(r"([A-Z][^.;:?!()]{20,160}); ((?:you|we|the|it|they|this|your|all|any) [^.;:?!()]{20,160})\.")


def split(text: str, chance: random.Random) -> str:
    """One of two statements that a semicolon joins."""
    match = _AND.fullmatch(text)
    if match is None:
        return text
    part = chance.choice(match.groups())
    return f"{part[:1].upper()}{part[1:]}."


def merged(first: str, second: str, chance: random.Random) -> str:
    """Two sentences that follow each other as one."""
    joint = chance.choice(("; ", ", and "))
    return f"{first.rstrip('.;')}{joint}{lowered(second)}"


def lay(text: str, chance: random.Random) -> str:
    """supervisor → manager, submit → hand in, up to four such words."""
    return replaced(text, LAY, chance, 4)


_SECOND = re.compile(r", and (?:you|we|they|it|the) [^.,;:?!]{10,120}\.$")
_LISTED = re.compile(r"(?<=, )[a-z][a-z -]{3,24}, (?=[a-z -]+, (?:and|or) )")
_TOGETHER = re.compile(r"\b(?:both|all|each|total|not|no|never|without|unless|except|two|three|four|five|six)\b|n['’]t")


def fewer(text: str, chance: random.Random) -> str:
    """Without a second statement, or without one of several things that are listed: what is left is as true."""
    if _SECOND.search(text) and not re.match("If|When", text):
        return _SECOND.sub(".", text)
    listed = list(_LISTED.finditer(text))
    if not listed or _TOGETHER.search(text):
        return text
    dropped = chance.choice(listed)
    return text[: dropped.start()] + text[dropped.end() :]


RULES: dict[str, Rewrite] = {
    "modality": modality,
    "contractions": contractions,
    "synonyms": synonyms,
    "numerals": numerals,
    "order": order,
    "voice": voice,
    "shortened": shortened,
    "attribution": attribution,
    "restated": restated,
    "layout": layout,
    "split": split,
    "lay": lay,
    "fewer": fewer,
}
