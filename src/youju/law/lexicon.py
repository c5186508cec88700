"""What people say, and what statutes call it: words of everyday talk about work, with the statutory term of each.

Ordinary usage, written by hand, not learned from questions, and with one example in mind
(老板不给交社保我能走人要补偿吗). A term stands in the place of the words, so that keywords and meaning
both look for what the law says.
"""

from __future__ import annotations

import re

_TERMS = {
    "炒鱿鱼|被开除了?|被辞退了?|辞退|开除|裁掉|被裁|裁员|让我走人|叫我走人|赶我走": "用人单位解除劳动合同",
    "(?<!让我)(?<!叫我)走人|不干了|辞职|离职|跳槽|炒老板": "劳动者解除劳动合同",
    "(?:没有?|不|未)(?:给我?|帮我?|替我?)?(?:交|缴|上|买|缴纳)(?:过)?(?:社保|五险一金|五险|保险)"
    "|(?:社保|五险一金|五险|保险)(?:没有?|不|未)(?:给我?)?(?:交|缴|上|买)": "未依法为劳动者缴纳社会保险费",
    "社保|五险一金|五险": "社会保险",
    "(?:没有?|不|未)(?:给我?|跟我|和我)?签(?:劳动)?合同|没合同": "未与劳动者订立书面劳动合同",
    "拖欠工资|欠薪|欠我?工资|不发工资|不给工资|不给钱|扣工资|克扣": "未及时足额支付劳动报酬",
    "加班费|加班工资": "延长工作时间工资报酬加班费",
    "补偿金|赔偿多少钱|(?<!经济)补偿|赔多少|拿多少钱|赔钱|(?<!\\w)N\\+1|N\\+1": "经济补偿",
    "老板|公司|单位|厂里|老东家|东家": "用人单位",
    "打工的?|员工|职工|上班族": "劳动者",
    "怀孕|孕妇|大肚子|怀着孩子": "孕期女职工",
    "产假|生孩子": "女职工生育产假",
    "试用期被": "试用期间被",
    "年假": "带薪年休假",
    "劳务派遣工|派遣工": "被派遣劳动者",
    "竞业协议|竞业": "竞业限制",
    "违约金": "违约金",
    "干满(\\d+|[一二三四五六七八九十]+)年": "连续工作满\\1年",
    "合同到期(?:不续)?|合同到期了": "劳动合同期满",
    "劳动仲裁|去仲裁|申请仲裁": "申请劳动争议仲裁",
}
_PATTERNS = [(re.compile(pattern), term) for pattern, term in _TERMS.items()]
_WORK = re.compile(
    "老板|公司|单位|厂|工资|社保|五险|上班|加班|员工|劳动|辞|离职|炒鱿鱼|裁|试用期|年假|产假|打工|合同工|派遣|竞业|走人"
)


def in_statutory_words(question: str) -> str:
    """The question as a statute would put it, where it is about work and speaks in words of everyday; else as it is.
    The first pattern that fits a place has it."""
    if not _WORK.search(question):
        return question
    taken: list[tuple[int, int, str]] = []
    for pattern, term in _PATTERNS:
        for match in pattern.finditer(question):
            if all(match.end() <= start or match.start() >= end for start, end, _ in taken):
                taken.append((*match.span(), match.expand(term)))
    for start, end, term in sorted(taken, reverse=True):
        question = question[:start] + term + question[end:]
    return question
