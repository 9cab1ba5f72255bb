import { spawn, type ChildProcess } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport, type CallToolResult } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { TEST_STATE } from "../support/prove.ts";
import type { Files } from "../support/repository.ts";
import { BATON } from "../support/command.ts";

const env = { ...process.env, BATON_STATE: TEST_STATE } as Record<string, string>;

/** `auto` speaks the newest protocol, `legacy` the one before it. */
export type Era = "auto" | "legacy";

/** Any tool's answer: errors and data alike are structured. */
export interface Told {
  readonly isError: boolean;
  readonly text: string;
  readonly data: Record<string, unknown>;
  readonly code: string | undefined;
}

export interface TestClient {
  readonly client: Client;
  readonly call: (name: string, args?: Record<string, unknown>, options?: CallOptions) => Promise<Told>;
  readonly close: () => Promise<void>;
}

type CallOptions = Parameters<Client["callTool"]>[1];

/** The real client of the protocol, with a real `baton mcp` as its child. */
export async function overStdio(cwd: string, era: Era = "auto", args: readonly string[] = []): Promise<TestClient> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [BATON, "mcp", ...args],
    cwd,
    env,
    stderr: "ignore",
  });
  return connected(transport, era);
}

export interface HttpServer {
  readonly url: string;
  readonly token: string;
  readonly tokenFile: string;
  readonly port: number;
  readonly connect: (era?: Era) => Promise<TestClient>;
  readonly stop: () => Promise<number | null>;
}

/** A real `baton mcp --http`. */
export async function overHttp(cwd: string): Promise<HttpServer> {
  const child = startMcp(cwd, ["--http"]);
  const line = await new Promise<string>((resolve, reject) => {
    let text = "";
    child.stderr?.setEncoding("utf8").on("data", (part: string) => {
      text += part;
      if (text.includes("\n")) resolve(text);
    });
    child.once("close", () => reject(new Error(text)));
  });
  const [, url = "", port = "", tokenFile = ""] =
    /(http:\S+:(\d+)\/mcp) with the bearer token in (\S+) /.exec(line) ?? [];
  const token = readFileSync(tokenFile, "utf8").trim();
  return {
    url,
    token,
    tokenFile,
    port: Number(port),
    connect: async (era = "auto") => {
      const headers = { authorization: `Bearer ${token}` };
      return connected(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }), era);
    },
    stop: async () => {
      child.kill("SIGTERM");
      return ended(child);
    },
  };
}

/** `baton mcp` as a bare process, for what no client would send. */
export function startMcp(cwd: string, args: readonly string[] = []): ChildProcess {
  return spawn(process.execPath, [BATON, "mcp", ...args], { cwd, env, stdio: ["pipe", "pipe", "pipe"] });
}

export const ended = async (child: ChildProcess): Promise<number | null> =>
  child.exitCode === null && child.signalCode === null
    ? new Promise((resolve) => child.once("close", resolve))
    : child.exitCode;

async function connected(transport: Parameters<Client["connect"]>[0], mode: Era): Promise<TestClient> {
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
  await client.connect(transport);
  return {
    client,
    call: async (name, args = {}, options = {}) =>
      told(await client.callTool({ name, arguments: args }, { timeout: 110_000, ...options })),
    close: async () => client.close(),
  };
}

function told({ isError = false, content, structuredContent = {} }: CallToolResult): Told {
  const data = structuredContent as Record<string, unknown>;
  const error = data["error"] as { code?: string } | undefined;
  return {
    isError,
    data,
    text: content.map((part) => (part.type === "text" ? part.text : "")).join("\n"),
    code: error?.code,
  };
}

/** Writes files into the clone that `baton_next` named, and answers the completed form that lies in it. */
export function workIn(place: string, files: Files): string {
  for (const [path, text] of Object.entries(files)) writeFileSync(join(place, path), text ?? "");
  return readFileSync(join(place, "artifacts/answer.md"), "utf8")
    .replace("STATUS:", "STATUS: READY_FOR_QA")
    .replace("OUTPUT:", "OUTPUT: Done.")
    .replace("NEXT_ACTIONS:", "NEXT_ACTIONS:\n1. test it");
}
