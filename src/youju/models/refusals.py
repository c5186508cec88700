"""What a server's refusal means: by its status, and by the wording of the providers in use.

The wording is matched on the error's own fields, never on a request that a server echoes, and is never shown.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, cast

from youju.errors import ModelFailed, ModelTrouble

WORDINGS: dict[ModelTrouble, str] = {
    "rejected": (
        r"insufficient.?(quota|balance|credit)|exceeded your current quota|arrear|overdue|余额|欠费"
        r"|content.?(filter|management.policy)|data_?inspection|inappropriate content|敏感"
        r"|invalid schema for function"
    ),
    "no_tools": (
        r"(does ?n.t|does not|not|no) support.{0,40}(\btool|function)"
        r"|(\btool|function).{0,40}(not|n.t) (be |currently )?(support|enabled|allowed|available)"
        r"|(support|provider).{0,20}tool (use|calling)|enable-auto-tool-choice|--jinja"
        r"|un(recognized|known|expected|supported).{0,40}\b(tools|functions|tool_choice)\b"
        r"|\b(tools|functions|tool_choice)\b.{0,30}extra inputs|extra inputs.{0,40}\b(tools|functions|tool_choice)\b"
        r"|不支持.{0,12}(工具|函数|tool|function)"
    ),
    "context_overflow": (
        r"context.?(length|size|window|limit)|length of (the )?(prompt|input|messages)|input length should be"
        r"|(prompt|input|messages?|request|token count).{0,60}(too (long|large)|exceed)|too many (input )?tokens"
        r"|model.?(token limit|length)|max_?seq_?len|string_above_max"
        r"|(prompt|输入|上下文|长度|token).{0,12}(超长|过长|超出|超过)"
    ),
    "unauthorised": (
        r"(invalid|incorrect|wrong|missing|expired).{0,20}(api.?key|access.?token|credential)"
        r"|api.?key.{0,40}(invalid|not valid|incorrect|missing|required|expired)"
        r"|无效的.{0,4}(令牌|密钥|key)|令牌.{0,12}(无效|过期)"
    ),
    "no_such_model": (
        r"model.{0,120}(not.?found|not exist|unknown|no longer|not (a )?valid|not available|not loaded|deprecated)"
        r"|(invalid|unknown|no such|not found the|not a valid|unsupported).{0,3}model|no models? (is )?loaded"
        r"|deployment.?not.?found|deployment.{0,60}not exist|模型.{0,6}不存在|endpointormodel"
    ),
}
"""In this order: a 400 that speaks of tools and of its model is about the tools."""

PATTERNS: dict[ModelTrouble, re.Pattern[str]] = {
    trouble: re.compile(wording, re.IGNORECASE | re.DOTALL) for trouble, wording in WORDINGS.items()
}

BY_STATUS: dict[int, ModelTrouble] = {401: "unauthorised", 403: "unauthorised", 413: "context_overflow", 408: "timeout"}

SENTENCES: dict[ModelTrouble, tuple[str, str]] = {
    "unauthorised": ("The language model's server refuses the key.", "Check api_key."),
    "no_such_model": ("The language model's server does not know this model.", "Check model."),
    "no_tools": ("This language model takes no tools.", ""),
    "context_overflow": (
        "The question with its passages is more than the model takes.",
        "Check context_tokens.",
    ),
    "rate_limited": ("The language model's server takes no more requests at the moment.", "Try again later."),
    "server_error": ("The language model's server failed.", "Try again later."),
    "timeout": ("The language model's server took too long.", "Try again later, or raise timeout_seconds."),
    "rejected": ("The language model's server refuses this request.", ""),
}


def refused(status: int, body: bytes) -> ModelFailed:
    """What a response other than 200 means. `body` may be anything, or only its beginning."""
    words = " ".join(_words(_value(body)))
    if status == 404 and not _by_wording(words):
        return ModelFailed(
            "rejected",
            "The language model's server knows no such address.",
            remedy="Check base_url: it usually ends in /v1.",
        )
    if 300 <= status < 400:
        return ModelFailed("rejected", "The language model's server points elsewhere.", remedy="Check base_url.")
    return _failure(_meaning(status, words))


def failure_in_stream(chunk: Mapping[str, Any]) -> ModelFailed | None:
    """What an error in the middle of a stream means; None where the chunk is none."""
    error = chunk.get("error")
    if not error and (chunk.get("choices") is not None or not (chunk.get("object") == "error" or _looks_failed(chunk))):
        return None
    value: object = error or chunk
    words = " ".join(_words(value))
    code = str(cast(Mapping[str, Any], value).get("code")) if isinstance(value, Mapping) else ""
    if re.fullmatch(r"[45]\d\d", code):
        return _failure(_meaning(int(code), words))
    return _failure(_by_wording(words) or "server_error")


def speaks_of(body: bytes, name: str) -> bool:
    """Whether an error is about this field of the request."""
    return name in " ".join(_words(_value(body)))


def _looks_failed(chunk: Mapping[str, Any]) -> bool:
    return "message" in chunk and "code" in chunk


def _meaning(status: int, words: str) -> ModelTrouble:
    if status == 429:
        return "rejected" if _by_wording(words) == "rejected" else "rate_limited"
    by_wording = _by_wording(words)
    # A server's own failure may quote anything; only what changes the request is believed of it.
    if by_wording and (status < 500 or by_wording in {"no_tools", "context_overflow"}):
        return by_wording
    return BY_STATUS.get(status) or ("server_error" if status >= 500 else "rejected")


def _by_wording(words: str) -> ModelTrouble | None:
    return next((trouble for trouble, pattern in PATTERNS.items() if pattern.search(words)), None)


def _failure(trouble: ModelTrouble) -> ModelFailed:
    message, remedy = SENTENCES[trouble]
    return ModelFailed(trouble, message, remedy=remedy)


def _value(body: bytes) -> object:
    text = body.decode("utf-8", "replace")
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


TELLING = ("message", "code", "type", "param", "msg", "loc", "error", "detail", "title", "errors")
"""Fields of an error that say what is wrong; others (`input`, `body`) echo the request."""


def _words(value: object, depth: int = 0) -> Iterator[str]:
    if isinstance(value, str | int):
        yield str(value)[:2_000]
    elif isinstance(value, list) and depth < 6:
        for item in cast(list[object], value)[:20]:
            yield from _words(item, depth + 1)
    elif isinstance(value, Mapping) and depth < 6:
        fields = cast(Mapping[str, object], value)
        for name in TELLING:
            if name in fields:
                yield from _words(fields[name], depth + 1)
