import { randomBytes, timingSafeEqual } from "node:crypto";
import { Agent as HttpAgent, createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { AddressInfo } from "node:net";
import { BatonError } from "../../errors.ts";
import { openBook, type Book, type BookOptions } from "./book.ts";
import { DIALECTS, type Dialect } from "./dialects.ts";
import { forward, OWN_HEADERS, refuse, type Question } from "./forward.ts";
import type { Meter } from "./port.ts";
import { readAnswer } from "./read-answer.ts";
import { bodyOf, parseBody } from "./request-body.ts";

export interface MeterOptions extends BookOptions {
  /** Where the user's own endpoints are named; nothing else of it is read. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * A reverse proxy on the loopback interface that counts what passes, in each vendor's own protocol. Keys pass through and
 * are neither kept nor logged. A random path keeps other local users from spending. Once the budget is used, requests get
 * 402 in the form of the protocol; answers under way come to their end. Throws METER_UPSTREAM.
 */
export async function startMeter({ budget, prices, env, onCount }: MeterOptions): Promise<Meter> {
  const book = openBook({ budget, prices, ...(onCount === undefined ? {} : { onCount }) });
  const upstreams = findUpstreams(env);
  const agents = { "http:": new HttpAgent(proxied(env)), "https:": new HttpsAgent(proxied(env)) };
  const secret = randomBytes(24).toString("base64url");
  const pending = new Set<Promise<void>>();
  const server = createServer((request, response) => {
    const [, given = "", name = "", rest = ""] = /^\/([^/]*)\/([^/?]*)(.*)$/.exec(request.url ?? "") ?? [];
    const upstream = upstreams.find(({ dialect }) => dialect.name === name);
    if (!isEqual(given, secret) || upstream === undefined) return refuse(response, 404, {});
    // Nothing could be counted on a web socket; agents that try one fall back.
    if (request.headers.upgrade !== undefined) return refuse(response, 426, {});
    const work = pass(
      { book, ...upstream, agent: agents[upstream.base.protocol as keyof typeof agents] },
      rest,
      request,
      response,
    ).catch(() => void response.destroy());
    pending.add(work);
    void work.finally(() => pending.delete(work));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", resolve);
  });
  const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${secret}`;
  return {
    endpoints: { anthropic: `${root}/anthropic`, openai: `${root}/openai`, gemini: `${root}/gemini` },
    usage: () => book.usage(),
    refusal: () => book.refusal(),
    async stop() {
      server.close();
      server.closeAllConnections();
      await Promise.allSettled(pending);
    },
  };
}

/** Where each vendor's questions go on to. Throws METER_UPSTREAM. */
export const findUpstreams = (env: MeterOptions["env"]): { readonly dialect: Dialect; readonly base: URL }[] =>
  DIALECTS.map((dialect) => ({ dialect, base: upstreamOf(dialect, env) }));

function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function upstreamOf({ host, variable }: Dialect, env: MeterOptions["env"]): URL {
  const base = env[variable] ?? "";
  const url = URL.parse(base === "" ? host : base);
  if (url !== null && /^https?:$/.test(url.protocol)) return url;
  throw new BatonError("METER_UPSTREAM", `${variable} is no http or https address`);
}

/** The user's proxy stands between this one and the provider, too. */
function proxied(env: MeterOptions["env"]): { proxyEnv: Record<string, string | undefined> } {
  const names = ["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy"];
  return { proxyEnv: Object.fromEntries(names.map((name) => [name, env[name]])) };
}

interface Upstream {
  readonly book: Book;
  readonly dialect: Dialect;
  readonly base: URL;
  readonly agent: HttpAgent;
}

async function pass(
  { book, dialect, base, agent }: Upstream,
  rest: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const raw = await bodyOf(request);
  const [path = ""] = rest.split("?");
  const asks = request.method === "POST" && dialect.asks.test(path);
  const body = asks ? parseBody(raw, request.headers["content-encoding"] ?? "") : null;
  const model = (body === null ? null : dialect.modelOf(path, body)) ?? "a model that the request does not name";
  const reason = asks ? book.refuses(model) : null;
  if (reason !== null) return refuse(response, 402, dialect.refusal(reason));
  const amended = body === null ? null : dialect.amend(body);
  const headers = Object.entries(request.headers).filter(([name]) => !OWN_HEADERS.has(name));
  const isChanged = amended !== body;
  const question: Question = {
    url: new URL(`${base.origin}${base.pathname.replace(/\/$/, "")}${rest}`),
    method: request.method ?? "POST",
    headers: Object.fromEntries(headers.filter(([name]) => !isChanged || name !== "content-encoding")),
    body: isChanged ? Buffer.from(JSON.stringify(amended)) : raw,
    agent,
  };
  await forward(question, response, (answer) => {
    if (!asks) return null;
    const status = answer.statusCode ?? 502;
    book.begin(status);
    if (status >= 300) return null;
    const reader = readAnswer(dialect, answer.headers["content-type"] ?? "", answer.headers["content-encoding"] ?? "");
    return { write: (chunk) => reader.write(chunk), end: async () => book.enter(await reader.end(), model) };
  });
}
