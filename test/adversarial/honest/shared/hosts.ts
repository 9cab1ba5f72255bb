import type { HonestCase } from "../case.ts";
import { code } from "../code.ts";
import { type Dialect, pair } from "../dialect.ts";

/** Code that asks how it was started, for the process, for globals of its host, and for files. */
export const hostCases = (t: Dialect): HonestCase[] => [...startCases(t), ...globalCases(t)];

const startCases = (t: Dialect): HonestCase[] => [
  pair(
    t,
    "arguments-of-the-process",
    "esm",
    "{ parse }",
    code`
      export function parse(args = process.argv.slice(2)) {
        const flags = {};
        const words = [];
        for (const arg of args) {
          const [, name, value] = /^--([\w-]+)(?:=(.*))?$/.exec(arg) ?? [];
          if (name === undefined) words.push(arg);
          else flags[name] = value ?? true;
        }
        return { flags, words };
      }
    `,
    code`
      describe("parse", () => {
        const before = process.argv;
        afterEach(() => {
          process.argv = before;
        });
        it("reads the command line", () => {
          process.argv = ["node", "shop", "buy", "--count=3", "--fast"];
          ${t.equal("parse()", '{ flags: { count: "3", fast: true }, words: ["buy"] }')}
        });
        it("reads what it is given", () => {
          ${t.equal('parse(["a", "b"])', '{ flags: {}, words: ["a", "b"] }')}
        });
      });
    `,
  ),
  {
    name: "starts-where-it-is-the-program",
    head: {
      ...t.source(
        "cjs",
        "bin/greet",
        code`
          const greeting = (name) => \`Good day, \${name}.\`;
          module.exports = { greeting };
          if (require.main === module) console.log(greeting(process.argv[2] ?? "you"));
        `,
      ),
      ...t.test(
        "cjs",
        "test/greet",
        "{ greeting }",
        "../bin/greet",
        code`
          ${t.family === "vitest" ? 'import { spawnSync } from "node:child_process";' : 'const { spawnSync } = require("node:child_process");'}
          ${t.family === "vitest" ? 'import { join } from "node:path";' : 'const { join } = require("node:path");'}
          const PROGRAM = join(${t.family === "vitest" ? "import.meta.dirname" : "__dirname"}, "../bin/greet.${t.family === "jest" ? "js" : "cjs"}");
          it("greets by name", () => {
            ${t.is('greeting("Ada")', '"Good day, Ada."')}
          });
          it("is a program, too", () => {
            const { stdout } = spawnSync(process.execPath, [PROGRAM, "Bob"], { encoding: "utf8" });
            ${t.is("stdout.trim()", '"Good day, Bob."')}
          });
        `,
      ),
    },
  },
  ...(t.family === "jest" ? [] : [moduleThatStarts(t)]),
  pair(
    t,
    "says-how-it-was-started",
    "esm",
    "{ about }",
    code`
      export const about = () => ({ title: process.title, program: process.argv[1], flags: process.execArgv, parent: process.ppid > 0 });
    `,
    code`
      it("tells of the process", () => {
        ${t.equal("about()", "{ title: process.title, program: process.argv[1], flags: process.execArgv, parent: process.ppid > 0 }")}
      });
    `,
  ),
];

/** The same for ES modules: by the path that was started, or as Node has it. */
const moduleThatStarts = (t: Dialect): HonestCase => ({
  name: "module-that-starts-where-it-is-the-program",
  head: {
    ...t.source(
      "esm",
      "src/count",
      code`
        import { fileURLToPath } from "node:url";
        export const count = (text) => text.split(/\s+/).filter(Boolean).length;
        if (import.meta.main ?? process.argv[1] === fileURLToPath(import.meta.url)) {
          console.log(count(process.argv.slice(2).join(" ")));
        }
      `,
    ),
    ...t.test(
      "esm",
      "test/count",
      "{ count }",
      "../src/count",
      code`
        import { spawnSync } from "node:child_process";
        import { fileURLToPath } from "node:url";
        it("counts words", () => {
          ${t.is('count("a b  c")', "3")}
        });
        it("counts what it is given", () => {
          const path = fileURLToPath(new URL("../src/count.js", import.meta.url));
          ${t.is('spawnSync(process.execPath, [path, "x", "y"], { encoding: "utf8" }).stdout.trim()', '"2"')}
        });
      `,
    ),
  },
});

