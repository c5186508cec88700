"""Who, where and which document: a name becomes another of the passage, of a passage near it, or an invented one."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator

import rjieba

from training.corpora import Sample
from training.edits.edit import Edit

_ROLES = """
用人单位/劳动者/工会  劳动争议仲裁委员会/人民法院/劳动行政部门  仲裁委员会/人民法院  人民检察院/公安机关/人民法院
海关/税务机关/公安机关  出租人/承租人
买受人/出卖人  甲方/乙方  债权人/债务人/保证人  原告/被告  申请人/被申请人  总经理/部门经理/董事长  董事会/监事会/股东会
保险人/投保人/被保险人/受益人  父母/子女  纳税人/税务机关/扣缴义务人  发包人/承包人  委托人/受托人  上级/下级
人力资源部/财务部/行政部/信息技术部/法务部  抵押人/抵押权人  出质人/质权人  借款人/贷款人  经营者/消费者  生产者/销售者
国务院/省级人民政府/全国人民代表大会常务委员会
县级/市级/省级  部门负责人/分管副总经理/总经理  直属上级/人力资源部
当事人/第三人  居民委员会/村民委员会  被执行人/申请执行人  许可人/被许可人  教师/学生
建设单位/施工单位/监理单位  男方/女方
employee/supervisor/contractor  employees/supervisors/contractors
manager/employee  managers/employees  client/vendor
buyer/seller  landlord/tenant  team lead/project manager/director  contracting officer/program manager  author/reviewer
HR/IT/Finance/Legal  federal/state/local  applicant/interviewer  mentor/mentee  designer/engineer/product manager
"""
_GROUPS = tuple(tuple(group.split("/")) for group in re.split(r"\s{2,}|\n", _ROLES.strip()))
_OTHERS = {
    name: [other for group in _GROUPS if name in group for other in group if other != name]
    for group in _GROUPS
    for name in group
}
_ROLE = re.compile(
    "|".join(
        rf"\b{name}\b" if name.isascii() else f"(?<!被){name}" if f"被{name}" in _OTHERS else re.escape(name)
        for name in sorted(_OTHERS, key=len, reverse=True)
    )
)
_JOINED = "(?:[与和及或、/]|以及| and | or )"
"""What makes two names change places without a change of sense."""
_TITLE = re.compile(r"《(?P<name>[^《》]{2,40})》")
_LATIN = re.compile(r"(?<![\w./@-])[A-Z][A-Za-z]{2,}(?:[ ·-][A-Z][A-Za-z]+)*(?![\w/@-])")
_ENGLISH = re.compile(
    r"(?<![\w./@#“\"'(-])(?:[A-Z][A-Za-z]+)(?:(?: (?:of|and|for|the)){0,2} [A-Z][A-Za-z]+)*(?![\w/@-])"
)
_TITLES = ("差旅管理规定", "安全生产法", "民法典", "固定资产管理办法", "信息公开条例", "合同管理制度")
_INVENTED = {
    "nr": ("林海峰", "周雅琴", "陈立群", "王振宇", "赵敏华"),
    "ns": ("云州", "成都", "青岛", "江宁", "长沙", "海城"),
    "nt": ("云州大学", "华源集团", "东海银行", "信达协会", "江宁市人民政府"),
    "latin": ("Meridian Labs", "Northgate", "Halcyon", "Brightwater"),
}
_TAGS = ("nr", "ns", "nt")
_SURNAMES = frozenset(
    "王李张刘陈杨赵黄周吴徐孙胡朱林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓傅沈曾彭吕苏卢蒋蔡贾丁魏薛阎余"
    "潘杜戴夏钟汪田任姜范方姚谭廖邹熊陆郝孔崔康毛邱秦史顾侯邵孟龙万雷钱汤尹黎易武乔贺赖龚严占"
)
_NO_PERSON = frozenset({"文明", "高明", "金额", "白银", "黄金", "方明"})
_COUNTRY = re.compile(
    r"中国|我国|中华人民共和国|国家|本国|外国|地方|公历|海关|关境|^(?:人民政府|人民法院|人民检察院|城市)$"
)
_NO_NAME = frozenset(
    """the this that these those if when while for from to in on at by and or but you your we our it its they their
    there click select go open enter fill choose type search add create here how what who why where please
    note see use make be do not no all any some each every most many after before once as an a i is are with
    because since also then than monday tuesday wednesday thursday friday saturday sunday january february
    march april may june july august september october november december yes english ok faq pdf url api readme
    email kb mb step part article section chapter appendix fy ii iii iv vi vii viii ix""".split()  # noqa: SIM905
)


def names(sample: Sample, chance: random.Random) -> Iterator[tuple[Edit, ...]]:
    """Roles that are easily taken for each other, titles, and names of people, places and organisations."""
    text = sample.sentence
    yield from _roles(text, sample, chance)
    pools = _pools(sample)
    for start, end, kind in _named(text, sample.language):
        own = text[start:end]
        for pool in (pools.get(kind, ()), _INVENTED.get(kind, _TITLES)):
            fitting = [one for one in pool if _different(own, one, text) and not _near(own, one, sample.passage.text)]
            if fitting:
                yield (Edit(start, end, chance.choice(fitting)),)


def _roles(text: str, sample: Sample, chance: random.Random) -> Iterator[tuple[Edit, ...]]:
    """A role becomes its counterpart; where the sentence names both, they change places."""
    found = list(_ROLE.finditer(text))
    for name in dict.fromkeys(match[0] for match in found):
        here = [other for other in _OTHERS[name] if any(match[0] == other for match in found)]
        there = [other for other in _OTHERS[name] if other in sample.passage.text]
        other = (here or (there and [chance.choice(there)]) or [chance.choice(_OTHERS[name])])[0]
        pair = f"(?:{re.escape(name)}|{re.escape(other)})"
        if here and re.search(rf"{pair}[^，。；]{{0,4}}?{_JOINED}[^，。；]{{0,6}}?{pair}", text):
            continue
        exchange = {name: other} | ({other: name} if here else {})
        yield tuple(Edit(*match.span(), exchange[match[0]]) for match in found if match[0] in exchange)


def _pools(sample: Sample) -> dict[str, list[str]]:
    pools: dict[str, list[str]] = {}
    for passage in (sample.passage, *sample.others[:2]):
        for start, end, kind in _named(passage.text, sample.language):
            pools.setdefault(kind, []).append(passage.text[start:end])
    return {kind: list(dict.fromkeys(found)) for kind, found in pools.items()}


def _named(text: str, language: str) -> Iterable[tuple[int, int, str]]:
    titles = [(match.start("name"), match.end("name"), "title") for match in _TITLE.finditer(text)]
    if language == "en":
        return [*titles, *_english(text)]
    latin = [(*match.span(), "latin") for match in _LATIN.finditer(text)]
    found = [*titles, *latin]
    place = 0
    for word, tag in rjieba.tag(text):
        start, place = place, place + len(word)
        inside = any(low <= start < high for low, high, _ in found)
        person = tag != "nr" or (word[0] in _SURNAMES and word not in _NO_PERSON)
        if tag in _TAGS and person and len(word) > 1 and not inside and not _COUNTRY.search(word):
            found.append((start, place, str(tag)))
    return found


def _english(text: str) -> Iterator[tuple[int, int, str]]:
    """Capitalised words. Not the first of a sentence, which may be any word; nor what follows such a word."""
    for match in _ENGLISH.finditer(text):
        words, start = match[0], match.start()
        if not text[:start].strip() or text[:start].rstrip(" *_")[-1:] in '.!?:;\n•-|“"':
            continue
        first = words.split(" ")[0]
        if first.lower() in _NO_NAME and " " in words:
            start += len(first) + 1
            words = words[len(first) + 1 :]
        if words.split(" ")[0].lower() not in _NO_NAME and words[0].isupper() and len(words) > 1:
            yield start, match.end(), "latin"


def _near(own: str, other: str, text: str) -> bool:
    """Whether the two stand side by side in the passage: 济南市长清区 is in both."""
    return (
        re.search(rf"{re.escape(own)}.{{0,2}}{re.escape(other)}|{re.escape(other)}.{{0,2}}{re.escape(own)}", text)
        is not None
    )


def _different(own: str, other: str, text: str) -> bool:
    """Whether the two cannot be names of one thing: none in the other, none the other's initials."""
    if own.casefold() in other.casefold() or other.casefold() in own.casefold() or other in text:
        return False
    initials = {"".join(word[0] for word in re.findall(r"[A-Z]\w*", one)) for one in (own, other)}
    return not initials & {own, other}
