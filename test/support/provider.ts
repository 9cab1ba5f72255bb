import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** What the three vendors' services answer for a text, each in its own words. */
const BODIES: Readonly<Record<string, (text: string) => unknown>> = {
  anthropic: (text) => ({
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "m",
    content: [{ type: "text", text }],
    stop_reason: "end_turn",
    usage: { input_tokens: 10, output_tokens: 5 },
  }),
  openai: (text) => ({
    id: "resp_1",
    object: "response",
    created_at: 1,
    status: "completed",
    model: "m",
    output: [
      { type: "message", id: "msg_1", role: "assistant", content: [{ type: "output_text", text, annotations: [] }] },
    ],
    usage: { input_tokens: 10, output_tokens: 5 },
  }),
  google: (text) => ({
    candidates: [{ content: { role: "model", parts: [{ text }] }, finishReason: "STOP" }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
  }),
};

export interface Provider {
  readonly env: Record<string, string>;
  readonly requests: { readonly path: string; readonly body: string; readonly key: string }[];
  readonly close: () => void;
}

/** A provider on the loopback interface that says one text after the other, or refuses with a status. */
export async function openProvider(vendor: string, ...acts: readonly (string | number)[]): Promise<Provider> {
  const requests: Provider["requests"] = [];
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const { headers, url: path = "" } = request;
      const key = String(headers["x-api-key"] ?? headers["x-goog-api-key"] ?? headers.authorization);
      const act = acts[Math.min(requests.length, acts.length - 1)] ?? "";
      requests.push({ path, body, key });
      response.writeHead(typeof act === "number" ? act : 200, { "content-type": "application/json" });
      response.end(JSON.stringify(typeof act === "number" ? { error: { message: "no" } } : BODIES[vendor]?.(act)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = {
    anthropic: { ANTHROPIC_API_KEY: "dummy-anthropic", ANTHROPIC_BASE_URL: url },
    openai: { OPENAI_API_KEY: "dummy-openai", OPENAI_BASE_URL: `${url}/v1` },
    google: { GEMINI_API_KEY: "dummy-google", GOOGLE_GEMINI_BASE_URL: url },
  }[vendor];
  return { env: env ?? {}, requests, close: () => server.close().closeAllConnections() };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}
