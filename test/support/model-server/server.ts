import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync, zstdDecompressSync } from "node:zlib";
import { anthropic } from "./anthropic.ts";
import { chat } from "./chat.ts";
import { isObject, type Dialect, type Json, type SseEvent } from "./dialect.ts";
import { gemini } from "./gemini.ts";
import { responses } from "./responses.ts";
import { placeOf, textFor, type Conversation, type Place, type Scenario, type Step } from "./script.ts";
import { callOf, filler, type Reply } from "./tools.ts";

/** One request as it was answered. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  /** Null: a request that belongs to no scenario, like the title of a session. */
  readonly scenario: string | null;
  readonly step: number | null;
  readonly status: number | "hung" | "cut";
  readonly body: Json;
}

export interface ModelServer {
  /** `http://127.0.0.1:PORT`, without a path. */
  readonly url: string;
  readonly exchanges: readonly Exchange[];
  close(): Promise<void>;
}

/** Plays scenarios as a model provider on the loopback interface, in the dialects that coding agents speak. */
export async function openModelServer(scenarios: readonly Scenario[]): Promise<ModelServer> {
  const exchanges: Exchange[] = [];
  const spent = (scenario: string, step: number): number =>
    exchanges.filter((each) => each.scenario === scenario && each.step === step).length;
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const url = new URL(request.url ?? "/", "http://127.0.0.1");
      const note = (status: Exchange["status"], place: Place | null = null): void => {
        exchanges.push({
          method: request.method ?? "",
          path: url.pathname,
          scenario: place?.scenario.name ?? null,
          step: place?.at ?? null,
          status,
          body,
        });
      };
      const dialect = request.method === "POST" ? dialectOf(url.pathname) : null;
      if (dialect !== null) play({ dialect, conversation: dialect.read(body, url), scenarios, spent, note, response });
      else {
        const [status, answer] = aside(url.pathname, request.headers.upgrade !== undefined);
        note(status);
        sendJson(response, status, answer);
      }
    });
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exchanges,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Some agents put `/v1` before the path themselves and some do not. */
function dialectOf(path: string): Dialect | null {
  if (path.endsWith("/messages")) return anthropic;
  if (path.endsWith("/responses")) return responses;
  if (path.endsWith("/chat/completions")) return chat;
  return /:(?:stream)?[gG]enerateContent$/.test(path) ? gemini : null;
}

/** What agents ask beside their work; telemetry and the like finds nothing here. */
function aside(path: string, upgrade: boolean): [status: number, body: unknown] {
  // Codex tries a WebSocket first, and goes back to HTTP at once only when it is told this.
  if (upgrade) return [426, { error: { message: "only HTTP is spoken here", type: "upgrade_required" } }];
  if (path.endsWith("count_tokens")) return [200, { input_tokens: 1000 }];
  if (path.endsWith(":countTokens")) return [200, { totalTokens: 1000 }];
  if (path.endsWith("/models")) return [200, { object: "list", data: [], models: [], has_more: false }];
  return [404, { error: { message: "not found", type: "not_found" } }];
}

interface Play {
  readonly dialect: Dialect;
  readonly conversation: Conversation;
  readonly scenarios: readonly Scenario[];
  readonly spent: (scenario: string, step: number) => number;
  readonly note: (status: Exchange["status"], place?: Place | null) => void;
  readonly response: ServerResponse;
}

function play({ dialect, conversation, scenarios, spent, note, response }: Play): void {
  const { model, stream, tools, schema } = conversation;
  // What is asked without tools is a title, a summary or a probe of the key, not the work.
  const place = tools.length === 0 ? null : placeOf(scenarios, conversation, spent);
  const step = place?.step ?? { say: schema === undefined ? "Scripted." : JSON.stringify(filler(schema)) };
  const asked = place?.asked ?? { prompt: "", lastResult: "" };
  if ("hang" in step) return note("hung", place);
  if ("fail" in step) {
    note(step.fail, place);
    return sendJson(response, step.fail, dialect.refusal(step.fail, WORDS[step.fail]));
  }
  const reply: Reply =
    "loop" in step
      ? callOf(step.loop, conversation, asked)
      : "tool" in step
        ? callOf(step, conversation, asked)
        : {
            kind: "text",
            text: "say" in step ? textFor(step.say, asked) : "This sentence is cut off before its end. ".repeat(8),
          };
  const cut = "cut" in step;
  note(cut ? "cut" : 200, place);
  if (stream) sendEvents(response, dialect.stream(reply, model), cut);
  else if (cut) response.destroy();
  else sendJson(response, 200, dialect.whole(reply, model));
}

/** As vendors put it: some agents pass on the words and leave out the status. */
const WORDS: Readonly<Record<Extract<Step, { fail: number }>["fail"], string>> = {
  400: "invalid request",
  401: "invalid x-api-key",
  402: "Payment required: your credit balance is too low",
  403: "permission denied",
  429: "rate limit exceeded",
  500: "Internal server error",
  503: "Service unavailable",
  529: "Overloaded",
};

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

function sendEvents(response: ServerResponse, events: readonly SseEvent[], cut: boolean): void {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  const sent = cut ? events.slice(0, Math.ceil(events.length / 2)) : events;
  const lines = sent.map(({ event, data }) => {
    const head = event === undefined ? "" : `event: ${event}\n`;
    return `${head}data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;
  });
  if (!cut) return void response.end(lines.join(""));
  response.write(lines.join(""), () => response.destroy());
}

async function bodyOf(request: IncomingMessage): Promise<Json> {
  const parts: Buffer[] = [];
  const encoding = request.headers["content-encoding"];
  try {
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    const raw = Buffer.concat(parts);
    const bytes = encoding === "gzip" ? gunzipSync(raw) : encoding === "zstd" ? zstdDecompressSync(raw) : raw;
    const body: unknown = JSON.parse(bytes.toString("utf8"));
    return isObject(body) ? body : {};
  } catch {
    return {};
  }
}
