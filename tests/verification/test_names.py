"""Who does what, where and under which title: as the cited text says it, at the place where it says it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.verification.evidence import failed, judge, passage

from youju.text.names import find_names

APPROVAL = (
    "单笔支出超过五千元的，由分管副总经理批准；超过五万元的，报总经理批准。办公用品由行政部统一采购，费用由财务部审核。"
    "用人单位应当向劳动者支付经济补偿。驻上海办事处的钥匙由李晓东保管。"
)
REMOTE = "远程接入须使用 VPN，账号由信息技术部开通；问题请写信至 desk@office.example。代码托管在 GitLab。"
ENGLISH = (
    "Travel requests go to the supervisor before they are sent to the finance team at Northgate. The deputy director "
    "of the Harbour Office signs contracts. An employee must notify the contractor within two days."
)

TRUE = [
    ("单笔支出超过五千元的，由分管副总经理批准[1]。", APPROVAL),
    ("办公用品由公司行政部统一采购[1]。", APPROVAL),
    ("费用由财务部门审核[1]。", APPROVAL),
    ("用人单位应当向劳动者支付经济补偿[1]。", APPROVAL),
    ("公司应当向员工支付经济补偿[1]。", APPROVAL),
    ("驻上海办事处的钥匙由李晓东保管[1]。", APPROVAL),
    ("远程接入须使用VPN，账号由信息技术部开通[1]。", REMOTE),
    ("问题请写信至desk@office.example[1]。", REMOTE),
    ("Travel requests go to the supervisor before they are sent to the finance team at Northgate [1].", ENGLISH),
    ("An employee must notify the contractor within two days [1].", ENGLISH),
    ("Staff members must notify the contractor within two days [1].", ENGLISH),
    ("According to the handbook, the deputy director of the Harbour Office signs contracts [1].", ENGLISH),
]


@pytest.mark.parametrize(("sentence", "source"), TRUE)
def test_names_of_the_source_are_shown(sentence: str, source: str) -> None:
    checked = judge(sentence, source)
    assert "names" not in failed(checked), checked.failed_checks


FALSE = [
    ("单笔支出超过五千元的，由总经理批准[1]。", APPROVAL),
    ("单笔支出超过五千元的，由部门负责人批准[1]。", APPROVAL),
    ("被申请人应当在开学前提交成绩单[1]。", "申请人应当在开学前提交成绩单。"),
    ("申请人应当在开学前提交成绩单[1]。", "被申请人应当在开学前提交成绩单。"),
    ("超过五万元的，报副总经理批准[1]。", APPROVAL),
    ("办公用品由财务部统一采购[1]。", APPROVAL),
    ("办公用品由法务部统一采购[1]。", APPROVAL),
    ("劳动者应当向用人单位支付经济补偿[1]。", APPROVAL),
    ("用人单位应当向工会支付经济补偿[1]。", APPROVAL),
    ("驻广州办事处的钥匙由李晓东保管[1]。", APPROVAL),
    ("驻上海办事处的钥匙由王立新保管[1]。", APPROVAL),
    ("远程接入须使用 Citrix，账号由信息技术部开通[1]。", REMOTE),
    ("账号由人力资源部开通[1]。", REMOTE),
    ("问题请写信至help@office.example[1]。", REMOTE),
    ("代码托管在 Gitea[1]。", REMOTE),
    ("Travel requests go to the director before they are sent to the finance team at Northgate [1].", ENGLISH),
    ("Travel requests go to the supervisor before they are sent to the finance team at Southgate [1].", ENGLISH),
    ("The director of the Harbour Office signs contracts [1].", ENGLISH),
    ("A contractor must notify the employee within two days [1].", ENGLISH),
    ("Halcyon requests go to the supervisor before they are sent to the finance team at Northgate [1].", ENGLISH),
]


@pytest.mark.parametrize(("sentence", "source"), FALSE)
def test_another_name_is_not_shown(sentence: str, source: str) -> None:
    checked = judge(sentence, source)
    assert checked.verdict == "unsupported"
    assert "names" in failed(checked), checked.failed_checks


def test_the_message_tells_both_names_in_the_language_of_the_claim() -> None:
    (chinese,) = [one.message for one in judge(FALSE[0][0], APPROVAL).failed_checks if one.check == "names"]
    assert chinese == "“总经理”与所引资料不符，资料为“分管副总经理”。"
    (english,) = [one.message for one in judge(FALSE[-2][0], ENGLISH).failed_checks if one.check == "names"]
    assert english == "“contractor” is not what the cited passages name: “employee”."


def test_a_name_from_another_sentence_does_not_take_the_place_of_this_ones() -> None:
    source = "国内差旅由部门负责人审批，资料交行政部。出国差旅由总经理审批，资料交外事办公室。"
    assert judge("出国差旅由总经理审批，资料交外事办公室[1]。", source).verdict == "supported"
    assert "names" in failed(judge("国内差旅由总经理审批，资料交行政部[1]。", source))
    assert "names" in failed(judge("国内差旅由部门负责人审批，资料交外事办公室[1]。", source))


def test_a_party_of_the_paragraph_may_be_named_where_the_sentence_leaves_it_out() -> None:
    source = "信息技术部负责账号管理。每季度核对一次名单，并停用闲置账号。"
    assert "names" not in failed(judge("信息技术部每季度核对一次名单，并停用闲置账号[1]。", source))


def test_the_order_of_a_list_of_parties_does_not_matter() -> None:
    source = "验收由采购部、财务部和需求部门共同进行。"
    assert "names" not in failed(judge("验收由财务部、需求部门和采购部共同进行[1]。", source))
    assert "names" in failed(judge("验收由采购部、法务部和需求部门共同进行[1]。", source))


def test_a_title_must_be_the_one_that_the_passage_bears() -> None:
    source = passage("员工每年享有五天带薪年休假。", title="考勤与休假办法")
    assert "names" not in failed(judge("根据《考勤与休假办法》，员工每年享有五天带薪年休假[1]。", source))
    assert "names" in failed(judge("根据《薪酬管理办法》，员工每年享有五天带薪年休假[1]。", source))


def test_the_question_may_name_what_the_source_does_not() -> None:
    source = "申请须由部门负责人审批。"
    sentence = "临时工李明的申请须由部门负责人审批[1]。"
    assert "names" in failed(judge(sentence, source))
    assert "names" not in failed(judge(sentence, source, question="临时工李明的申请由谁审批？"))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("由分管副总经理批准后报人力资源部备案", {"分管副总经理", "人力资源部"}),
        ("市人民政府与市政府", {"市人民政府", "市政府"}),
        ("被申请人和申请人", {"被申请人", "申请人"}),
        ("全部内部机会一定会用到", set()),
        ("容量50 GB，邮箱a@b.example", {"a@b.example"}),
        ("January 5 is a Monday.", set()),
    ],
)
def test_what_is_read_as_a_name(text: str, names: set[str]) -> None:
    assert {name.text for name in find_names(text)} == names


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="由总副经理财务部李王上海《》公司AaBb @.x-，。 \n", max_size=50))
def test_names_lie_in_the_text_in_order_and_apart(text: str) -> None:
    place = 0
    for name in find_names(text):
        assert place <= name.start < name.end <= len(text)
        assert name.text in text[name.start : name.end]
        place = name.end
