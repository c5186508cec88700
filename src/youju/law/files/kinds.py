"""What a text is and who made it, told by its title and the entries of its 题注."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from youju.law.files.days import DAY
from youju.law.files.facts import Event
from youju.law.files.history import is_amended, latest
from youju.law.names import STATE

_NUMBERING = r"(?:（[^（）]{1,8}）)*"
_INSTRUMENT = re.compile(
    r"(?:法典|法|条例|规定|办法|细则|规则|解释|决定|决议|修正案|批复|答复|复函|解答|通知|意见|标准|规程|规范|安排|章程|准则|纲要|"
    rf"公约|守则|纪要|制度|罪名的?补充规定){_NUMBERING}$"
)
_NO_INSTRUMENT = re.compile(
    r"(?:[方想看做玩说无]法|攻略|指南|手册|建议)$|[>|_]|^(?:司法|立法|有关|相关)?(?:解释|规定|法规|文件)$"
)
"""What only ends like a title; the last are entries of a menu, as pages of the web have them in front of a law."""

_PROVINCES = (
    "北京市|天津市|上海市|重庆市|河北省|山西省|辽宁省|吉林省|黑龙江省|江苏省|浙江省|安徽省|福建省|江西省|山东省|河南省|湖北省|湖南省|"
    "广东省|海南省|四川省|贵州省|云南省|陕西省|甘肃省|青海省|台湾省|内蒙古自治区|广西壮族自治区|西藏自治区|宁夏回族自治区|"
    "新疆维吾尔自治区"
)
_PROVINCE = re.compile(rf"(?:{_PROVINCES})")
_TOWN = re.compile(r"(?:[\u4e00-\u9fff]{2,6}?经济特区|[\u4e00-\u9fff]{2,7}?(?:市|自治州|自治县|盟|县|区))")
_ISSUERS = (
    "全国人民代表大会常务委员会",
    "全国人民代表大会",
    "最高人民法院",
    "最高人民检察院",
    "中央军事委员会",
    "国家监察委员会",
    "国务院办公厅",
    "国务院",
    "政务院",
)
_SESSION = re.compile(r"^第[一二三四五六七八九十]+届")
_NPC = re.compile(r"第[一二三四五六七八九十]+届全国人民代表大会(常务委员会)?")
_LOCAL = re.compile(
    r"([\u4e00-\u9fff]{2,12}?(?:省|市|自治区|自治州|自治县|县))(?:第[一二三四五六七八九十]+届)?(人民代表大会(?:常务委员会)?|人民政府)"
)
_MINISTRY = re.compile(
    r"(?:中华人民共和国|国家)?((?:[\u4e00-\u9fff]{2,14}?(?:部|委员会|总局|银行|署|局|办公室|院))"
    r"(?:、[\u4e00-\u9fff]{2,14}?(?:部|委员会|委|总局|银行|署|局))*)(?:令|公告|第\s*\d+\s*次)"
)
_NUMBER = re.compile(
    r"[\u4e00-\u9fff]{1,10}[〔［\[（(]\s*\d{4}\s*[〕］\]）)]\s*第?\s*\d+\s*号"
    r"|(?<![\u4e00-\u9fff、])[\u4e00-\u9fff、]{2,60}令\s*第?\s*[\d一二三四五六七八九十百零〇]+\s*号"
)
_BEFORE = re.compile(r"^(?:.*日)?[由经]?")
_QUOTED_ISSUER = re.compile(rf"《({'|'.join(_ISSUERS)})关于修改")
_ORDER = re.compile(r"令|公告|通过|公布|发布")
_SIGNATURE = re.compile(r"[\u4e00-\u9fff、]{2,40}(?:部|委员会|院|局|署|政府)")
_BY_TITLE: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(rf"^{STATE}宪法$"), "宪法"),
    (re.compile(r"修正案$"), "修正案"),
    (re.compile(r"关于修改.*的决定$"), "修改决定"),
    (re.compile(r"(?:批复|答复|复函)$"), "批复"),
)
_RULES = ("规定", "办法", "细则", "规则", "标准", "条例")
_SPACE = re.compile(r"\s+")


def instrument(title: str) -> bool:
    """Whether a line reads like the title of an instrument: 劳动合同法, 关于…的批复, 解释（一）."""
    named = _INSTRUMENT.search(title)
    if title.count("〈") != title.count("〉"):
        return False
    return named is not None and named.start() > 0 and len(title) <= 120 and not _NO_INSTRUMENT.search(title)


def issuer_of(title: str, history: Sequence[Event], notes: Sequence[str]) -> str | None:
    """Who made it: named in front of the title, by the act that made this text, or by the first one that names any."""
    named = _SESSION.sub("", title.removeprefix(STATE))
    for issuer in _ISSUERS:
        if named.startswith(issuer):
            return "、".join(one for one in _ISSUERS if one in named.split("关于")[0]) if "、" in named else issuer
    made = latest(history)
    said = [*([made.words] if made else []), *reversed([event.words for event in history])]
    for words in [*said, *(note for note in notes if _ORDER.search(note))]:
        if found := _issuer(_without_titles(words)):
            return found
        if quoted := _QUOTED_ISSUER.search(words):
            return quoted[1]
    signed = next((note for note in reversed(notes) if _SIGNATURE.fullmatch(note)), None)
    return signed.removeprefix(STATE) if signed else None


def _issuer(words: str) -> str | None:
    if match := _NPC.search(words):
        return f"全国人民代表大会{match[1] or ''}"
    if (match := _LOCAL.search(words)) and "全国" not in match[1]:
        return _BEFORE.sub("", match[1]) + match[2]
    for issuer in _ISSUERS:
        if issuer in words:
            return "最高人民法院、最高人民检察院" if "最高人民法院、最高人民检察院" in words else issuer
    match = _MINISTRY.search(words)
    return _BEFORE.sub("", match[1]) if match else None


def _without_titles(words: str) -> str:
    return re.sub(r"《[^《》]*(?:《[^《》]*》[^《》]*)*》", "", words)


def place_of(title: str, issuer: str | None, text: str) -> str | None:
    """The place of local rules: a province in front of the title, or a town that the issuer or the text agrees with."""
    if match := _PROVINCE.match(title):
        return match.group()
    if issuer and (match := _PROVINCE.match(issuer)) and "人民" in issuer:
        return match.group() if not title.startswith("最高") else None
    match = _TOWN.match(title)
    if match is None or STATE in title:
        return None
    town = match.group()
    agreed = bool(issuer and issuer.startswith(town)) or f"{town}人民" in text or town.endswith("经济特区")
    return town if agreed else None


def number_in(words: str) -> str | None:
    """The first document number in these words: 法释〔2025〕12号, 国务院令第514号."""
    match = _NUMBER.search(re.sub(DAY, " ", _without_titles(words)))
    return _SPACE.sub("", match.group()).removeprefix(STATE) if match else None


def number_of(notes: Sequence[str], history: Sequence[Event], published: date | None) -> str | None:
    """The document number of this very text: in the words of the act that published it, or alone in the 题注 of a text
    that was never amended. The number of an earlier text's order is not taken."""
    made = latest(history)
    if made is not None and published in {None, made.day}:
        for event in history:
            if event.day == made.day and (number := number_in(event.words)):
                return number
    if is_amended(history):
        return None
    alone = (note for note in notes if not re.match(rf"(?:根据)?{DAY}", note))
    return next((number for note in alone if (number := number_in(note))), None)


