"""How providers word their refusals: enough of each to know it by. One entry for each wording in use."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from youju.errors import ModelTrouble


@dataclass(frozen=True)
class Refusal:
    provider: str
    status: int
    body: Any
    trouble: ModelTrouble
    requests: int = 1
    headers: dict[str, str] = field(default_factory=dict[str, str])


def error(message: str, code: str | int | None = None, kind: str = "invalid_request_error") -> dict[str, Any]:
    return {"error": {"message": message, "type": kind, "param": None, "code": code}}


AT_ONCE = {"retry-after": "0"}

REFUSALS = [
    # the key
    Refusal("OpenAI", 401, error("Incorrect API key provided.", "invalid_api_key"), "unauthorised"),
    Refusal("DeepSeek", 401, error("Authentication Fails", "invalid_request_error"), "unauthorised"),
    Refusal("Gemini", 400, [{"error": {"code": 400, "message": "API key not valid."}}], "unauthorised"),
    Refusal("one-api", 401, error("无效的令牌"), "unauthorised"),
    Refusal("a proxy", 403, "<html>Forbidden</html>", "unauthorised"),
    # the model's name
    Refusal("OpenAI", 404, error("The model `m` does not exist", "model_not_found"), "no_such_model"),
    Refusal("OpenAI, no access", 403, error("Project has no access to model `m`", "model_not_found"), "no_such_model"),
    Refusal("vLLM", 404, {"object": "error", "message": "The model `m` does not exist.", "code": 404}, "no_such_model"),
    Refusal("Ollama", 404, error('model "m" not found, try pulling it first', kind="api_error"), "no_such_model"),
    Refusal("DeepSeek", 400, error("Model Not Exist"), "no_such_model"),
    Refusal("Moonshot", 404, error("Not found the model m or Permission denied"), "no_such_model"),
    Refusal("Zhipu", 400, {"error": {"code": "1211", "message": "模型不存在，请检查模型代码。"}}, "no_such_model"),
    Refusal("OpenRouter", 400, {"error": {"message": "m is not a valid model ID", "code": 400}}, "no_such_model"),
    Refusal("Mistral", 400, {"object": "error", "message": "Invalid model: m", "code": "1500"}, "no_such_model"),
    Refusal("SiliconFlow", 400, {"code": 20012, "message": "Model does not exist."}, "no_such_model"),
    Refusal("Azure", 404, error("The API deployment for m does not exist.", "DeploymentNotFound"), "no_such_model"),
    Refusal("LM Studio", 404, error("No models loaded. Please load a model."), "no_such_model"),
    # tools
    Refusal("OpenAI", 400, error("Unsupported parameter: 'tools' is not supported with this model."), "no_tools"),
    Refusal("OpenAI, before", 400, error("Unrecognized request argument supplied: tools"), "no_tools"),
    Refusal("Ollama", 400, error("library/m does not support tools", kind="api_error"), "no_tools"),
    Refusal("vLLM", 400, {"object": "error", "message": '"auto" needs --enable-auto-tool-choice'}, "no_tools"),
    Refusal("DashScope", 400, error("<400> InvalidParameter: The tool call is not supported."), "no_tools"),
    Refusal("DeepSeek", 400, error("m does not support Function Calling"), "no_tools"),
    Refusal("llama.cpp", 500, error("tools param requires --jinja flag", 500, "server_error"), "no_tools"),
    Refusal("OpenRouter", 404, error("No endpoints found that support tool use.", 404), "no_tools"),
    Refusal("Groq", 400, error("`tool calling` is not supported with this model"), "no_tools"),
    Refusal("Mistral", 400, {"message": "Function calling is not enabled for this model"}, "no_tools"),
    Refusal("FastAPI", 422, {"detail": [{"loc": ["body", "tools"], "msg": "Extra inputs"}]}, "no_tools"),
    Refusal("a gateway", 400, error("该模型不支持工具调用"), "no_tools"),
    # too much text
    Refusal("OpenAI", 400, error("Too long.", "context_length_exceeded"), "context_overflow"),
    Refusal("vLLM", 400, {"message": "This model's maximum context length is 4096 tokens."}, "context_overflow"),
    Refusal("vLLM, new", 400, {"message": "The prompt is longer than the model length of 4096."}, "context_overflow"),
    Refusal("DashScope", 400, error("Range of input length should be [1, 30720]"), "context_overflow"),
    Refusal("llama.cpp", 400, error("request (9 tokens) exceeds the available context size"), "context_overflow"),
    Refusal("Moonshot", 400, error("Invalid request: it exceeded model token limit: 8192"), "context_overflow"),
    Refusal("Zhipu", 400, {"error": {"code": "1261", "message": "Prompt 超长"}}, "context_overflow"),
    Refusal("Mistral", 400, {"message": "Prompt contains 9 tokens, too large for model"}, "context_overflow"),
    Refusal("SiliconFlow", 400, {"code": 20015, "message": "must be less than max_seq_len (9)"}, "context_overflow"),
    Refusal("Ollama", 500, error("the input length exceeds the context length", 500), "context_overflow"),
    Refusal("nginx", 413, "<html>Request Entity Too Large</html>", "context_overflow"),
    # too many requests
    Refusal("OpenAI", 429, error("Rate limit reached", "rate_limit_exceeded"), "rate_limited", 3, AT_ONCE),
    Refusal("OpenAI, for a minute", 429, error("Rate limit"), "rate_limited", 1, {"retry-after": "60"}),
    Refusal("with a date", 429, error("Slow"), "rate_limited", 1, {"retry-after": "Fri, 31 Dec 2100 0:00:00 GMT"}),
    Refusal("with a past date", 429, "", "rate_limited", 3, {"retry-after": "Sat, 01 Jan 2000 00:00:00 GMT"}),
    Refusal("OpenAI, no money", 429, error("You exceeded your current quota", "insufficient_quota"), "rejected"),
    Refusal("DeepSeek, no money", 402, error("Insufficient Balance"), "rejected"),
    Refusal("DashScope, no money", 400, error("Access denied: overdue payment", "Arrearage"), "rejected"),
    # the server
    Refusal("nginx", 502, "<html>Bad Gateway</html>", "server_error", 3, AT_ONCE),
    Refusal("OpenAI", 503, error("The server is overloaded"), "server_error", 3, AT_ONCE),
    Refusal("one that quotes", 500, error("model not found in cache, API key invalid"), "server_error", 3, AT_ONCE),
    # all else
    Refusal("Azure", 400, error("Triggered the content management policy", "content_filter"), "rejected"),
    Refusal("DashScope", 400, error("may contain inappropriate content", "data_inspection_failed"), "rejected"),
    Refusal("OpenAI", 400, error("Invalid schema for function 'search': not supported"), "rejected"),
    Refusal("a wrong path", 404, "404 page not found", "rejected"),
    Refusal("a wrong path", 404, {"detail": "Not Found"}, "rejected"),
    Refusal("another place", 307, "", "rejected", 1, {"location": "/elsewhere"}),
    Refusal("an odd status", 418, "", "rejected"),
    Refusal(
        "one that echoes the request", 400, {"message": "Bad request", "input": "The model does not exist"}, "rejected"
    ),
]  # fmt: skip
