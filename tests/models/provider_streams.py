"""How the streams of providers look: the shapes are theirs, the words ours. One entry for each peculiarity."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tests.models.asking import Answer
from tests.models.scripted import Turn, chunks, comments, deltas, raw, replies

from youju.models.protocols import Finished


@dataclass(frozen=True)
class ProviderStream:
    name: str
    turn: Turn
    expected: Answer
    model: str = "scripted"


def choice(delta: Mapping[str, Any] | None, finish: str | None = None, **more: Any) -> dict[str, Any]:
    """A chunk of one choice."""
    return {"id": "c1", "choices": [{"index": 0, "delta": delta, "finish_reason": finish}], **more}


def call(name: str | None, arguments: Any, **more: Any) -> dict[str, Any]:
    return {**more, "function": {"name": name, "arguments": arguments}}


def usage(read: int, written: int) -> dict[str, Any]:
    return {"usage": {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written}}


def ended(*values: Mapping[str, Any]) -> Turn:
    """These chunks and `[DONE]`, without the script's own ending."""
    return chunks(*values).but(finish=None, usage=None)


SEARCHED = (("search", '{"query":"年假"}'),)
TWICE = (("search", '{"query":"年假"}'), ("search", '{"query":"病假"}'))

STREAMS = [
    ProviderStream(
        "OpenAI: role first, usage in a chunk of its own",
        ended(
            choice({"role": "assistant", "content": "", "refusal": None}, usage=None),
            choice({"content": "年假"}, usage=None),
            choice({"content": "有5天。"}, usage=None),
            choice({}, "stop", usage=None),
            {"id": "c1", "choices": [], **usage(30, 8)},
        ),
        Answer("年假有5天。", end=Finished("stop", 30, 8)),
    ),
    ProviderStream(
        "OpenAI: two calls whose pieces alternate",
        ended(
            choice({"tool_calls": [call("search", "", index=0, id="a", type="function")]}),
            choice({"tool_calls": [call("search", "", index=1, id="b", type="function")]}),
            choice({"tool_calls": [call(None, '{"query":', index=1)]}),
            choice({"tool_calls": [call(None, '{"query":', index=0)]}),
            choice({"tool_calls": [call(None, '"年假"}', index=0), call(None, '"病假"}', index=1)]}),
            choice({}, "tool_calls"),
        ),
        Answer(calls=TWICE, end=Finished("tool_calls")),
    ),
    ProviderStream(
        "OpenAI, before tools: one function call",
        ended(
            choice({"role": "assistant", "content": None, "function_call": {"name": "search", "arguments": ""}}),
            choice({"function_call": {"arguments": '{"query":'}}),
            choice({"function_call": {"arguments": '"年假"}'}}),
            choice({}, "function_call"),
        ),
        Answer(calls=SEARCHED, end=Finished("tool_calls")),
    ),
    ProviderStream(
        "OpenAI: a refusal in place of content",
        ended(choice({"refusal": "对不起，"}), choice({"refusal": "不行。"}), choice({}, "stop")),
        Answer("对不起，不行。"),
    ),
    ProviderStream(
        "Azure: a first chunk about filters, without choices",
        ended(
            {"id": "", "choices": [], "prompt_filter_results": [{"prompt_index": 0, "content_filter_results": {}}]},
            choice({"role": "assistant", "content": ""}),
            choice({"content": "5天。"}, content_filter_results={"hate": {"filtered": False}}),
            choice({}, "content_filter"),
        ),
        Answer("5天。", end=Finished("filtered")),
    ),
    ProviderStream(
        "DeepSeek: thoughts beside the text, usage with the last chunk, comments while it waits",
        comments()
        + ended(
            choice({"role": "assistant", "content": None, "reasoning_content": ""}),
            choice({"content": None, "reasoning_content": "查一下"}),
            choice({"content": None, "reasoning_content": "年假。"}),
            choice({"content": "5天。", "reasoning_content": None}),
            choice({"content": "", "reasoning_content": None}, "stop", **usage(9, 4)),
        ),
        Answer("5天。", "查一下年假。", end=Finished("stop", 9, 4)),
    ),
    ProviderStream(
        "DashScope: empty ids and names in later pieces, null arguments first",
        ended(
            choice({"role": "assistant", "content": None, "reasoning_content": "先查。"}),
            choice({"content": None, "tool_calls": [call("search", None, index=0, id="call_1", type="function")]}),
            choice({"content": None, "tool_calls": [call("", '{"query":', index=0, id="", type="function")]}),
            choice({"content": None, "tool_calls": [call(None, '"年假"}', index=0, id="", type="function")]}),
            choice({"content": ""}, "tool_calls"),
            {"choices": [], **usage(12, 6)},
        ),
        Answer("", "先查。", SEARCHED, Finished("tool_calls", 12, 6)),
    ),
    ProviderStream(
        "Ollama: whole calls that all have index 0, and an ordinary end",
        ended(
            choice({"role": "assistant", "content": "", "reasoning": "两个都查。"}),
            choice({"content": "", "tool_calls": [call("search", '{"query":"年假"}', index=0, id="call_a")]}),
            choice({"content": "", "tool_calls": [call("search", '{"query":"病假"}', index=0, id="call_b")]}),
            choice({"content": ""}, "stop"),
        ),
        Answer("", "两个都查。", TWICE, Finished("tool_calls")),
    ),
    ProviderStream(
        "Ollama with gpt-oss: index without an id",
        ended(
            choice({"tool_calls": [call("search", "", index=0)]}),
            choice({"tool_calls": [call(None, '{"query":"年假"}', index=0)]}),
            choice({}, "tool_calls"),
        ),
        Answer(calls=SEARCHED, end=Finished("tool_calls")),
    ),
    ProviderStream(
        "vLLM: the same thoughts under both names",
        ended(
            choice({"role": "assistant", "content": ""}),
            choice({"reasoning": "想", "reasoning_content": "想"}),
            choice({"content": "5天。"}),
            {**choice({"content": ""}, "stop"), "stop_reason": None},
            {"choices": [], **usage(5, 3)},
        ),
        Answer("5天。", "想", end=Finished("stop", 5, 3)),
    ),
    ProviderStream(
        "vLLM: another id in each piece",
        ended(
            choice({"tool_calls": [call("search", "", index=0, id="chatcmpl-tool-1")]}),
            choice({"tool_calls": [call(None, '{"query":', index=0, id="chatcmpl-tool-2")]}),
            choice({"tool_calls": [call(None, '"年假"}', index=0, id="chatcmpl-tool-3")]}),
            choice({}, "tool_calls"),
        ),
        Answer(calls=SEARCHED, end=Finished("tool_calls")),
    ),
    ProviderStream(
        "llama.cpp server: null content first, times at the end",
        ended(
            choice({"role": "assistant", "content": None}),
            choice({"content": "5天。"}),
            {**choice({}, "stop"), **usage(7, 2), "timings": {"predicted_n": 2}},
        ),
        Answer("5天。", end=Finished("stop", 7, 2)),
    ),
    ProviderStream(
        "Moonshot: usage inside the choice",
        ended(
            choice({"role": "assistant", "content": ""}),
            choice({"content": "5天。"}),
            {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop", **usage(6, 2)}]},
        ),
        Answer("5天。", end=Finished("stop", 6, 2)),
    ),
    ProviderStream(
        "Gemini: neither index nor id, one whole call in each chunk",
        ended(
            choice({"tool_calls": [call("search", '{"query":"年假"}', id="")]}),
            choice({"tool_calls": [call("search", '{"query":"病假"}', id="")]}, "stop"),
        ),
        Answer(calls=TWICE, end=Finished("tool_calls")),
    ),
    ProviderStream(
        "Gemini: two whole calls in one chunk, ids but no index",
        ended(
            choice(
                {"tool_calls": [call("search", '{"query":"年假"}', id="x"), call("search", '{"query":"病假"}', id="y")]}
            ),
            choice({}, "tool_calls"),
        ),
        Answer(calls=TWICE, end=Finished("tool_calls")),
    ),
    ProviderStream(
        "A gateway: index 0 for all, no ids",
        ended(
            choice({"tool_calls": [call("search", '{"query":"年假"}', index=0)]}),
            choice({"tool_calls": [call("search", '{"query":"病假"}', index=0)]}, "tool_calls"),
        ),
        Answer(calls=TWICE, end=Finished("tool_calls")),
    ),
    ProviderStream(
        "A gateway: two calls in one chunk without an index, and their pieces in the same order",
        ended(
            choice({"tool_calls": [call("search", ""), call("read", "")]}),
            choice({"tool_calls": [call(None, '{"query":"年假"}'), call(None, '{"n":1}')]}),
            choice({}, "tool_calls"),
        ),
        Answer(calls=(*SEARCHED, ("read", '{"n":1}')), end=Finished("tool_calls")),
    ),
    ProviderStream(
        "A gateway: the name in each piece, no index",
        ended(
            choice({"tool_calls": [call("search", '{"query":', id="a")]}),
            choice({"tool_calls": [call("search", '"年假"', id="a")]}),
            choice({"tool_calls": [call("search", "}", id="a")]}, "tool_calls"),
        ),
        Answer(calls=SEARCHED, end=Finished("tool_calls")),
    ),
    ProviderStream(
        "A gateway: the name of the tool as its id",
        ended(
            choice({"tool_calls": [call("search", '{"query":"年假"}', id="search")]}),
            choice({"tool_calls": [call("search", '{"query":"病假"}', id="search")]}, "tool_calls"),
        ),
        Answer(calls=TWICE, end=Finished("tool_calls")),
    ),
    ProviderStream(
        "A gateway from another protocol: an empty object holds the place of the arguments",
        ended(
            choice({"tool_calls": [call("search", "{}", index=0, id="a")]}),
            choice({"tool_calls": [call(None, '{"query":', index=0)]}),
            choice({"tool_calls": [call(None, '"年假"}', index=0)]}, "tool_calls"),
        ),
        Answer(calls=SEARCHED, end=Finished("tool_calls")),
    ),
    ProviderStream(
        "Arguments that are an object, null, empty, or missing",
        ended(
            choice({"tool_calls": [call("search", {"query": "年假"}, index=0, id="a")]}),
            choice({"tool_calls": [call("all", None, index=1, id="b"), call("all", "", index=2, id="c")]}),
            choice({"tool_calls": [{"index": 3, "id": "d", "function": {"name": "all"}}]}),
            choice({"tool_calls": [call("all", "null", index=4, id="e")]}, "tool_calls"),
        ),
        Answer(calls=(("search", '{"query": "年假"}'), *[("all", "{}")] * 4), end=Finished("tool_calls")),
    ),
    ProviderStream(
        "Arguments that are no JSON stay as they are",
        ended(choice({"tool_calls": [call("search", '{"query": 年假', index=0, id="a")]}, "tool_calls")),
        Answer(calls=(("search", '{"query": 年假'),), end=Finished("tool_calls")),
    ),
    ProviderStream(
        "Two calls with the same id",
        ended(
            choice({"tool_calls": [call("search", '{"query":"年假"}', index=0, id="call")]}),
            choice({"tool_calls": [call("search", '{"query":"病假"}', index=1, id="call")]}, "tool_calls"),
        ),
        Answer(calls=TWICE, end=Finished("tool_calls")),
    ),
    ProviderStream(
        "Mistral: content in parts, some of them thoughts",
        ended(
            choice({"content": [{"type": "thinking", "thinking": [{"type": "text", "text": "想"}]}]}),
            choice({"content": [{"type": "text", "text": "5天"}, {"type": "reference", "reference_ids": [1]}]}),
            choice({"content": "。"}, "stop"),
        ),
        Answer("5天。", "想"),
    ),
    ProviderStream(
        "OpenRouter: comments, thoughts twice, and the cause of the end under another name",
        comments("PROCESSING")
        + ended(
            choice({"content": "", "reasoning": "想", "reasoning_details": [{"text": "想"}]}),
            choice({"content": "5天。"}),
            choice({"content": ""}, "stop", native_finish_reason="end_turn"),
        ),
        Answer("5天。", "想"),
    ),
    ProviderStream(
        "Zhipu: stopped by a filter, under its own name",
        ended(choice({"content": "5"}), choice({"content": ""}, "sensitive")),
        Answer("5", end=Finished("filtered")),
    ),
    ProviderStream(
        "An unknown reason is an ordinary end; an empty one is none",
        ended(choice({"content": "5"}, ""), choice({"content": "天"}, "null"), choice({}, "eos_token")),
        Answer("5天"),
    ),
    ProviderStream(
        "No reason at all: a call shows why it ended",
        ended(choice({"tool_calls": [call("search", '{"query":"年假"}', index=0, id="a")]})),
        Answer(calls=SEARCHED, end=Finished("tool_calls")),
    ),
    ProviderStream(
        "A reason that no call bears out",
        ended(choice({"content": "5天。"}), choice({}, "tool_calls")),
        Answer("5天。"),
    ),
    ProviderStream(
        "Out of tokens",
        ended(choice({"content": "年假有"}), choice({}, "length")),
        Answer("年假有", end=Finished("length")),
    ),
    ProviderStream(
        "A reason but no [DONE]",
        ended(choice({"content": "5天。"}), choice({}, "stop")).but(done=False),
        Answer("5天。"),
    ),
    ProviderStream(
        "A reason, and HTTP itself does not end properly",
        ended(choice({"content": "5天。"}), choice({}, "stop")).but(done=False, chunked=False),
        Answer("5天。"),
    ),
    ProviderStream(
        "Empty and null in every place",
        ended(
            {"choices": None},
            {},
            choice(None),
            choice({}),
            {"choices": [{"delta": {"content": "5天。", "tool_calls": None}}], "usage": None, "error": None},
            choice({"content": None, "tool_calls": []}, "stop", usage={}),
        ),
        Answer("5天。"),
    ),
    ProviderStream(
        "A second choice that nobody asked for",
        ended({"choices": [{"index": 1, "delta": {"content": "乙"}}, {"index": 0, "delta": {"content": "甲"}}]}),
        Answer("甲"),
    ),
    ProviderStream(
        "An emoji cut in half between two chunks",
        raw(
            b'data: {"choices":[{"delta":{"content":"a\\ud83d"}}]}\n\n',
            b'data: {"choices":[{"delta":{"content":"\\ude00b"}}]}\n\n',
            b"data: [DONE]\n\n",
        ),
        Answer("a😀b"),
    ),
    ProviderStream(
        "Half a character and invalid bytes are replaced",
        raw(
            b'data: {"choices":[{"delta":{"content":"a\\ud83d"}}]}\n\n',
            b'data: {"choices":[{"delta":{"content":"b\xff"}}]}\n\n',
        )
        + deltas({"content": "c"}),
        Answer("a\ufffdb\ufffdc", end=Finished("stop", 11, 7)),
    ),
    ProviderStream(
        "Lines that end in CR LF, a byte order mark, fields that nobody needs",
        raw(
            b"\xef\xbb\xbfid: 1\r\nevent: message\r\nretry: 10\r\n",
            'data:{"choices":[{"delta":{"content":"5天。"}}]}\r\n\r\ndata: [DONE]\r\n\r\n'.encode(),
        ),
        Answer("5天。"),
    ),
    ProviderStream(
        "Lines that end in CR, one object over several of them",
        raw('data: {"choices":\rdata: [{"delta":\rdata: {"content":"5天。"}}]}\r\rdata: [DONE]\r\r'.encode()),
        Answer("5天。"),
    ),
    ProviderStream(
        "No blank lines between events",
        raw(
            b'data: {"choices":[{"delta":{"content":"5"}}]}\n',
            'data: {"choices":[{"delta":{"content":"天。"}}]}\n'.encode(),
            b"data: [DONE]\n",
        ),
        Answer("5天。"),
    ),
    ProviderStream(
        "No line end after the last event",
        raw('data: {"choices":[{"delta":{"content":"5天。"},"finish_reason":"stop"}]}'.encode()),
        Answer("5天。"),
    ),
    ProviderStream(
        "Nothing after [DONE] is read",
        raw(b'data: {"choices":[{"delta":{"content":"a"}}]}\n\ndata: [DONE]\n\ndata: {"error":"late"}\n\n'),
        Answer("a"),
    ),
    ProviderStream(
        "One whole completion although a stream was asked for",
        replies(
            {
                "choices": [
                    {
                        "index": 0,
                        "message": {
                            "role": "assistant",
                            "content": "<think>想</think>查",
                            "tool_calls": [call("search", '{"query":"年假"}', id="a", type="function")],
                        },
                        "finish_reason": "tool_calls",
                    }
                ],
                **usage(4, 3),
            }
        ),
        Answer("查", "想", SEARCHED, Finished("tool_calls", 4, 3)),
    ),
    ProviderStream(
        "A stream that calls itself one JSON object",
        deltas({"content": "5天。"}).but(headers={"content-type": "application/json"}),
        Answer("5天。", end=Finished("stop", 11, 7)),
    ),
    ProviderStream(
        "A stream of no type",
        deltas({"content": "5天。"}).but(headers={"content-type": "text/plain"}),
        Answer("5天。", end=Finished("stop", 11, 7)),
    ),
]
