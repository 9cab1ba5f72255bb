import { spawn } from "node:child_process";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import { UNREVIEWED } from "../support/calc-project.ts";
import { openScene } from "../support/scene.ts";
import { overHttp, type HttpServer } from "./support.ts";

const SUITE = createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/dist/index.js");

/** Scenarios that call tools, prompts and resources which only a server made for the suite has, or what we do not offer. */
const OF_OTHER_SERVERS: Readonly<Record<string, readonly string[]>> = {
  "tools-call":
    "simple-text image audio embedded-resource mixed-content with-logging error with-progress sampling elicitation".split(
      " ",
    ),
  resources: "list read-text read-binary templates-read subscribe unsubscribe".split(" "),
  prompts: "list get-simple get-with-args get-embedded-resource get-with-image".split(" "),
  elicitation: ["sep1034-defaults", "sep1330-enums"],
  logging: ["set-level"],
  completion: ["complete"],
  // It asks for a session; every request of ours stands for itself.
  server: ["sse-multiple-streams"],
};

/** The suite knows no tokens: this adds the token, and our own name where the suite means it. */
async function withToken({ port, token }: HttpServer): Promise<{ url: string; close: () => void }> {
  const proxy = createServer((incoming, outgoing) => {
    const { port: own } = proxy.address() as AddressInfo;
    const named = (text: string | undefined): string | undefined => text?.replace(`:${own}`, `:${port}`);
    const { host, origin } = incoming.headers;
    const headers = { ...incoming.headers, host: named(host), authorization: `Bearer ${token}` };
    const given = origin === undefined ? headers : { ...headers, origin: named(origin) };
    const { method, url: path } = incoming;
    const forward = request({ host: "127.0.0.1", port, method, path, headers: given }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    forward.on("error", () => outgoing.destroy());
    incoming.pipe(forward);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://localhost:${(proxy.address() as AddressInfo).port}/mcp`,
    close: () => proxy.close().closeAllConnections(),
  };
}

test("the public conformance suite passes in every scenario that needs nothing but a server with tools of its own", async () => {
  const scene = await openScene("honest", { base: UNREVIEWED });
  const server = await overHttp(scene.repository.directory);
  const proxy = await withToken(server);
  try {
    const others = Object.entries(OF_OTHER_SERVERS).flatMap(([kind, names]) => names.map((name) => `${kind}-${name}`));
    const baseline = join(scene.outside, "baseline.yml");
    writeFileSync(baseline, `server:\n${others.map((name) => `  - ${name}\n`).join("")}`);
    const args = [SUITE, "server", "--url", proxy.url, "--expected-failures", baseline];
    const suite = spawn(process.execPath, args, { cwd: scene.outside, stdio: ["ignore", "pipe", "ignore"] });
    const said: string[] = [];
    suite.stdout.setEncoding("utf8").on("data", (text: string) => said.push(text));
    const code = await new Promise((resolve) => suite.once("close", resolve));
    const lines = said.join("").split("\n");
    expect(lines.filter((line) => /^✓.* [1-9]\d* passed/.test(line))).toEqual([
      expect.stringContaining("server-initialize: 1 passed, 0 failed"),
      expect.stringContaining("ping: 1 passed, 0 failed"),
      expect.stringContaining("tools-list: 1 passed, 0 failed"),
      expect.stringContaining("dns-rebinding-protection: 2 passed, 0 failed"),
    ]);
    expect([code, code === 0 ? "" : lines.slice(-60).join("\n")]).toEqual([0, ""]);
  } finally {
    proxy.close();
    await server.stop();
    scene.remove();
  }
});
