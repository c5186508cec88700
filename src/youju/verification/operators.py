"""The words that decide what a sentence says, whatever it is about: what it allows, denies, bounds, counts, conditions.

A text becomes a row of tokens: operators by class, whatever their wording (不得, 禁止, must not are all `forbid`), and
content: single ideographs, stems of English words, quantities by value. Words without a say (的, the, you) are left
out. Two sentences about the same thing say the same only if their operators are the same.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from youju.text.folding import is_cjk, visible
from youju.text.numbers import Quantity, find_quantities
from youju.text.tokens import stem

_LEXICON = r"""
content
    能力 功能 职能 技能 智能 性能 能源 能量 不可抗力 认可 许可证 可靠 可行 可持续 应急 应用 适应 相应 对应 供应 响应
    反应 应付 须知 必需品 所有权 所有制 所有者 所有人 各种 各类 各自 各项 仅供 部分组成 组成部分 分部
    只有(?=[0-9一二两三四五六七八九十]) 时代 非洲 非常 未来 无锡 无线 不动产 以为 以下简称 以下称 如下 如何
    例如 比如 诸如 如同 会议 全国 全面 全日制 安全 和平 和解(?![除决释聘散约]) 和谐 共和 调和 温和 与会 参与 普及 涉及
    及时 及格 以及时
    并购 合并 一并 吞并 any_?way any_?more some_?(?:how|what|day) 才智 at_all all_at_once
not_only
    不仅仅? 不但 不光 不只 不单 not_(?:only|just|merely|simply)
at_most
    不得?(?:超过|多于|高于|大于|超出|晚于|迟于) 不得(?:超|晚|迟) 至[多高长大晚迟] 最[多高长大晚迟] 以下 以内 之内
    不大于 (?:no|not)_(?:more|later|longer|greater|higher)_than at_(?:the_)?most up_to maximum not_(?:to_)?exceed
at_least
    不得?(?:少于|低于|小于|短于|早于) 至少 最[少低短小早] 以上 不小于 (?:no|not)_(?:less|fewer|earlier|lower)_than
    at_(?:the_)?least minimum a_minimum_of
exempt
    无[需须] 毋[需须] 不[需须]要? 不必 不用 可以不 可不(?!是) 免于 免予 免交 免除 need_not
    (?:do|does|did|will|would)_not_have_to (?:do|does|did|will|would)_not_need(?:_to)?
    not_required exempt\w* optional(?:ly)? voluntar\w+
forbid
    不得(?!不) 禁止 严禁 不可以 不可(?![抗分或靠逆避]) 不能(?!不|力) 不准 不许 不允许 不应当 不应该? 无权 切勿
    (?:must|shall|can|could)_?not prohibit\w* forbid\w* not_(?:be_)?(?:allowed|permitted|able) unable
may_not
    (?:may|might)_not
advise_not
    (?:should|ought)_not discouraged? 不建议 不推荐 不宜
not_always
    不一定 未必 不见得
oblige
    应当 应该 必须 必需 需要 须要 有义务 有责任 务必 应… 须 需…(?!求) 不得不 一定要 (?:must|shall)
    (?:have|has|had)_to needs?(?:_to)? needed_to (?:is|are|be)_required(?:_to)? require[sd]?(?:_to)? mandatory
advise
    建议 推荐 鼓励 提倡 尽量 宜… should ought_to recommended? encouraged? advised?
only_then
    方可 方能 方得 才能 才可以? 始得
possible
    可能 或许 也许 大概 恐怕 might perhaps maybe possibly probably likely
permit
    可以(?!不) 有权 允许 准许 准予 能够 能… 可… (?:may|can|could)
    (?:is|are|be)_(?:allowed|permitted|able|entitled|free)_to allowed permitted entitled able_to
certain
    一定(?![的程期数]) 必然 必定 必将 肯定 势必 certainly definitely certain_to guaranteed?
unless
    除非 unless except_(?:if|when|where|in)
except
    除外 不在此限 不包括 (?<![解排消免废拆清扣开删根铲革去])除…(?![草尘湿夕名]) except\w* other_than
    exclud\w+ apart_from aside_from but_not
include
    包括 包含 includ\w+ such_as for_example contain\w* cover[se]?d? compris\w* consist\w*_of
but
    但是 但 (?<![\u4e00-\u9fff])不过 however though although
even
    即使 即便 纵然 哪怕 even_(?:if|when|though)
if
    如果 假如 倘若 若(?!干) 如… 只要 一旦 凡是 凡 if when(?:ever)? in_case as_long_as provided(?:_that)?
    (?<![a-z0-9]_)once once\b(?=_(?:you|your|the|we|it|they|a|an|this|that|all|he|she|\w+ed)\b) where(?:ver)? assuming
