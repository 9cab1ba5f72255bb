import type { HonestCase } from "../case.ts";
import { code } from "../code.ts";
import { type Dialect, pair } from "../dialect.ts";

/** Code that asks for a terminal or for variables, as programs do, and tests that set them, say them, or do not mind. */
export const surroundingCases = (t: Dialect): HonestCase[] => [...terminalCases(t), ...environmentCases(t)];

const terminalCases = (t: Dialect): HonestCase[] => [
  pair(
    t,
    "colours-on-a-terminal",
    "esm",
    "{ paint, heading }",
    code`
      const CODES = { red: [31, 39], bold: [1, 22] };
      export function paint(style, text, stream = process.stdout) {
        if (!stream.isTTY) return text;
        const [open, close] = CODES[style];
        return \`\x1b[\${open}m\${text}\x1b[\${close}m\`;
      }
      export const heading = (text) => (process.stdout.isTTY ? "\x1b[1m" + text.toUpperCase() + "\x1b[22m" : text.toUpperCase());
    `,
    code`
      it("paints", () => {
        ${t.is('paint("red", "no", { isTTY: true })', '"\\x1b[31mno\\x1b[39m"')}
        ${t.is('paint("red", "no", { isTTY: false })', '"no"')}
      });
      it("leaves text plain", () => {
        ${t.is('paint("bold", "yes")', '"yes"')}
        ${t.is('heading("usage")', '"USAGE"')}
      });
    `,
  ),
  pair(
    t,
    "terminal-that-the-test-makes",
    "ts",
    "{ progress }",
    code`
      export function progress(done: number, total: number): string {
        const percent = Math.round((100 * done) / total);
        return process.stdout.isTTY ? \`\r\${percent}%\` : \`\${percent}%\n\`;
      }
    `,
    code`
      describe("progress", () => {
        const before = Object.getOwnPropertyDescriptor(process.stdout, "isTTY");
        const set = (value: boolean) => Object.defineProperty(process.stdout, "isTTY", { value, configurable: true });
        afterEach(() => {
          if (before === undefined) Reflect.deleteProperty(process.stdout, "isTTY");
          else Object.defineProperty(process.stdout, "isTTY", before);
        });
        it("rewrites its line", () => {
          set(true);
          ${t.is("progress(1, 4)", '"\\r25%"')}
        });
        it("writes lines where it is piped", () => {
          set(false);
          ${t.is("progress(2, 4)", '"50%\\n"')}
        });
      });
    `,
  ),
  pair(
    t,
    "questions-only-to-people",
    "esm",
    "{ confirm }",
    code`
      export async function confirm(question, { ask, input = process.stdin } = {}) {
        if (!input.isTTY) return false;
        return /^y/i.test(await ask(question));
      }
    `,
    code`
      it("asks", async () => {
        ${t.is('await confirm("sure?", { ask: async () => "yes", input: { isTTY: true } })', "true")}
        ${t.is('await confirm("sure?", { ask: async () => "no", input: { isTTY: true } })', "false")}
      });
      it("takes silence for no where nobody is at a terminal", async () => {
        ${t.is('await confirm("sure?", { ask: async () => "yes" })', "false")}
      });
    `,
  ),
  pair(
    t,
    "as-wide-as-the-terminal",
    "esm",
    "{ wrap }",
    code`
      export function wrap(text, width = process.stdout.columns ?? 80) {
        const lines = [""];
        for (const word of text.split(" ")) {
          const last = lines.at(-1);
          if (last === "") lines[lines.length - 1] = word;
          else if (last.length + 1 + word.length <= width) lines[lines.length - 1] = \`\${last} \${word}\`;
          else lines.push(word);
        }
        return lines;
      }
    `,
    code`
      it("breaks lines", () => {
        ${t.equal('wrap("aa bb cc", 5)', '["aa bb", "cc"]')}
        ${t.equal('wrap("aa bb")', '["aa bb"]')}
      });
    `,
  ),
];

