import { existsSync, statSync } from "node:fs";
import { request } from "node:http";
import { networkInterfaces } from "node:os";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { UNREVIEWED } from "../support/calc-project.ts";
import { honestWork, openScene, type Scene } from "../support/scene.ts";
import { overHttp, workIn, type Era, type HttpServer } from "./support.ts";

let scene: Scene;
let server: HttpServer;
beforeAll(async () => {
  scene = await openScene("honest", { base: UNREVIEWED });
  server = await overHttp(scene.repository.directory);
});
afterAll(async () => {
  await server.stop();
  scene.remove();
});

const PING = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string | undefined>;
  readonly body?: string;
}

/** One request as it is, with headers that no browser or client would let us send. */
async function send({ method = "POST", path = "/mcp", headers = {}, body = PING }: Sent = {}) {
  const all = {
    authorization: `Bearer ${server.token}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...headers,
  };
  const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >;
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }>((resolve, reject) => {
    const call = request({ host: "127.0.0.1", port: server.port, method, path, headers: given }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => (text += part));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    call.on("error", reject);
    call.end(method === "POST" ? body : undefined);
  });
}

test("a request that passes every guard is answered, and no header invites another site", async () => {
  const answer = await send();
  expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('"result":{}')]);
  expect(Object.keys(answer.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
});

const site = (): string => `http://127.0.0.1:${server.port}`;
test.each<[string, () => Sent, number]>([
  ["a Host that is not ours", () => ({ headers: { host: "evil.example" } }), 421],
  ["our name on another port", () => ({ headers: { host: "127.0.0.1:1" } }), 421],
  ["a name that ends like ours", () => ({ headers: { host: `evil.localhost:${server.port}` } }), 421],
  ["another Origin", () => ({ headers: { origin: "http://evil.example" } }), 403],
  ["the Origin of a sandboxed page", () => ({ headers: { origin: "null" } }), 403],
  ["our own Origin over another scheme", () => ({ headers: { origin: `https://127.0.0.1:${server.port}` } }), 403],
  ["a page of another site", () => ({ headers: { "sec-fetch-site": "cross-site" } }), 403],
  ["a page of another port", () => ({ headers: { "sec-fetch-site": "same-site" } }), 403],
  ["an Accept without a stream", () => ({ headers: { accept: "application/json" } }), 406],
  ["no token", () => ({ headers: { authorization: undefined } }), 401],
  ["a wrong token", () => ({ headers: { authorization: `Bearer ${"x".repeat(43)}` } }), 401],
  ["a token of another scheme", () => ({ headers: { authorization: `Basic ${server.token}` } }), 401],
  [
    "the token in the address",
    () => ({ path: `/mcp?token=${server.token}`, headers: { authorization: undefined } }),
    401,
  ],
  ["a form", () => ({ headers: { "content-type": "application/x-www-form-urlencoded" } }), 415],
  ["plain text that looks like JSON", () => ({ headers: { "content-type": "text/plain; application/json" } }), 415],
  ["no content type", () => ({ headers: { "content-type": undefined } }), 415],
  ["a preflight", () => ({ method: "OPTIONS", headers: { origin: "http://evil.example" } }), 403],
  ["another path", () => ({ path: "/" }), 404],
  ["what is no JSON", () => ({ body: "{" }), 400],
])("%s is refused", async (_name, sent, status) => {
  const answer = await send(sent());
  expect(answer.status).toBe(status);
  expect(Object.keys(answer.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
  expect((await send({ headers: { origin: site(), "sec-fetch-site": "same-origin" } })).status).toBe(200);
});

/** Writes a request as bytes, and answers the status line. */
async function status(head: readonly string[], body: readonly string[]): Promise<string> {
  const socket = connect(server.port, "127.0.0.1");
  const line = new Promise<string>((resolve) => {
    let text = "";
    socket.setEncoding("utf8").on("data", (part: string) => {
      text += part;
      if (text.includes("\r\n")) resolve(text.split("\r\n")[0] ?? "");
    });
  });
  socket.on("error", () => {});
  const common = [
    `Host: 127.0.0.1:${server.port}`,
    "Content-Type: application/json",
    "Accept: application/json, text/event-stream",
  ];
  socket.write(`POST /mcp HTTP/1.1\r\n${[...common, ...head].join("\r\n")}\r\n\r\n`);
  for (const part of body) socket.write(part);
  const answered = await line;
  socket.destroy();
  return answered;
}

test("a body that is too large is refused before any token is looked at, and in pieces without a stated length as well", async () => {
  expect(await status(["Content-Length: 4194305"], [])).toMatch(/ 413 /);
  const piece = `10000\r\n${"x".repeat(65_536)}\r\n`;
  const token = `Authorization: Bearer ${server.token}`;
  const pieces = Array.from({ length: 80 }, () => piece);
  expect(await status([token, "Transfer-Encoding: chunked"], [...pieces, "0\r\n\r\n"])).toMatch(/ 413 /);
});

test("it listens on the loopback interface alone", async () => {
  const outer = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ internal, family }) => !internal && family === "IPv4")?.address;
  const addresses = outer === undefined ? ["127.0.0.2"] : ["127.0.0.2", outer];
  for (const host of addresses)
    await expect(
      new Promise((resolve, reject) => connect(server.port, host).once("connect", resolve).once("error", reject)),
    ).rejects.toThrow(/ECONNREFUSED/);
});

test.each<[Era, "mul" | "div", string]>([
  ["auto", "mul", "T001"],
  ["legacy", "div", "T002"],
])("a %s client takes a task over HTTP, submits with progress, and it is proven", async (era, work, taskId) => {
  const { call, close } = await server.connect(era);
  const next = await call("baton_next");
  expect(next.data).toMatchObject({ task_id: taskId });
  const answer = workIn(String(next.data["workspace"]), honestWork(work));
  const told: unknown[] = [];
  const options = { onprogress: (progress: unknown) => told.push(progress) };
  const submit = await call("baton_submit", { task_id: taskId, attempt: 1, answer }, options);
  expect(submit.data).toMatchObject({ proven: true });
  expect(told.length).toBeGreaterThan(2);
  await close();
});

test("a call under way keeps the server from ending no longer than it takes to call it off", async () => {
  const other = await overHttp(scene.repository.directory);
  const { call } = await other.connect();
  const position = Number((await call("baton_status")).data["position"]);
  const waiting = call("baton_wait", { position, seconds: 300 }).catch((error: unknown) => error);
  expect(await other.stop()).toBe(0);
  await waiting;
});

test("the token lies in a file that only its owner reads, is another one at each start, and goes with the server", async () => {
  expect(statSync(server.tokenFile).mode & 0o777).toBe(0o600);
  expect(Buffer.from(server.token, "base64url")).toHaveLength(32);
  const other = await overHttp(scene.repository.directory);
  expect([other.token === server.token, other.port === server.port]).toEqual([false, false]);
  expect(await other.stop()).toBe(0);
  expect(existsSync(other.tokenFile)).toBe(false);
});
