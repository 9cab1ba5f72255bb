import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { freePort, webServerPort, whileAlone } from "../../src/checks/ports.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "baton-ports-"));
  folders.push(made);
  return made;
}

describe("the port of a web server that Playwright starts", () => {
  it.each([
    ["webServer: { command: 'npm start', port: Number(process.env.PORT) }", "given"],
    ['webServer: { url: `http://localhost:${process.env["PORT"] ?? 3000}` }', "given"],
    ["const { CI, PORT = 3000 } = process.env; export default { webServer: { port: PORT } }", "given"],
    ["webServer: { command: 'npm start', port: 3000 }", "fixed"],
    ["webServer: { command: 'PORT=3000 npm start', url: 'http://localhost:3000' }", "fixed"],
    ["webServer: { port: process.env.SUPPORT }", "fixed"],
    ["use: { baseURL: process.env.PORT }", null],
  ])("%s", (text, expected) => {
    const directory = folder();
    writeFileSync(join(directory, "playwright.config.ts"), text);
    expect(webServerPort(directory, [])).toBe(expected);
  });

  it("is what the named configuration says", () => {
    const directory = folder();
    mkdirSync(join(directory, "e2e"));
    writeFileSync(join(directory, "playwright.config.ts"), "export default {}");
    writeFileSync(join(directory, "e2e/ci.ts"), "webServer: { port: 3000 }");
    expect([["--config", "e2e/ci.ts"], ["-c=e2e/ci.ts"], []].map((args) => webServerPort(directory, args))).toEqual([
      "fixed",
      "fixed",
      null,
    ]);
  });
});

describe("an application whose port is fixed", () => {
  const listen = async (port: number): Promise<Server> => {
    const server = createServer();
    const { promise, resolve, reject } = Promise.withResolvers<Server>();
    server.once("error", reject).listen(port, "127.0.0.1", () => resolve(server));
    return promise;
  };

  it("runs in one slot at a time, and whoever waits goes on after it, however it ended", async () => {
    const slots = folder();
    const port = await freePort();
    const use = async (slot: string, fails = false): Promise<number> =>
      whileAlone(join(slots, slot, "tree"), undefined, async () => {
        const server = await listen(port);
        await new Promise((resolve) => setImmediate(resolve));
        const { port: used } = server.address() as AddressInfo;
        await new Promise((resolve) => server.close(resolve));
        if (fails) throw new Error("the tests could not be run");
        return used;
      });
    const ends = await Promise.allSettled([use("a-0"), use("a-1", true), use("b-0"), use("c-0")]);
    expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
    expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    expect(ends[1]).toMatchObject({ reason: { message: "the tests could not be run" } });
  });

  it("is waited for no longer than somebody wants", async () => {
    const tree = join(folder(), "a-0", "tree");
    const asked = new AbortController();
    const { promise, resolve } = Promise.withResolvers<void>();
    const first = whileAlone(tree, undefined, async () => promise);
    const second = whileAlone(tree, asked.signal, async () => "ran");
    asked.abort();
    await expect(second).rejects.toMatchObject({ code: "INTERRUPTED" });
    resolve();
    await first;
  });
});
