"""Chinese sentences in other words that are as true: legal and office prose."""

from __future__ import annotations

import random
import re
from decimal import Decimal

from training.rewriting import Rewrite, in_han, replaced
from youju.text.numerals import parse_numeral

MODALITY = {
    r"(?<!不)应当(?!知道|当)": ("应", "必须", "应该", "需要", "须"),
    r"(?<!不)必须": ("应当", "须", "一定要"),
    r"(?<!不)可以(?!不)": ("可", "能够", "能"),
    r"有权(?=[申提要拒向依请查])": ("可以", "有权利"),
    r"不得(?!不|超过|少于|低于|高于|多于|大于|小于|[早晚迟]于|以)": ("不能", "不可以", "不准", "不允许"),
    r"严禁|禁止(?=[\u4e00-\u9fff]{2})": ("不准", "不允许"),
    r"无需|无须": ("不需要", "不必"),
}
SYNONYMS = {
    "以及": ("和", "及"),
    "或者": ("或", "或是"),
    r"并且|(?<=，)并(?=[\u4e00-\u9fff])(?!非|不|处|列|购|网|入|存|行)": ("同时", "并且"),
    "但是": ("但", "不过"),
    "如果": ("若", "如", "假如"),
    r"(?<![\u4e00-\u9fff])若(?!干)": ("如果",),
    "按照|依照": ("根据", "按照"),
    "(?<=[^，。；])自(?=[^，。；]{2,24}之日起)": ("从",),
    r"(?<=[\u4e00-\u9fff])之日起": ("那天起", "之日开始"),
    "具有": ("具备", "有"),
    "作出": ("做出",),
    r"均(?=[应可不为由须属有])": ("都",),
    "应予": ("应当予以",),
    "未经": ("没有经过",),
    "尚未": ("还没有",),
    "因(?=[^此为素而果特公])": ("由于", "因为"),
    "已经": ("已",),
    r"期间(?=[，的内])": ("期内",),
    "期限届满": ("期满", "到期"),
    "用人单位": ("单位",),
    "告知": ("通知",),
    r"给予(?=[\u4e00-\u9fff])": ("给",),
    r"(?<![\u4e00-\u9fff])对于": ("对", "就"),
    r"(?<=[\u4e00-\u9fff])之一(?=[，的])": ("中的任一种",),
    "不满(?=[〇一二三四五六七八九十百两\\d])": ("未满",),
    "下列": ("以下",),
    r"所在地的": ("所在地",),
    r"(?<=[^，。；：])的，(?=[\u4e00-\u9fff])": ("时，", "的情况下，"),
    r"应当自": ("应从", "须自"),
    "购买": ("采购", "买"),
    "帮助": ("协助",),
    "告诉": ("告知",),
    "立即|即刻": ("马上", "立刻"),
    "擅自": ("私自",),
    "期满": ("到期",),
}
LAY = {
    "人民法院": ("法院",),
    "人民检察院": ("检察院",),
    "人民政府": ("政府",),
    "公安机关": ("公安部门", "警方"),
    "用人单位": ("公司", "单位"),
    "劳动者": ("员工", "职工"),
    "不予支持": ("不会支持", "不支持"),
    "应予支持|予以支持": ("会支持", "支持"),
    "承担(?=[^，。；]{0,8}责任)": ("负",),
    "自然人": ("个人",),
    "届满": ("到期",),
    "给付": ("支付",),
    "未成年人": ("未满18周岁的人",),
    "书面形式": ("书面",),
    "行政主管部门|主管机关": ("主管部门",),
    "擅自": ("未经允许", "私自"),
    "及时": ("尽快",),
    "缴纳": ("交纳", "交"),
    "提供虚假": ("提供假的",),
    "约定": ("商定",),
    "查阅": ("查看",),
    "(?<!被)申请人": ("提出申请的人",),
    "享有": ("拥有", "有"),
    "所称": ("所说的",),
}
"""What a person says for a word of the law."""
ATTRIBUTIONS = (
    "根据相关规定，", "按照规定，", "资料显示，", "文件规定，", "依据上述资料，", "根据所引条文，", "有关规定指出，",
)  # fmt: skip
RESTATEMENTS = ("关于您的问题：", "答：", "简单来说，", "也就是说，", "具体而言，", "需要注意的是，", "您好，")
LAYOUTS = ("- {}", "1. {}", "**{}**", "> {}", "（1）{}")

