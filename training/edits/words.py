"""Words that turn a statement round: directions, negations, modalities, quantifiers, conjunctions. Tables of pattern →
what it becomes; a synonym never stands on both sides (应当 → 必须 would change nothing)."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence

from training.corpora import Sample
from training.edits.edit import Edit, Way

Table = Sequence[tuple[re.Pattern[str], tuple[str, ...]]]


def _table(rows: str, flags: int = 0) -> Table:
    """Lines `pattern ⇒ one | another`; `∅` is the empty text. An earlier line takes its words from later ones."""
    pairs = (line.split(" ⇒ ") for line in rows.strip().splitlines())
    return [(re.compile(pattern.strip(), flags), tuple(_word(one) for one in new.split("|"))) for pattern, new in pairs]


def _word(written: str) -> str:
    return "" if written.strip() == "∅" else written.strip().replace("␣", " ")


_MEASURE = r"(?<=[一二三四五六七八九十百千万亿\d%年月日元人级倍米岁名件次天时分个上])"
_DIRECTIONS = {
    "zh": _table(rf"""
        不得?(?:超过|多于|高于|大于|超出) ⇒ 不少于|不低于|超过
        不得?(?:少于|低于|小于|短于) ⇒ 不超过|低于
        (?<![不未])(?:超过|高于|多于|大于|超出) ⇒ 低于|少于|不超过
        (?<![不未])(?:低于|少于|小于|(?:不足|不满)(?=[一二三四五六七八九十百千万\d])) ⇒ 超过|不低于
        (?<![不未])早于 ⇒ 晚于
        (?<![不未])晚于 ⇒ 早于
        至少|最少 ⇒ 至多|最多
        至多|最多(?=[一二三四五六七八九十百千万\d]) ⇒ 至少|最少
        最高(?=[^人法，。]{{0,4}}[一二三四五六七八九十百千万\d]) ⇒ 最低
        最低(?=[^，。]{{0,4}}[一二三四五六七八九十百千万\d]) ⇒ 最高
        {_MEASURE}以上(?![述列]) ⇒ 以下
        {_MEASURE}以下(?![述列简各几规情内]) ⇒ 以上
        {_MEASURE}(?<!同一.)[以之]?内 ⇒ 后|以外
        {_MEASURE}(?:[以之]前|前(?![款条项述期来往进面后身辈所])) ⇒ 之后|后
        {_MEASURE}(?:[以之]后|后(?=[，、的]|[一二三四五六七八九十\d])) ⇒ 之前|前
        (?<=[束成生满效毕施立定到])(?:之前|以前|前(?![款条项述期来往进面后])) ⇒ 之后|后
        (?<=[束成生满效毕施立定到])(?:之后|以后|后(?=[，、的])) ⇒ 之前|前
        增加|提高|上升|上调|增长|扩大 ⇒ 减少|降低
        减少|降低|下降|下调|缩小 ⇒ 增加|提高
        延长 ⇒ 缩短
        缩短 ⇒ 延长
        (?<!不)提前 ⇒ 推迟
        推迟|延后|延期 ⇒ 提前
    """),
    "en": _table(
        r"""
        \bbefore\b(?= [\w$]) ⇒ after
        \bprior to\b ⇒ following
        (?<!until )\bafter\b(?= [\w$])(?! all) ⇒ before
        \bat least\b ⇒ at most
        \bat most\b ⇒ at least
        \bno more than\b|\bnot exceed(?:ing)?\b ⇒ no less than
        \b(?:no less|no fewer) than\b ⇒ no more than
        \b(?<!no )(?:more|greater|longer|higher) than\b ⇒ less than
        \b(?<!no )(?:less|fewer|lower|shorter) than\b ⇒ more than
        \bup to(?= (?:an? |\$)?(?:\d|one|two|three|four|five|six|ten)) ⇒ at least
        \bwithin(?= (?:an?|the|\d+|one|two|three|four|five|six|ten) (?:\w+ )?(?:day|week|month|hour|year)) ⇒ after
        \bor more\b ⇒ or less|or fewer
        \bor (?:less|fewer)\b ⇒ or more
        \bminimum\b ⇒ maximum
        \bmaximum\b ⇒ minimum
        \b(?:over|above)(?= \$?\d) ⇒ under|below
        \b(?:under|below)(?= \$?\d) ⇒ over|above
        \bincrease(?P<e>s|d)?\b ⇒ decrease
        \bdecrease(?P<e>s|d)?\b ⇒ increase
        \bearlier than\b ⇒ later than
        \blater than\b ⇒ earlier than
        \bearliest\b ⇒ latest
        \blatest(?= date| time) ⇒ earliest
        \bin advance\b ⇒ afterwards
        """,
    ),
}
_VERBS = (
    "具备|具有|适用|履行|支付|缴纳|影响|属于|符合|包括|受理|承担|负责|构成|发生|参加|依法|按照|执行|改正|停止|接受|采取|存在|支持|承认|"
    "计入|计算|免除|解除|包含|准予|收取|享有|改变|退还|申请|报告|配合|公开|服从|提供|需要|返还|赔偿|追究|能够|认定|允许|知道|愿意|"
    "依据|进行|成立|承认|取得|完成|结算|退回|涉及|限于|作为"
)
_BARE = r"(?<!直接)(?<![由归不未无非没应当可以得须是否予并所亦能若再])"
_IS = "(?<![当于但还或可凡总都尤其便就也只正若要又而即算像似不皆均并仍])是"
_POLARITY = {
    "zh": _table(rf"""
        不再 ⇒ 继续|仍然
        不予(?={_VERBS}|[\u4e00-\u9fff]{{2}}) ⇒ 予以
        不(?={_VERBS}) ⇒ ∅
        尚未 ⇒ 已经
        未经 ⇒ 经|已经
        未(?=依法|按照|按|履行|取得|完成|缴纳|支付|签订|提交|申报|办理|达到|发生|参加|获得|通过|建立|设立) ⇒ ∅|已
        无期徒刑 ⇒ 有期徒刑
        无正当理由 ⇒ 有正当理由
        (?<![\u4e00-\u9fff])无(?=效|罪|偿|息) ⇒ 有
        (?<=[，是为的同])无效 ⇒ 有效
        (?<![没所具拥享国含])有效(?!期) ⇒ 无效
        没有(?=[\u4e00-\u9fff]{{2}}) ⇒ 有
        (?<![\u4e00-\u9fff])非(?=因|依法|经) ⇒ ∅
        非(?=营利|法定|居民|全日制|公有|本) ⇒ ∅
        {_BARE}(?:属于|适用(?![的范])|享有|包括|构成|具有|计入|负责(?![人同])|承担(?![的]|责任的)) ⇒ 不␣
        {_BARE}予以 ⇒ 不予
        {_BARE}(?:获得|担任|参加|毕业于|加入) ⇒ 未␣
        (?<![已即])已经(?=[\u4e00-\u9fff]{{2}}) ⇒ 尚未
        (?<=[\u4e00-\u9fff]){_IS}(?=[\u4e00-\u9fff《“一\d])(?!否|非|因|以|的|为|指|由|在) ⇒ 不是
    """),
    "en": _table(
        r"""
        \b(is|are|was|were|will|do|does|did|has|have|be|been) not (?!only|just|necessarily) ⇒ \1␣
        \b(is|are|was|were|do|does|did|has|have)n[’']t\b ⇒ \1
        \bwon[’']t\b ⇒ will
        \bnever\b ⇒ always
        \bno longer\b ⇒ still
        \bwithout\b(?! having) ⇒ with
        \bunpaid\b ⇒ paid
        \bineligible\b ⇒ eligible
        \b(?<!\bin)eligible\b ⇒ ineligible
        (?<!ere )\b(is|are|was|were|will)(?= (?!not\b|n[’']t)[a-z]) ⇒ \1 not
        \b(has|have) been\b ⇒ \1 not been
        """,
    ),
}
_ACTS = r"(?![于用急变对届激付])"
_MODALITY = {
    "zh": _table(rf"""
        不得(?!不|已) ⇒ 可以|应当
        (?<!不)可以(?!说|看) ⇒ 不得|应当|不可以
        (?<!不)应当 ⇒ 不得|可以|无需
        (?<!不)应该 ⇒ 不应该|可以
        (?<!不)必须 ⇒ 可以|无需|不得
        严禁|禁止 ⇒ 允许|可以
        无[需须]|不必|毋需 ⇒ 必须|应当
        无权 ⇒ 有权
        (?<![没所专共享持占使])有权 ⇒ 无权
        不予(?=[\u4e00-\u9fff]{{2}}) ⇒ 应当予以
        (?<!不)允许 ⇒ 禁止|不允许
        不能 ⇒ 能|可以
        (?<=[，人位构关门者])应{_ACTS}(?=[\u4e00-\u9fff]{{2}}) ⇒ 不得|可以
    """),
    "en": _table(
        r"""
        \bmust not\b ⇒ may|must
        \bmay not\b ⇒ may|must
        \bshall not\b ⇒ shall|may
        \bshould not\b|\bshouldn[’']t\b ⇒ should
        \bcannot\b|\bcan not\b|\bcan[’']t\b ⇒ can|must
        \bmust\b ⇒ may|must not|need not
        \bmay\b(?! be (?:due|because)| come| also| have) ⇒ must|may not
        \bshall\b ⇒ shall not|may
        \bshould\b ⇒ should not|need not
        \bcan\b ⇒ cannot
        \b(is|are) not required to\b|\bnot required to\b ⇒ required to
        \brequired to\b ⇒ not required to|forbidden to
        \b(do|does)(?: not|n[’']t) (?:need|have) to\b ⇒ must
        \b(?:need|needs|have|has) to\b ⇒ need not
        \b(?:allowed|permitted) to\b ⇒ forbidden to
        \bprohibited from\b ⇒ allowed|free from
        """,
    ),
}
_QUANTIFIERS = {
    "zh": _table(r"""
        全部(?!门) ⇒ 部分
        (?<!无)所有(?=[\u4e00-\u9fff])(?!权|制|者|人) ⇒ 部分|少数
        一切(?=[\u4e00-\u9fff]) ⇒ 部分
        任何(?=[\u4e00-\u9fff]) ⇒ 某些|个别
        (?<=[\u4e00-\u9fff])(?<![的一二三四五六七八九十\d])部分(?=[\u4e00-\u9fff])(?!之|内容|裂|或|别) ⇒ 全部
        一律 ⇒ 一般
        (?<![平人年])均(?=[\u4e00-\u9fff])(?!衡|等|匀|价|线|值|为) ⇒ 不一定
        (?<=[\u4e00-\u9fff])(?<![首成古京旧迁建定国大])都(?=应|可|要|必|须|是|有|不|能|会|被|由|在) ⇒ 不一定
        只有 ⇒ 不只有
        只能|仅能 ⇒ 可以
        (?<![不])仅限于|(?<![不])只限于 ⇒ 不限于
        (?<![不])仅(?=[\u4e00-\u9fff]) ⇒ ∅|不仅
        通常(?!选举)|一般(?=情况|应|由|为|在) ⇒ 始终|一律
        大多数|多数|大部分|绝大多数 ⇒ 少数|所有
        少数(?!民族) ⇒ 大多数
        (?<!不)限于 ⇒ 不限于
        (?<=[，人位关者])可以(?=申请|要求|向|请求|由) ⇒ 只能
    """),
    "en": _table(
        r"""
        \b[Aa]ll\b(?! right| in all| set) ⇒ some|few
        \bsome\b ⇒ all|no
        \b[Ee]very\b(?= (?:day|week|month|year)) ⇒ every other
        \b[Ee]very\b(?= [a-z]) ⇒ only the first
        \b[Ee]ach\b(?= (?!other|of)[a-z]) ⇒ only the first
        (?<!at )\bmost\b(?! recent| important| \w+ly| likely| common| effective| relevant) ⇒ all|few
        \bmany\b ⇒ all|few
        \b(?:usually|generally|typically|often|sometimes|normally)\b ⇒ always|never
        \balways\b ⇒ sometimes|rarely
        (?<![Nn]ot )\bonly\b ⇒ ∅|not only
        \b(may|can)(?= (?!only|not|be able)[a-z]+ ) ⇒ \1 only
        """,
    ),
}
_CONJUNCTIONS = {
    "zh": _table(r"""
        或者|或(?![许非多缺然]) ⇒ 和|并且|以及
        (?<=[\u4e00-\u9fff])以及(?=[\u4e00-\u9fff]) ⇒ 或者
        (?<=[\u4e00-\u9fff])(?<![总平温调缓共柔附饱])和(?=[\u4e00-\u9fff])(?!解|平|谐|约|睦|国|田|议|好|服) ⇒ 或者|或
        并处 ⇒ 或者处
        (?<=[，])并(?=[\u4e00-\u9fff]{2})(?!非|不) ⇒ 或者
        且(?=[\u4e00-\u9fff]{2}) ⇒ 或者
    """),
    "en": _table(
        r"""
        (?<!and)(?<!/)\bor\b(?!/)(?! (?:not|so|more|less|fewer)\b) ⇒ and
        (?<!/)\band\b(?!/)(?! (?:so|then)\b) ⇒ or
        """,
    ),
}


def _way(tables: dict[str, Table]) -> Way:
    """Offers every place of a table's patterns; a place that an earlier pattern took is not offered to a later."""

    def offer(sample: Sample, chance: random.Random) -> Iterator[tuple[Edit, ...]]:
        taken: list[tuple[int, int]] = []
        for pattern, others in tables[sample.language]:
            for match in pattern.finditer(sample.sentence):
                if any(match.start() < high and low < match.end() for low, high in taken):
                    continue
                taken.append(match.span())
                yield (_replaced(sample.sentence, match, chance.choice(others)),)

    return offer


def _replaced(text: str, match: re.Match[str], new: str) -> Edit:
    start, end = match.span()
    if new in ("不 ", "未 "):
        return Edit(start, start, new.strip())
    if "e" in match.groupdict():
        new += match["e"] or ""
    elif match.groups():
        new = match.expand(new)
    if not new and text[end : end + 1] == " ":
        end += 1
    if match[0][0].isupper():
        new = new[:1].upper() + new[1:]
    return Edit(start, end, new)


directions = _way(_DIRECTIONS)
polarities = _way(_POLARITY)
modalities = _way(_MODALITY)
quantifiers = _way(_QUANTIFIERS)
conjunctions = _way(_CONJUNCTIONS)
