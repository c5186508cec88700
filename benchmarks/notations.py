"""Notations of references, generated with what each must mean: every form × numerals × the laws of a ledger.

What is expected is read plainly from the texts of the ledger (one line is a 款, one that begins with （一） a 项) and
shares no code with grammar and resolver. Deterministic for a seed.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

Place = tuple[int, int, int, int]
"""Article, N of 之N, 款 and 项; 0 for what is not named."""

_ITEM = re.compile(r"^（([一二三四五六七八九十]{1,3})）")
_DIGITS = "零一二三四五六七八九"
STATE = "中华人民共和国"
_PLAIN = re.compile(r"[\u4e00-\u9fff]{2,30}(?:法|条例|规定|办法|法典)|[\u4e00-\u9fff]{2,40}解释（[一二三四]）")
_LEADS = re.compile("根据|依据|依照|按照|参照|违反|适用|结合|属于|符合|引用|现行|以及")
SHORT = {
    "劳动合同法": "劳合法",
    "民事诉讼法": "民诉法",
    "刑事诉讼法": "刑诉法",
    "社会保险法": "社保法",
    "劳动争议调解仲裁法": "劳动仲裁法",
    "消费者权益保护法": "消法",
    "个人信息保护法": "个保法",
    "未成年人保护法": "未保法",
    "工伤保险条例": "工伤条例",
    "职工带薪年休假条例": "年休假条例",
}
"""Abbreviations that people use."""


@dataclass(frozen=True)
class Article:
    """An article as a plain reader sees it: its lines, label taken off, 款 by 款 with their 项."""

    number: int
    suffix: int
    text: str
    paragraphs: tuple[tuple[str, dict[int, str]], ...]

    def words(self, paragraph: int, item: int) -> str:
        """What a 款 or 项 says, the words that lead in to a 项 included; the whole article for 0 and 0."""
        if not paragraph and not item:
            return squeezed(self.text)
        found = [
            one for n, one in enumerate(self.paragraphs, 1) if paragraph in (0, n) and (not item or item in one[1])
        ]
        lead, items = found[0]
        return squeezed(lead + (items[item] if item else "".join(items.values())))


@dataclass(frozen=True)
class Law:
    """A law of the ledger in the edition in force, with the names that mean it and nothing else."""

    name: str
    edition: str
    articles: dict[tuple[int, int], Article]
    abbreviations: tuple[str, ...] = ()
    order: list[tuple[int, int]] = field(default_factory=list)

    @property
    def short(self) -> str:
        return self.name.replace(STATE, "")


@dataclass(frozen=True)
class Notation:
    """A text and what its references must mean, in order. `form` says how it was made."""

    text: str
    law: Law
    places: tuple[Place, ...]
    form: str


def squeezed(text: str) -> str:
    """Without white space, also that of no width."""
    return "".join(text.replace("\u200b", "").split())


def article_of(number: int, suffix: int, text: str) -> Article | None:
    """Read an article plainly; None where lines and items are not simply one below the other."""
    body = re.sub(r"^第[^\s　]{1,12}条(?:之[一二三四五六七八九十]+)?[\s　]*", "", text.strip())
    paragraphs: list[tuple[str, dict[int, str]]] = []
    for line in filter(None, (line.strip() for line in body.splitlines())):
        item = _ITEM.match(line)
        if item is None:
            paragraphs.append((line, {}))
        elif not paragraphs or han_value(item[1]) != len(paragraphs[-1][1]) + 1:
            return None
        else:
            paragraphs[-1][1][len(paragraphs[-1][1]) + 1] = line
    odd = re.search(r"[|“]|^\s*(?:[0-9０-９(①-⑳]|附)", body, re.MULTILINE) or re.search(r"[：；]（一）", body)
    return None if odd or not paragraphs else Article(number, suffix, text, tuple(paragraphs))


def han(value: int) -> str:
    """The numeral in Chinese, written out by place."""
    if value < 10:
        return _DIGITS[value]
    places = [(value // unit % 10, name) for unit, name in ((1000, "千"), (100, "百"), (10, "十"), (1, ""))]
    words = "".join(_DIGITS[digit] + name if digit else "零" for digit, name in places).strip("零")
    words = re.sub("零+", "零", words)
    return words[1:] if words.startswith("一十") else words


def han_value(words: str) -> int:
    """The number below a hundred that a numeral in brackets is."""
    tens, _, ones = words.rpartition("十")
    return (10 * (_DIGITS.index(tens) if tens else 1) if "十" in words else 0) + (_DIGITS.index(ones) if ones else 0)


_WIDE = str.maketrans("0123456789", "０１２３４５６７８９")
_PLACES = str.maketrans("0123456789", "〇一二三四五六七八九")
NUMERALS: dict[str, Callable[[int], str]] = {
    "chinese": han,
    "chinese 〇": lambda value: han(value).replace("零", "〇"),
    "digits": str,
    "full width": lambda value: str(value).translate(_WIDE),
    "by place": lambda value: str(value).translate(_PLACES) if value > 9 else han(value),
    "mixed": lambda value: (
        f"{value // 100}百{han(value % 100)}" if 100 < value < 1000 and value % 100 > 9 else str(value)
    ),
}


class Generator:
    """Makes notations over laws."""

    def __init__(self, laws: Sequence[Law], seed: int = 5) -> None:
        self._laws = laws
        self._random = random.Random(seed)

    def make(self, count: int) -> list[Notation]:
        """So many notations, the forms one after the other."""
        forms = [
            self._one,
            self._unmarked,
            self._list,
            self._range,
            self._clauses,
            self._items,
            self._later,
            self._spread,
        ]
        return [notation for number in range(count) if (notation := forms[number % len(forms)]())]

    def _law(self, articles: int = 1) -> Law:
        while True:
            law = self._random.choice(self._laws)
            if len(law.order) >= articles:
                return law

    def _draw(self, articles: int = 1) -> tuple[Law, str, str, str, Callable[[int], str]]:
        law = self._law(articles)
        return law, *self._name(law), *self._numerals()

    def _name(self, law: Law) -> tuple[str, str]:
        """A name for the law as people write it, and what kind of name it is."""
        forms = [("official", f"《{law.name}》"), ("short", f"《{law.short}》")]
        if law.edition:
            forms.append(("edition", f"《{law.short}》（{law.edition[:4]}）"))
        forms.append(("spaced", f"《 {law.short[:2]} {law.short[2:]} 》"))
        if _PLAIN.fullmatch(law.short) and not _LEADS.search(law.short):
            forms += [("bare", law.short), ("bare official", law.name)]
        if issuer := re.match("最高人民法院(?=关于)|国务院(?=关于)", law.short):
            forms.append(("no issuer", f"《{law.short[issuer.end() :]}》"))
        if numbered := re.fullmatch(r"最高人民法院关于审理(劳动争议)案件适用法律问题的解释（(.)）", law.short):
            forms += [
                ("court", f"{numbered[1]}司法解释（{numbered[2]}）"),
                ("court", f"{numbered[1]}解释{numbered[2]}"),
            ]
        if place := re.match("([\u4e00-\u9fff]{2})市(?=.*条例)", law.short):
            forms.append(("place", f"《{place[1]}{law.short[place.end() :]}》"))
        forms += [("abbreviation", one) for one in law.abbreviations]
        return self._random.choice(forms)

    def _numerals(self) -> tuple[str, Callable[[int], str]]:
        return self._random.choice(list(NUMERALS.items()))

    def _around(self, words: str) -> str:
        lead = self._random.choice(["", "根据", "公司违反了", "请问", "（参见", "因此，", "依照"])
        return lead + words + self._random.choice(["", "规定", "的规定，", "。", "？", "[1]", "是什么"])

    def _article(self, law: Law) -> Article:
        return law.articles[self._random.choice(law.order)]

    def _address(self, one: Article, write: Callable[[int], str], mark: str = "第") -> str:
        return f"{mark}{write(one.number)}条" + (f"之{write(one.suffix)}" if one.suffix else "")

    def _one(self) -> Notation:
        """《劳动合同法》第四十七条第二款第（三）项, as deep as the article goes."""
        law, kind, name, style, write = self._draw()
        one = self._article(law)
        words, paragraph, item = self._address(one, write), 0, 0
        if self._random.random() < 0.7:
            paragraph = self._random.randint(1, len(one.paragraphs))
            words += f"第{write(paragraph)}款"
            if items := one.paragraphs[paragraph - 1][1]:
                item = self._random.choice(list(items))
                words += self._random.choice([f"第（{write(item)}）项", f"第{write(item)}项", f"（{write(item)}）项"])
        place = (one.number, one.suffix, paragraph, item)
        between = self._random.choice(["", "", "的", "中", " "])
        return Notation(self._around(name + between + words), law, (place,), f"one place · {kind} · {style}")

    def _unmarked(self) -> Notation:
        """劳动合同法47条2款."""
        law, kind, name, style, write = self._draw()
        one = self._article(law)
        if name[-1] in "一二三四五六七八九十" and style != "digits":
            write, style = str, "digits"
        paragraph = self._random.randint(1, len(one.paragraphs))
        words = f"{self._address(one, write, '')}{write(paragraph)}款"
        return Notation(
            self._around(name + words), law, ((one.number, one.suffix, paragraph, 0),), f"without 第 · {kind} · {style}"
        )

    def _list(self) -> Notation:
        """第四十六、四十七条, 第四十六条和第四十七条第一款."""
        law, kind, name, style, write = self._draw(3)
        some = [law.articles[at] for at in self._random.sample(law.order, self._random.randint(2, 3))]
        some = [one for one in some if not one.suffix] or some[:1]
        if self._random.random() < 0.5 and not some[0].suffix:
            join = self._random.choice(["、", "和", "，", "及", "与"])
            words = "第" + join.join(write(one.number) for one in some) + "条"
        else:
            join = self._random.choice(["、", "和", "以及", "，", "或者"])
            words = join.join(self._address(one, write) for one in some)
        places = tuple((one.number, one.suffix, 0, 0) for one in some)
        return Notation(self._around(name + words), law, places, f"list · {kind} · {style}")

    def _range(self) -> Notation | None:
        """第四十七至五十条, 第四十七条至第五十条."""
        law, kind, name, style, write = self._draw(8)
        whole = [at for at in law.order if not at[1]]
        first = self._random.randrange(len(whole))
        part = whole[first : first + self._random.randint(2, 5)]
        if len(part) < 2 or part[-1][0] - part[0][0] + 1 != len(part):
            return None
        a, b = write(part[0][0]), write(part[-1][0])
        words = self._random.choice([f"第{a}至{b}条", f"第{a}条至第{b}条", f"第{a}到{b}条", f"第{a}条至{b}条"])
        places = tuple((article, 0, 0, 0) for article, _ in part)
        return Notation(self._around(name + words), law, places, f"range · {kind} · {style}")

    def _clauses(self) -> Notation | None:
        """第四十七条第一、二款, 第一款至第三款."""
        law, kind, name, style, write = self._draw()
        many = [one for one in law.articles.values() if len(one.paragraphs) > 2]
        if not many:
            return None
        one = self._random.choice(many)
        a, b = sorted(self._random.sample(range(1, len(one.paragraphs) + 1), 2))
        form = self._random.choice(["list", "list of wholes", "range"])
        tail = {
            "list": f"第{write(a)}、{write(b)}款",
            "list of wholes": f"第{write(a)}款和第{write(b)}款",
            "range": f"第{write(a)}款至第{write(b)}款",
        }[form]
        numbers = range(a, b + 1) if form == "range" else (a, b)
        places = tuple((one.number, one.suffix, number, 0) for number in numbers)
        return Notation(
            self._around(name + self._address(one, write) + tail), law, places, f"款 {form} · {kind} · {style}"
        )

    def _items(self) -> Notation | None:
        """第三十九条第（一）、（三）项, 第三十九条第一项至第三项."""
        law, kind, name, style, write = self._draw()
        many = [one for one in law.articles.values() if any(len(items) > 2 for _, items in one.paragraphs)]
        if not many:
            return None
        one = self._random.choice(many)
        paragraph = next(n for n, (_, items) in enumerate(one.paragraphs, 1) if len(items) > 2)
        a, b = sorted(self._random.sample(range(1, len(one.paragraphs[paragraph - 1][1]) + 1), 2))
        alone = sum(bool(items) for _, items in one.paragraphs) == 1
        named = self._random.choice([0, paragraph]) if alone else paragraph
        form = self._random.choice(["brackets", "plain", "range"])
        tail = {
            "brackets": f"第（{write(a)}）、（{write(b)}）项",
            "plain": f"第{write(a)}项、第{write(b)}项",
            "range": f"第（{write(a)}）项至第（{write(b)}）项",
        }[form]
        words = self._address(one, write) + (f"第{write(named)}款" if named else "") + tail
        numbers = range(a, b + 1) if form == "range" else (a, b)
        places = tuple((one.number, one.suffix, named, number) for number in numbers)
        return Notation(self._around(name + words), law, places, f"项 {form} · {kind} · {style}")

    def _later(self) -> Notation:
        """The law named once; then 第N条, 该法第N条, 同条第一款."""
        law, kind, name, style, write = self._draw(2)
        first, second = (law.articles[at] for at in self._random.sample(law.order, 2))
        last = re.search(r"(法典|法|条例|规定|办法|解释)(?:（.）|[一二三四])?[》）\d]*$", name)
        joins = ["；", "。随后看", "，以及"]
        if last and kind != "abbreviation":
            joins += [f"。该{last[1]}", f"，同{last[1]}"]
        words = self._address(first, write) + self._random.choice(joins) + self._address(second, write)
        places = [(first.number, first.suffix, 0, 0), (second.number, second.suffix, 0, 0)]
        if self._random.random() < 0.4:
            words += "，同条第一款"
            places.append((second.number, second.suffix, 1, 0))
        return Notation(self._around(name + words), law, tuple(places), f"later mention · {kind} · {style}")

    def _spread(self) -> Notation:
        """With white space between all parts, as copied from a page."""
        law, (style, write) = self._law(), self._numerals()
        one = self._article(law)
        paragraph = self._random.randint(1, len(one.paragraphs))
        words = f"《 {law.name} 》 第 {write(one.number)} 条"
        words += f" 之 {write(one.suffix)}" if one.suffix else ""
        place = (one.number, one.suffix, paragraph, 0)
        return Notation(
            self._around(f"{words} 第 {write(paragraph)} 款"), law, (place,), f"spread · official · {style}"
        )