_NUMBER = "[〇零一二三四五六七八九十百千万两]"
_UNIT = "个工作日|个月|周岁|年以|万元|小时|平方米|公里|[日天年倍元人次岁名周米](?![月级度代份号度会士元民事员次报])"
_HAN_NUMBER = re.compile(rf"(?<![第\d年月几数每之多{_NUMBER[1:-1]}])({_NUMBER}{{1,9}})(?=(?:{_UNIT}))")
_ARABIC_NUMBER = re.compile(r"(?<![\d.,年月第A-Za-z/-])(\d{1,4})(?=个工作日|个月|[日天倍元人次](?![月民员]))")
_PERCENT = re.compile(rf"百分之({_NUMBER}{{1,4}})(?!点)")
_DAYS = re.compile(rf"(?<![月第\d{_NUMBER[1:-1]}])((?:\d{{1,3}}|{_NUMBER}{{1,4}}))日(?=[内以之的，前后。])")


def numerals(text: str, chance: random.Random) -> str:
    """三十日 → 30日 or 30天, 百分之八十 → 80%, 五万元 → 50000元 or 5万元; figures the other way round."""
    made = _PERCENT.sub(_percent, text)
    made = _HAN_NUMBER.sub(_arabic, made)
    if made == text:
        made = _ARABIC_NUMBER.sub(lambda match: in_han(int(match[1])) if int(match[1]) else match[0], text)
    return days(made, chance) if chance.random() < 0.5 else made


def days(text: str, chance: random.Random) -> str:
    """三十日内 → 三十天内; not the day of a date."""
    return _DAYS.sub(r"\1天", text)


def _arabic(match: re.Match[str]) -> str:
    value = parse_numeral(match[1])
    if value is None or value != value.to_integral_value() or match[1] in ("一", "十", "万", "千", "百"):
        return match[0]
    if value >= 10_000 and value % 10_000 == 0:
        return f"{int(value // 10_000)}万"
    return f"{int(value):,}" if value >= 100_000 else f"{int(value)}"


def _percent(match: re.Match[str]) -> str:
    value = parse_numeral(match[1])
    return match[0] if value is None else f"{value.quantize(Decimal(1))}%"


def modality(text: str, chance: random.Random) -> str:
    """应当 → 必须, 可以 → 能够, 不得 → 不能."""
    return replaced(text, MODALITY, chance, 2)


def synonyms(text: str, chance: random.Random) -> str:
    """Words of the same meaning, up to three of them."""
    return replaced(text, SYNONYMS, chance)


_CONDITION = re.compile(r"([^，；：。的]{4,40})的，([^，；：。]{4,60})。")
_IF = re.compile(
    r"(?:如果|如(?![今何同下此实])|若(?!干))([^，；：。]{4,40}?)(?:的|时|的时候)?，(?:则|就)?([^，；：。]{4,60})。"
)


def order(text: str, chance: random.Random) -> str:
    """未经批准的，不得… → 不得…，如果未经批准。 Only sentences of a condition and one consequence."""
    match = _IF.fullmatch(text) or _CONDITION.fullmatch(text)
    if (
        match is None
        or re.match(r"(?:并|或|但|其|该|应当?由|下列|前款|因此|所以|从而|而|不影响)", match[2])
        or "是" in match[1]
    ):
        return text
    condition, consequence = match[1], match[2]
    if match.re is _CONDITION:
        made = chance.choice(("如果{0}，{1}。", "在{0}的情况下，{1}。", "{0}时，{1}。"))
    else:
        made = chance.choice(("{1}，如果{0}的话。", "在{0}的情况下，{1}。", "{0}的，{1}。"))
    return made.format(condition, consequence)


