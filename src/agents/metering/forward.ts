import { request as requestHttp, type Agent, type IncomingMessage, type ServerResponse } from "node:http";
import { request as requestHttps } from "node:https";
import { messageOf } from "../../errors.ts";

export function refuse(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json", "x-should-retry": "false" });
  response.end(JSON.stringify(body));
}

/** Hop-by-hop, and what this proxy sets itself. */
export const OWN_HEADERS = new Set([
  "host",
  "connection",
  "keep-alive",
  "transfer-encoding",
  "content-length",
  "upgrade",
  "te",
  "trailer",
  "proxy-authorization",
]);

export interface Question {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  readonly agent: Agent;
}

interface Listener {
  write(chunk: Buffer): void;
  end(): Promise<void>;
}

/** Sends a request on and its answer back, chunk by chunk as they come; a cut on either side cuts the other. */
export async function forward(
  { url, method, headers, body, agent }: Question,
  to: ServerResponse,
  listen: (answer: IncomingMessage) => Listener | null,
): Promise<void> {
  const send = url.protocol === "https:" ? requestHttps : requestHttp;
  const upstream = send(url, { method, agent, headers: { ...headers, "content-length": body.length } });
  const gone = (): void => void upstream.destroy();
  to.on("close", gone);
  const answered = Promise.withResolvers<IncomingMessage>();
  upstream.on("response", answered.resolve).on("error", answered.reject);
  upstream.end(body);
  let answer: IncomingMessage;
  try {
    answer = await answered.promise;
  } catch (error) {
    const message = messageOf(error);
    return refuse(to, 502, {
      error: { type: "api_error", message: `the model provider cannot be reached: ${message}` },
    });
  }
  const listener = listen(answer);
  const kept = Object.entries(answer.headers).filter(([name]) => name !== "connection" && name !== "transfer-encoding");
  to.writeHead(answer.statusCode ?? 502, Object.fromEntries(kept));
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      listener?.write(chunk);
      if (!to.write(chunk)) await new Promise<void>((resolve) => to.once("drain", resolve).once("close", resolve));
    }
    await listener?.end();
    to.end();
  } catch {
    await listener?.end();
    to.destroy();
  }
}
