"""What a text is and who made it, told by its title and the entries of its 题注."""

from __future__ import annotations

import re
from collections.abc import Sequence

from youju.law.files.facts import Event
from youju.law.files.history import latest
from youju.law.names import STATE

_NUMBERING = r"(?:（[^（）]{1,8}）)*"
_INSTRUMENT = re.compile(
    r"(?:法典|法|条例|规定|办法|细则|规则|解释|决定|决议|修正案|批复|答复|复函|解答|通知|意见|标准|规程|规范|安排|章程|准则|纲要|"
    rf"公约|守则|纪要|制度|罪名的?补充规定){_NUMBERING}$"
)
_NO_INSTRUMENT = re.compile(r"(?:[办方想看做玩说无]法|攻略|指南|手册|建议)$")

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
    r"|(?:国务院|主席|部|委员会|总局|局|署|人民政府|银行|国家[\u4e00-\u9fff]{1,8})令\s*第?\s*[\d一二三四五六七八九十百零〇]+\s*号"
)
_SPACE = re.compile(r"\s+")


def instrument(title: str) -> bool:
    """Whether a line reads like the title of an instrument: 劳动合同法, 关于…的批复, 解释（一）."""
    return len(title) <= 120 and _INSTRUMENT.search(title) is not None and not _NO_INSTRUMENT.search(title)


def issuer_of(title: str, history: Sequence[Event], notes: Sequence[str]) -> str | None:
    """Who made it: named in front of the title, by the act that made this text, or by the first one that names any."""
    named = title.removeprefix(STATE)
    for issuer in _ISSUERS:
        if named.startswith(issuer):
            return "、".join(one for one in _ISSUERS if one in named.split("关于")[0]) if "、" in named else issuer
    made = latest(history)
    for words in [*([made.words] if made else []), *reversed([event.words for event in history]), *notes]:
        if found := _issuer(_without_titles(words)):
            return found
    return None


def _issuer(words: str) -> str | None:
    if match := _NPC.search(words):
        return f"全国人民代表大会{match[1] or ''}"
    if (match := _LOCAL.search(words)) and "全国" not in match[1]:
        return re.sub(r"^.*?[日由经]", "", match[1]) + match[2]
    for issuer in _ISSUERS:
        if issuer in words:
            return "最高人民法院、最高人民检察院" if "最高人民法院、最高人民检察院" in words else issuer
    match = _MINISTRY.search(words)
    return re.sub(r"^.*?[日由经]", "", match[1]) if match else None


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


def number_of(notes: Sequence[str], history: Sequence[Event]) -> str | None:
    """The document number of this very text: in the words of the act that made it; of a text that was never amended,
    the first that stands in the 题注."""
    made = latest(history)
    amended = any(event.act in {"amended", "revised"} for event in history)
    for words in ([made.words] if made else []) + ([] if amended else list(notes)):
        if match := _NUMBER.search(_without_titles(words)):
            number = _SPACE.sub("", match.group()).removeprefix(STATE)
            return re.sub(r"^.*(?=(?:国务院|主席)令)", "", number)
    return None


def kind_of(title: str, issuer: str | None, place: str | None) -> str:
    """One of the kinds that `LawFacts` lists."""
    plain = re.sub(rf"{_NUMBERING}$", "", title)
    by = issuer or ""
    if title == f"{STATE}宪法":
        return "宪法"
    if plain.endswith("修正案"):
        return "修正案"
    if re.search(r"关于修改.*的决定$", plain):
        return "修改决定"
    if plain.endswith(("批复", "答复", "复函")):
        return "批复"
    if place:
        if "人民政府" in by:
            return "地方政府规章"
        return "地方性法规" if "人民代表大会" in by or plain.endswith("条例") else "规范性文件"
    if "最高人民" in by:
        return "司法解释"
    return _national(plain, by)


def _national(title: str, by: str) -> str:
    if "全国人民代表大会" in by or title.endswith(("法", "法典")):
        if title.endswith("解释"):
            return "立法解释"
        return "决定" if title.endswith(("决定", "决议")) else "法律"
    if by == "国家监察委员会":
        return "监察法规"
    if by in {"国务院", "政务院"} or (not by and title.endswith("条例")):
        return "行政法规" if not title.endswith(("通知", "意见")) else "规范性文件"
    if by and title.endswith(("规定", "办法", "细则", "规则", "标准", "条例")):
        return "部门规章"
    return "规范性文件"