_BY = re.compile(
    r"([^，；：。由]{2,30}?)(应当|应|须|可以)?由([^，；：。由]{2,24}?)(规定|制定|批准|决定|负责|承担|确定|审批|支付|公布|解释|保管|审核|管理)。"
)


def voice(text: str, chance: random.Random) -> str:
    """具体办法由国务院制定。→ 国务院制定具体办法。"""
    match = _BY.fullmatch(text)
    if match is None or re.search("[和、与或及]|不|未|理$", match[1]):
        return text
    what, modal, who, does = match.groups()
    return f"{who}{modal or ''}{does}{what}。"


_PARENTHESIS = re.compile(r"（(?:以下简称|以下统称|下称|简称|即|又称)[^（）]{1,30}）")


def shortened(text: str, chance: random.Random) -> str:
    """Without （以下简称…） and with 进行审查 → 审查: words that say nothing."""
    made = _PARENTHESIS.sub("", text)
    made = re.sub(
        r"进行(?=(?:审查|检查|调查|监督|管理|评估|审核|登记|处理|核实|验收|公示|培训|测试|修改|检验))", "", made
    )
    made = re.sub(r"(?<=[条例法款项])的规定(?=[，予执处办])", "规定", made)
    return re.sub(r"(?:加以|予以)(?=[\u4e00-\u9fff]{2})", "", made)


def attribution(text: str, chance: random.Random) -> str:
    """Words before it that say where it comes from."""
    return chance.choice(ATTRIBUTIONS) + text


def restated(text: str, chance: random.Random) -> str:
    """Words of an answerer before it."""
    return chance.choice(RESTATEMENTS) + text


def layout(text: str, chance: random.Random) -> str:
    """As an item, in bold, with other punctuation."""
    if chance.random() < 0.3:
        return text.replace("，", ", ").rstrip("。；.") + "。"
    return chance.choice(LAYOUTS).format(text)


_LEANS = re.compile(r"[（(\d]|[其该前但并同也均又即或而]|上述|否则|情节|构成|违反规定|逾期|因此|造成|有前款")
"""What a part begins with that says nothing without the parts before it."""


def split(text: str, chance: random.Random) -> str:
    """One of the parts between semicolons, each of which stands by itself."""
    parts = [part.strip("。；") for part in text.split("；")]
    alone = [
        part for part in parts[1:] if len(part) > 10 and not _LEANS.match(part) and part.count("（") == part.count("）")
    ]
    return f"{chance.choice(alone)}。" if "：" not in text and alone else text


def merged(first: str, second: str, chance: random.Random) -> str:
    """Two sentences that follow each other as one."""
    if re.match("但|其|该|上述|前|否则|这|因此|所以|此|他|它|她|同时", second):
        return f"{first.rstrip('。；.')}；{second}"
    return f"{first.rstrip('。；.')}{chance.choice(('；', '，同时，', '；此外，', '，并且'))}{second}"


def lay(text: str, chance: random.Random) -> str:
    """人民法院 → 法院, 劳动者 → 员工, up to four such words."""
    return replaced(text, LAY, chance, 4)


_TRAILING = re.compile(r"，(?:并|并且|同时|也|还)(?!非|不|未)[^，；：。]{4,60}。$")
_LISTED = re.compile(r"(?<=、)[^、，。；：和或及与并的（）\d一二三四五六七八九十]{2,12}、")
_TOGETHER = re.compile("共同|组成|同时|总|各|分别|之一|合计|并|[两二三四五六七八九]|不|除|未|至少")


def fewer(text: str, chance: random.Random) -> str:
    """Without a second duty (，并…), or without one of several that are listed: what is left is as true."""
    if _TRAILING.search(text) and chance.random() < 0.7:
        return _TRAILING.sub("。", text)
    listed = list(_LISTED.finditer(text))
    if not listed or _TOGETHER.search(text):
        return text
    dropped = chance.choice(listed)
    return text[: dropped.start()] + text[dropped.end() :]


RULES: dict[str, Rewrite] = {
    "modality": modality,
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