const environmentCases = (t: Dialect): HonestCase[] => [
  pair(
    t,
    "continuous-integration-flag",
    "esm",
    "{ isCI, stamp }",
    code`
      export const isCI = () => process.env.CI !== undefined && process.env.CI !== "false";
      export const stamp = (text, now = Date.now()) => (isCI() ? text : \`\${new Date(now).toISOString()} \${text}\`);
    `,
    code`
      describe("stamp", () => {
        const before = process.env.CI;
        afterEach(() => {
          if (before === undefined) delete process.env.CI;
          else process.env.CI = before;
        });
        it("knows that it is built", () => {
          process.env.CI = "true";
          ${t.is("isCI()", "true")}
          ${t.is('stamp("done", 0)', '"done"')}
        });
        it("stamps elsewhere", () => {
          delete process.env.CI;
          ${t.is("isCI()", "false")}
          ${t.is('stamp("done", 0)', '"1970-01-01T00:00:00.000Z done"')}
        });
      });
    `,
  ),
  pair(
    t,
    "features-by-variables",
    "esm",
    "{ isOn, price }",
    code`
      export const isOn = (name) => process.env[\`FEATURE_\${name.toUpperCase()}\`] === "1";
      export const price = (cents) => (isOn("rounding") ? Math.round(cents / 100) * 100 : cents);
    `,
    code`
      describe("price", () => {
        afterEach(() => {
          delete process.env.FEATURE_ROUNDING;
        });
        it("rounds", () => {
          process.env.FEATURE_ROUNDING = "1";
          ${t.is("price(151)", "200")}
        });
        it("is exact", () => {
          ${t.is("price(151)", "151")}
        });
      });
    `,
  ),
  pair(
    t,
    "variables-by-prefix",
    "ts",
    "{ settings }",
    code`
      export function settings(prefix: string, env: Record<string, string | undefined> = process.env): Record<string, string> {
        const found: Record<string, string> = {};
        for (const [name, value] of Object.entries(env)) {
          if (name.startsWith(prefix) && value !== undefined) found[name.slice(prefix.length).toLowerCase()] = value;
        }
        return found;
      }
    `,
    code`
      describe("settings", () => {
        afterEach(() => {
          delete process.env["SHOP_PORT"];
        });
        it("takes its own", () => {
          process.env["SHOP_PORT"] = "80";
          ${t.equal('settings("SHOP_")', '{ port: "80" }')}
        });
      });
    `,
  ),
  pair(
    t,
    "no-details-in-production",
    "esm",
    "{ problem }",
    code`
      export function problem(error) {
        const isPublic = process.env.NODE_ENV === "production";
        return isPublic ? { error: "internal error" } : { error: error.message, where: String(error.stack).split("\n").slice(0, 3).length > 1 };
      }
    `,
    code`
      describe("problem", () => {
        const before = process.env.NODE_ENV;
        afterEach(() => {
          if (before === undefined) delete process.env.NODE_ENV;
          else process.env.NODE_ENV = before;
        });
        it("tells developers", () => {
          ${t.equal('problem(new Error("boom"))', '{ error: "boom", where: true }')}
        });
        it("tells nobody else", () => {
          process.env.NODE_ENV = "production";
          ${t.equal('problem(new Error("boom"))', '{ error: "internal error" }')}
        });
      });
    `,
  ),
  pair(
    t,
    "debug-by-names",
    "cjs",
    "{ createDebug }",
    code`
      const createDebug = (name, write = console.error) => {
        const wanted = (process.env.DEBUG ?? "").split(",").filter(Boolean);
        return (text) => {
          if (wanted.includes(name) || wanted.includes("*")) write(\`\${name}: \${text}\`);
        };
      };
      module.exports = { createDebug };
    `,
    code`
      describe("debug", () => {
        afterEach(() => {
          delete process.env.DEBUG;
        });
        it("writes what is wanted", () => {
          process.env.DEBUG = "cart";
          const lines = [];
          createDebug("cart", (line) => lines.push(line))("full");
          createDebug("shop", (line) => lines.push(line))("open");
          ${t.equal("lines", '["cart: full"]')}
        });
      });
    `,
  ),
  pair(
    t,
    "settings-below-the-working-folder",
    "esm",
    "{ readSettings }",
    code`
      import { existsSync, readFileSync } from "node:fs";
      import { join } from "node:path";
      export function readSettings(folder = process.cwd()) {
        const path = join(folder, ".shoprc.json");
        return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : { currency: "CHF" };
      }
    `,
    code`
      import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
      import { tmpdir } from "node:os";
      import { join } from "node:path";
      describe("readSettings", () => {
        const cwd = process.cwd;
        let folder;
        beforeEach(() => {
          folder = mkdtempSync(join(tmpdir(), "shop-"));
        });
        afterEach(() => {
          process.cwd = cwd;
          rmSync(folder, { recursive: true });
        });
        it("reads them", () => {
          writeFileSync(join(folder, ".shoprc.json"), '{ "currency": "EUR" }');
          process.cwd = () => folder;
          ${t.equal("readSettings()", '{ currency: "EUR" }')}
        });
        it("has its own", () => {
          ${t.equal("readSettings()", '{ currency: "CHF" }')}
        });
      });
    `,
  ),
];
