// The HTTP interface: JSON in and out, problems as exceptions, and an answer as a stream of events.

const ROOT = "/api/v1";
const PATIENCE = 3; // how often a stream that broke is picked up again

/** The server answered with problem details (RFC 9457). */
export class Problem extends Error {
  constructor(status, body) {
    super(body?.detail ?? `HTTP ${status}`);
    this.status = status;
    this.code = body?.code ?? "failed";
    this.line = [body?.detail, body?.remedy].filter(Boolean).join(" ") || this.message;
  }
}

async function checked(response) {
  if (response.ok) return response;
  throw new Problem(response.status, await response.json().catch(() => null));
}

export async function call(method, path, body) {
  const form = body instanceof FormData;
  const headers = body && !form ? { "Content-Type": "application/json" } : {};
  const response = await fetch(ROOT + path, { method, headers, body: body && !form ? JSON.stringify(body) : body });
  return (await checked(response)).json();
}

/** State of the parts; also when the server says 503, which carries the same document. */
export async function ready() {
  const response = await fetch(`${ROOT}/ready`);
  return response.json();
}

/** The events of an answer: `{id, event, data}`. Goes on after the last event when the connection breaks. */
export async function* ask(question, signal) {
  let last = null;
  for (let broken = 0; ; ) {
    try {
      for await (const event of stream(question, last, signal)) {
        if (event.id) last = event.id;
        broken = 0;
        yield event;
        if (event.event === "done") return;
      }
      throw new TypeError("the stream ended early");
    } catch (error) {
      if (signal.aborted || error instanceof Problem || !last || ++broken > PATIENCE) throw error;
      await new Promise((again) => setTimeout(again, 200 * broken));
    }
  }
}

async function* stream(question, last, signal) {
  const headers = { "Content-Type": "application/json", Accept: "text/event-stream" };
  if (last) headers["Last-Event-ID"] = last;
  const body = JSON.stringify({ question });
  const response = await checked(await fetch(`${ROOT}/answers`, { method: "POST", headers, body, signal }));
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let text = ""; ; ) {
    const { done, value } = await reader.read();
    if (done) return;
    const parts = (text + value).split("\n\n");
    text = parts.pop();
    for (const part of parts) {
      const event = parse(part);
      if (event) yield event;
    }
  }
}

/** One event of a stream; null for a comment. */
function parse(part) {
  const event = { id: null, event: "message", data: [] };
  for (const line of part.split("\n")) {
    const [, field, value] = /^([^:]*): ?(.*)$/.exec(line) ?? [];
    if (field === "data") event.data.push(value);
    else if (field === "id" || field === "event") event[field] = value;
  }
  return event.data.length ? { ...event, data: JSON.parse(event.data.join("\n")) } : null;
}