def kind_of(title: str, issuer: str | None, place: str | None) -> str:
    """One of the kinds that `LawFacts` lists."""
    plain = re.sub(rf"{_NUMBERING}$", "", title)
    by = issuer or ""
    named = next((kind for pattern, kind in _BY_TITLE if pattern.search(plain)), None)
    if named is not None:
        return named
    if place:
        return _local(plain, by)
    return "司法解释" if "最高人民" in by else _national(plain, by)


def _local(title: str, by: str) -> str:
    """Only a congress makes 条例 (立法法第八十条); a government makes 规定 and 办法."""
    if "人民政府" in by:
        return "地方政府规章"
    return "地方性法规" if "人民代表大会" in by or title.endswith("条例") else "规范性文件"


def _national(title: str, by: str) -> str:
    statute = title.endswith(("法", "法典")) and not title.endswith("办法")
    if statute or "全国人民代表大会" in by:
        return "立法解释" if title.endswith("解释") else "决定" if title.endswith(("决定", "决议")) else "法律"
    if by == "国家监察委员会":
        return "监察法规"
    if title.endswith(("通知", "意见")):
        return "规范性文件"
    if by in {"国务院", "政务院"} or (not by and title.endswith("条例")):
        return "行政法规"
    return "部门规章" if by and title.endswith(_RULES) else "规范性文件"
