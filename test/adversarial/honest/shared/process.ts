import type { HonestCase } from "../case.ts";
import { code } from "../code.ts";
import type { Dialect } from "../dialect.ts";

/** Code that talks to the process and the platform, and tests that stand in for both. */
export const processCases = (t: Dialect): HonestCase[] => [
  {
    name: "main-with-exit-code",
    head: {
      ...t.source(
        "esm",
        "src/main",
        code`
          export function main(args, { out = console.log } = {}) {
            if (args.length === 0) {
              out("usage: greet NAME");
              process.exitCode = 1;
              return;
            }
            out(\`Hello, \${args.join(" ")}!\`);
          }
        `,
      ),
      ...t.test(
        "esm",
        "test/main",
        "{ main }",
        "../src/main",
        code`
          describe("main", () => {
            afterEach(() => {
              process.exitCode = undefined;
            });

            it("greets", () => {
              const lines = [];
              main(["Ada", "L"], { out: (line) => lines.push(line) });
              ${t.equal("lines", '["Hello, Ada L!"]')}
            });
            it("fails without a name", () => {
              main([], { out: () => {} });
              ${t.is("process.exitCode", "1")}
            });
          });
        `,
      ),
    },
  },
  {
    name: "replaced-globals",
    head: {
      ...t.source(
        "esm",
        "src/platform",
        code`
          export const isWindows = () => process.platform === "win32";
          export const stamp = () => \`\${Date.now()}-\${Math.floor(Math.random() * 100)}\`;
          export async function ping(url) {
            const { status } = await fetch(url, { method: "HEAD" });
            return status < 400;
          }
          export const warn = (text) => console.warn(\`warning: \${text}\`);
        `,
      ),
      ...t.test(
        "esm",
        "test/platform",
        "{ isWindows, ping, stamp, warn }",
        "../src/platform",
        code`
          const real = { fetch: globalThis.fetch, now: Date.now, random: Math.random, warn: console.warn };
          const platform = Object.getOwnPropertyDescriptor(process, "platform");

          describe("platform", () => {
            afterEach(() => {
              globalThis.fetch = real.fetch;
              Date.now = real.now;
              Math.random = real.random;
              console.warn = real.warn;
              Object.defineProperty(process, "platform", platform);
            });

            it("knows Windows", () => {
              Object.defineProperty(process, "platform", { ...platform, value: "win32" });
              ${t.is("isWindows()", "true")}
            });
            it("stamps", () => {
              Date.now = () => 1000;
              Math.random = () => 0.42;
              ${t.is("stamp()", '"1000-42"')}
            });
            it("pings", async () => {
              globalThis.fetch = async (url, { method }) => ({ status: method === "HEAD" && url === "http://a" ? 200 : 500 });
              ${t.is('await ping("http://a")', "true")}
              ${t.is('await ping("http://b")', "false")}
            });
            it("warns", () => {
              const lines = [];
              console.warn = (line) => lines.push(line);
              warn("hot");
              ${t.equal("lines", '["warning: hot"]')}
            });
          });
        `,
      ),
    },
  },
  {
    name: "captured-output",
    head: {
      ...t.source(
        "esm",
        "src/progress",
        code`
          export function createProgress(total, stream = process.stdout) {
            let done = 0;
            return () => {
              done += 1;
              stream.write(\`\${done}/\${total}\${done === total ? "\n" : " "}\`);
            };
          }
        `,
      ),
      ...t.test(
        "esm",
        "test/progress",
        "{ createProgress }",
        "../src/progress",
        code`
          function capture(run) {
            const write = process.stdout.write;
            let output = "";
            process.stdout.write = (chunk) => {
              output += chunk;
              return true;
            };
            try {
              run();
            } finally {
              process.stdout.write = write;
            }
            return output;
          }

          it("shows how far it is", () => {
            const output = capture(() => {
              const step = createProgress(2);
              step();
              step();
            });
            ${t.is("output", '"1/2 2/2\\n"')}
          });
        `,
      ),
    },
  },
  {
    name: "worker-thread",
    head: {
      "src/sum-worker.mjs": code`
        import { parentPort, workerData } from "node:worker_threads";

        parentPort.postMessage(workerData.reduce((a, b) => a + b, 0));
      `,
      ...t.source(
        "esm",
        "src/sum",
        code`
          import { join } from "node:path";
          import { Worker } from "node:worker_threads";

          export const sumInWorker = (folder, numbers) =>
            new Promise((resolve, reject) => {
              const worker = new Worker(join(folder, "sum-worker.mjs"), { workerData: numbers });
              worker.once("message", resolve);
              worker.once("error", reject);
            });
        `,
      ),
      ...t.test(
        "esm",
        "test/sum",
        "{ sumInWorker }",
        "../src/sum",
        code`
          import { join } from "node:path";

          const folder = join(${t.family === "jest" ? "__dirname" : "import.meta.dirname"}, "../src");

          it("adds elsewhere", async () => {
            ${t.is("await sumInWorker(folder, [1, 2, 3])", "6")}
          });
        `,
      ),
    },
  },
  {
    name: "graceful-shutdown",
    head: {
      ...t.source(
        "esm",
        "src/shutdown",
        code`
          export function onShutdown(target, close) {
            let closing = null;
            const handler = (signal) => (closing ??= Promise.resolve(close(signal)));
            for (const signal of ["SIGINT", "SIGTERM"]) target.once(signal, handler);
            return handler;
          }
        `,
      ),
      ...t.test(
        "esm",
        "test/shutdown",
        "{ onShutdown }",
        "../src/shutdown",
        code`
          import { EventEmitter } from "node:events";

          it("closes once", async () => {
            const target = new EventEmitter();
            const closed = [];
            onShutdown(target, async (signal) => closed.push(signal));
            target.emit("SIGTERM", "SIGTERM");
            target.emit("SIGINT", "SIGINT");
            ${t.equal("closed", '["SIGTERM"]')}
          });
        `,
      ),
    },
  },
  {
    name: "child-process-of-module",
    head: {
      ...t.source(
        "esm",
        "src/run",
        code`
          import { execFile } from "node:child_process";

          export function run(program, args) {
            return new Promise((resolve) => {
              execFile(program, args, (error, stdout) => resolve({ code: error ? error.code : 0, output: stdout.trim() }));
            });
          }
        `,
      ),
      ...t.test(
        "esm",
        "test/run",
        "{ run }",
        "../src/run",
        code`
          describe("run", () => {
            it("answers what was printed", async () => {
              const result = await run(process.execPath, ["-p", "6 * 7"]);
              ${t.equal("result", '{ code: 0, output: "42" }')}
            });
            it("answers how it failed", async () => {
              const { code } = await run(process.execPath, ["-e", "process.exit(3)"]);
              ${t.is("code", "3")}
            });
          });
        `,
      ),
    },
  },
  ...(SETS_MODE.has(t.family) ? [startGuard(t)] : []),
];

/** Runners that set NODE_ENV, which servers ask before they listen. */
const SETS_MODE = new Set(["vitest", "jest"]);

const startGuard = (t: Dialect): HonestCase => ({
  name: "server-that-listens-outside-tests",
  head: {
    ...t.source(
      "esm",
      "src/server",
      code`
        import { createServer } from "node:http";

        export const server = createServer((request, response) => {
          response.setHeader("x-path", request.url);
          response.end(request.method);
        });

        if (process.env.NODE_ENV !== "test") {
          server.listen(process.env.PORT ?? 3000);
        }
      `,
    ),
    ...t.test(
      "esm",
      "test/server",
      "{ server }",
      "../src/server",
      code`
        describe("server", () => {
          beforeEach(() => new Promise((done) => server.listen(0, done)));
          afterEach(() => new Promise((done) => server.close(done)));

          it("answers the method and the path", async () => {
            const response = await fetch(\`http://localhost:\${server.address().port}/a\`, { method: "PUT" });
            ${t.is("await response.text()", '"PUT"')}
            ${t.is('response.headers.get("x-path")', '"/a"')}
          });
        });
      `,
    ),
  },
});