if_weak
    的(?=[,;:]) (?<![同平及届有当暂随按定临小即])时(?=[,;:应可须必不]) (?<![\u4e00-\u9fff/])经… 的情况下 的情形下? 之时
before
    之前 以前 (?<=[日月年时周天满束成始效立定期])前 (?<![以之目面眼提当空生])前(?=[,;\d一二三四五六七八九十])
    before prior_to earlier until in_advance ahead 提前 提早 事先 事前
    先行
after
    之后 以后 (?<=[日月年时周天满束成始效立定期])后 后(?=[,;.方才应可能不由再即须]) after afterwards following later
    since
    推迟 延期 延后 事后 随后
beyond
    以外 之外
within
    within (?<=[日月年时周天])内
more
    超过 超出 高于 多于 大于 逾 晚于 长于 优于 more(?:_than)? above exceed\w* over(?=_[#\d]) greater higher longer
    larger
less
    低于 少于 小于 不足 不满 未满 早于 短于 less(?:_than)? fewer(?:_than)? below under(?=_[#\d]) smaller lower shorter
up
    增加 提高 上升 上调 增长 延长 扩大 提升 增强 (?:increas|rais|extend)\w*
down
    减少 降低 下降 下调 缩短 缩小 削弱 减轻 (?:decreas|reduc|shorten)\w*
only
    仅仅 仅 只(?![今]) 唯一 限于 only solely exclusively sole unique
one_of
    之一(?![百千万]) 中的?任[一何]种? one_of
most
    大部分 绝大多数 大多数? 多数 大都 主要 通常 一般 往往 经常 常常 普遍 许多 很多 大量 most mostly usually generally
    typically normally often frequently many mainly primarily commonly
sometimes
    有时候? 偶尔 间或 sometimes occasionally at_times
few
    很少 极少 极少数 少数 个别 罕见 few\b(?!_more) rarely seldom hardly barely
some
    部分 有些 有的 某些 某个? 若干 一些 a_few some several partial(?:ly)? partly part_of certain
    some(?:one|body|thing)
either
    either
all_weak
    都 均 皆 分别 both
all
    全部 所有 一切 任何 任一 各… 每…(?![日年月天周季晚次]) 一律 全体 整个 始终 总是 一概 从来 all(?:_of)? every each
    any whole entire(?:ly)? always (?:every|any)(?:one|body|thing)
not
    没有 尚未 从未 未曾 不曾 并非 并不 不 未 没 毫无 无 非 否(?!则) 勿 莫(?!斯)
    (?:not|never|no|non|nor|without|neither|nobody|nothing|none|no_one|nowhere)
or
    或者 或(?!许) 还是… or
and
    以及 并且 而且 且 和 与 及 并 and as_well_as
"""
"""Classes and their words as regular expressions, the first that fits counting; `content` only looks like one of the
others. … wants an ideograph to follow, _ is a space, English stands between word borders."""


def _read(lexicon: str) -> re.Pattern[str]:
    groups: list[str] = []
    for block in re.split(r"\n(?=[a-z])", lexicon.strip()):
        name, *words = block.split()
        groups.append(f"(?P<{name}>{'|'.join(_expression(word) for word in words)})")
    return re.compile("|".join(groups))


def _expression(word: str) -> str:
    spaced = word.replace("…", r"(?=[\u4e00-\u9fff])").replace("_", " ")
    return rf"\b(?:{spaced})\b" if word.isascii() else spaced


_OPERATOR = _read(_LEXICON)
_TOKEN = re.compile(r"[a-z0-9]+(?:['._/@][a-z0-9]+)*|[\u3400-\u9fff\U00020000-\U0003ffff]|[,;:.!?]")
_CLOSING = frozenset(",.!?:;")
_APOSTROPHES = str.maketrans("’‘ʼ`´", "'''''")
_MARKDOWN = re.compile(r"!?\[([^\]\n]*)\]\([^)\n]*\)|<[^>\n]{1,200}>|\{[%:][^}\n]*\}")
_MARKS = re.compile(r"[*_`#~|]+")
_CONTRACTIONS = ((re.compile(r"\bwon't\b"), "will not"), (re.compile(r"\bcan't\b"), "can not"),
                 (re.compile(r"\bshan't\b"), "shall not"), (re.compile(r"n't\b"), " not"),
                 (re.compile(r"'(?:re|ll|ve|d|m|s)\b"), ""))  # fmt: skip
_SILENT_CHARS = frozenset("因的了着之所将已亦即便就则而于在对向由把其该此这那为是也还又曾们您你我他她它")
_SILENT_WORDS = """
    a an the of to in on at by for with from as is are was were be been being am it its that this that these those there
    their they them he his her she you your we our us i my me who whom which what do does did have has had will would
    than then so too also just please kindly very quite etc s per via
"""
_SILENT = _SILENT_CHARS | frozenset(_SILENT_WORDS.split())
_NEW_CLAUSE = re.compile(
    r"(?<=[a-z0-9,)] )(?=(?:if|unless|when|whenever|because|but|although|though|while|except|as long as|so that|once|"
    r"before|after|until|provided)\b)"
)


@dataclass(frozen=True, slots=True)
class Token:
    """An operator (`operator` is its class) or a piece of content (`operator` is empty), with the clause it stands in,
    the part of the sentence (up to a semicolon), and its words as the text has them."""

    form: str
    operator: str
    clause: int
    part: int
    words: str


@lru_cache(maxsize=4096)
def tokens_in(sentence: str) -> tuple[Token, ...]:
    """The tokens of one sentence."""
    plain = _plain(sentence)
    starts = {match.start() for match in _NEW_CLAUSE.finditer(plain)}
    tokens: list[Token] = []
    clause = part = 0
    empty = True
    for start, end, form, operator in sorted(_pieces(plain)):
        if form in _CLOSING or start in starts:
            clause += not empty
            empty = True
        if form in _CLOSING:
            part += form == ";"
            continue
        tokens.append(Token(form, operator, clause, part, plain[start:end]))
        empty = empty and bool(operator)
    if empty and tokens and clause:  # operators alone are no clause
        tokens = [replace(t, clause=clause - 1) if t.clause == clause else t for t in tokens]
    excepting = {token.clause for token in tokens if token.operator == "except" and token.words == "除"}
    tokens = [t for t in tokens if t.operator != "beyond" or t.clause not in excepting]  # 除…以外 is one word
    return tuple(_joined(tokens))


@lru_cache(maxsize=4096)
def operators_in(text: str) -> frozenset[str]:
    """The classes of the operators of a text."""
    return frozenset(token.operator for token in tokens_in(text) if token.operator)


def _plain(text: str) -> str:
    folded = unicodedata.normalize("NFKC", visible(_MARKDOWN.sub(lambda m: m[1] or " ", text))).casefold()
    folded = folded.translate(_APOSTROPHES).replace("、", "/").replace("。", ".")
    for contraction, whole in _CONTRACTIONS:
        folded = contraction.sub(whole, folded)
    return re.sub(r"\s+", " ", _MARKS.sub(" ", folded)).strip()


def _pieces(plain: str) -> Iterator[tuple[int, int, str, str]]:
    taken = [False] * (len(plain) + 1)
    for quantity in find_quantities(plain):
        if quantity.indefinite or quantity.kind in ("frequency", "code") or taken[quantity.start]:
            continue
        yield quantity.start, quantity.end, _worth(quantity), ""
        taken[quantity.start : quantity.end] = [True] * (quantity.end - quantity.start)
    for match in _OPERATOR.finditer(plain):
        name = match.lastgroup or ""
        if name == "content" or any(taken[match.start() : match.end()]):
            continue
        yield match.start(), match.end(), name, name
        taken[match.start() : match.end()] = [True] * (match.end() - match.start())
    for match in _TOKEN.finditer(plain):
        word = match[0]
        if taken[match.start()] or word in _SILENT:
            continue
        if word in ",.!?:;" and not _breaks(plain, match.start()):
            continue
        yield match.start(), match.end(), word if is_cjk(word[0]) else stem(word), ""


def _breaks(plain: str, place: int) -> bool:
    """Whether the punctuation there ends a clause, rather than standing inside a number or a name."""
    after = plain[place + 1 : place + 2]
    return plain[place] in ";!?" or not after or after == " " or not after.isascii() or not after.isalnum()


def _worth(quantity: Quantity) -> str:
    return f"{quantity.kind}:{quantity.value.normalize()}:{quantity.unit}"


_COMBINED = {("not", "more"): "at_most", ("not", "less"): "at_least", ("not", "exempt"): "oblige",
             ("not", "certain"): "not_always", ("not", "not"): "", ("not", "all"): "not_always",
             ("not", "permit"): "forbid", ("not", "oblige"): "exempt", ("not", "all_weak"): "not_always"}  # fmt: skip


def _joined(tokens: list[Token]) -> list[Token]:
    """Neighbouring operators that make another together: not + more is at most, not + not cancel."""
    out: list[Token] = []
    for token in tokens:
        before = out[-1] if out else None
        together = (before.operator, token.operator) if before and before.clause == token.clause else ("", "")
        if before and together in _COMBINED:
            name = _COMBINED[together]
            out.pop()
            if name:
                out.append(Token(name, name, token.clause, token.part, before.words + token.words))
        else:
            out.append(token)
    return out