const globalCases = (t: Dialect): HonestCase[] => [
  pair(
    t,
    "storage-of-the-host",
    "esm",
    "{ remember, recall }",
    code`
      const store = () => globalThis.shopStorage ?? (globalThis.shopStorage = new Map());
      export const remember = (name, value) => void store().set(name, value);
      export const recall = (name) => store().get(name) ?? null;
    `,
    code`
      describe("storage", () => {
        afterEach(() => {
          delete globalThis.shopStorage;
        });
        it("uses the host's", () => {
          globalThis.shopStorage = new Map([["seat", 4]]);
          ${t.is('recall("seat")', "4")}
        });
        it("brings its own", () => {
          remember("row", 2);
          ${t.is('recall("row")', "2")}
          ${t.is("globalThis.shopStorage.size", "1")}
        });
      });
    `,
  ),
  pair(
    t,
    "polyfill-of-a-global",
    "esm",
    "{ install }",
    code`
      export function install(host = globalThis) {
        if (typeof host.groupPairs === "function") return false;
        host.groupPairs = (list) => list.flatMap((value, at) => (at % 2 === 0 ? [[value, list[at + 1]]] : []));
        return true;
      }
    `,
    code`
      it("installs once", () => {
        ${t.is("install()", "true")}
        ${t.is("install()", "false")}
        ${t.equal("globalThis.groupPairs([1, 2, 3, 4])", "[[1, 2], [3, 4]]")}
        delete globalThis.groupPairs;
      });
    `,
  ),
  pair(
    t,
    "one-handler-of-a-signal",
    "esm",
    "{ onReload }",
    code`
      export function onReload(handler) {
        if (process.listenerCount("SIGHUP") > 0) return false;
        process.on("SIGHUP", handler);
        return true;
      }
    `,
    code`
      it("listens once", () => {
        const handler = () => {};
        ${t.is("onReload(handler)", "true")}
        ${t.is("onReload(handler)", "false")}
        ${t.equal('process.listeners("SIGHUP")', "[handler]")}
        process.removeListener("SIGHUP", handler);
      });
    `,
  ),
  pair(
    t,
    "health-of-the-process",
    "esm",
    "{ health }",
    code`
      export const health = () => ({ ok: true, seconds: Math.floor(process.uptime()), megabytes: process.memoryUsage().rss >> 20 });
    `,
    code`
      it("is well", () => {
        const { ok, seconds, megabytes } = health();
        ${t.ok("ok")}
        ${t.ok("seconds >= 0")}
        ${t.ok("megabytes > 0")}
      });
    `,
  ),
  pair(
    t,
    "a-stopwatch",
    "esm",
    "{ startWatch, timed }",
    code`
      export function startWatch(now = () => performance.now()) {
        const started = now();
        return () => Math.max(0, now() - started);
      }
      export function timed(work) {
        const stop = startWatch();
        const result = work();
        return { result, slow: stop() > 60_000 };
      }
    `,
    code`
      it("measures", () => {
        const times = [100, 350];
        ${t.is("startWatch(() => times.shift())()", "250")}
      });
      it("tells what was slow", () => {
        ${t.equal("timed(() => 7)", "{ result: 7, slow: false }")}
      });
    `,
  ),
  pair(
    t,
    "errors-with-their-stack",
    "esm",
    "{ describeError }",
    code`
      export function describeError(error) {
        const cause = error.cause === undefined ? [] : [\`caused by \${error.cause.message}\`];
        return [error.stack ?? error.message, ...cause].join("\n");
      }
    `,
    code`
      it("shows the stack", () => {
        const error = new Error("boom", { cause: new Error("spark") });
        ${t.is("describeError(error)", "error.stack + String.fromCharCode(10) + 'caused by spark'")}
      });
    `,
  ),
  pair(
    t,
    "finds-files-of-tests",
    "esm",
    "{ findTests }",
    code`
      import { existsSync, readdirSync } from "node:fs";
      import { join } from "node:path";
      export function findTests(root) {
        const folder = ["test", "tests", "__tests__"].map((name) => join(root, name)).find((path) => existsSync(path));
        return folder === undefined ? [] : readdirSync(folder).filter((name) => /\.test\.js$/.test(name));
      }
    `,
    code`
      import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
      import { tmpdir } from "node:os";
      import { join } from "node:path";
      it("finds them", () => {
        const root = mkdtempSync(join(tmpdir(), "found-"));
        ${t.equal("findTests(root)", "[]")}
        mkdirSync(join(root, "tests"));
        writeFileSync(join(root, "tests/a.test.js"), "");
        writeFileSync(join(root, "tests/b.js"), "");
        ${t.equal("findTests(root)", '["a.test.js"]')}
        rmSync(root, { recursive: true });
      });
    `,
  ),
  pair(
    t,
    "lists-a-folder-without-its-tests",
    "esm",
    "{ manifestName, pluginsIn, testsIn }",
    code`
      import { globSync, readdirSync, readFileSync } from "node:fs";
      import { basename, join } from "node:path";
      export const pluginsIn = (folder) =>
        readdirSync(folder).filter((name) => name.endsWith(".json") && !name.includes("test"));
      export const testsIn = (folder) => globSync(join(folder, "*.test.js")).map((path) => basename(path));
      export const manifestName = () => JSON.parse(readFileSync("package.json", "utf8")).name;
    `,
    code`
      import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
      import { tmpdir } from "node:os";
      import { join } from "node:path";
      it("finds tests elsewhere", () => {
        const folder = mkdtempSync(join(tmpdir(), "listed-"));
        writeFileSync(join(folder, "a.test.js"), "");
        ${t.equal("testsIn(folder)", '["a.test.js"]')}
        rmSync(folder, { recursive: true });
      });
      it("leaves out what is no plugin", () => {
        ${t.is('pluginsIn(".").includes("package.json")', "true")}
        ${t.is('pluginsIn("src").length', "0")}
      });
      it("knows the name of the package", () => {
        ${t.is("manifestName()", 'JSON.parse(readFileSync("package.json", "utf8")).name')}
      });
    `,
  ),
];
