import type { HonestCase } from "../case.ts";
import { code } from "../code.ts";
import type { Dialect } from "../dialect.ts";

/** Functions of values: what they answer, and what they do not. */
export const valueCases = (t: Dialect): HonestCase[] => [
  {
    name: "negative-only",
    head: {
      ...t.source(
        "esm",
        "src/leap-year",
        "export const isLeapYear = (y) => (y % 4 === 0 && y % 100 !== 0) || y % 400 === 0;",
      ),
      ...t.test(
        "esm",
        "test/leap-year",
        "{ isLeapYear }",
        "../src/leap-year",
        code`
          describe("isLeapYear", () => {
            it("is false for an ordinary year", () => {
              ${t.notOk("isLeapYear(2023)")}
            });
            it("is false for a century", () => {
              ${t.notOk("isLeapYear(1900)")}
            });
          });
        `,
      ),
    },
  },
  {
    name: "undefined-and-empty",
    head: {
      ...t.source(
        "cjs",
        "lib/users",
        code`
          function findUser(users, id) {
            return users.find((user) => user.id === id);
          }
          function searchUsers(users, text) {
            return users.filter((user) => user.name.includes(text));
          }
          module.exports = { findUser, searchUsers };
        `,
      ),
      ...t.test(
        "cjs",
        "lib/users",
        "{ findUser, searchUsers }",
        "./users",
        code`
          describe("users", () => {
            const users = [{ id: 1, name: "Ada" }];

            it("answers undefined for an unknown id", () => {
              ${t.is("findUser(users, 2)", "undefined")}
            });
            it("answers nothing when no name matches", () => {
              ${t.equal('searchUsers(users, "zzz")', "[]")}
            });
          });
        `,
      ),
    },
  },
  {
    name: "no-throw",
    head: {
      ...t.source(
        "ts",
        "src/port",
        code`
          export function assertPort(value: number): void {
            if (!Number.isInteger(value) || value < 1 || value > 65535) {
              throw new RangeError(\`\${value} is no port\`);
            }
          }
        `,
      ),
      ...t.test(
        "ts",
        "src/port",
        "{ assertPort }",
        "./port",
        code`
          it("accepts a port", () => {
            ${t.notThrows("assertPort(8080)")}
          });
          it("refuses what is none", () => {
            ${t.throws("assertPort(0)", "/0 is no port/")}
            ${t.throwsType("assertPort(70000)", "RangeError")}
          });
        `,
      ),
    },
  },
  {
    name: "dereferenced-result",
    head: {
      ...t.source(
        "ts",
        "src/session",
        code`
          export interface Session {
            user: { profile: { name: string; roles: string[] } };
          }
          export function openSession(name: string, roles: string[] = ["guest"]): Session {
            return { user: { profile: { name, roles } } };
          }
        `,
      ),
      ...t.test(
        "ts",
        "test/session",
        "{ openSession }",
        "../src/session",
        code`
          it("opens a session for a guest", () => {
            const session = openSession("Ada");
            ${t.is("session.user.profile.name", '"Ada"')}
            ${t.is("session.user.profile.roles.length", "1")}
            ${t.is("session.user.profile.roles[0]", '"guest"')}
          });
        `,
      ),
    },
  },
  {
    name: "odd-numbers",
    head: {
      ...t.source(
        "esm",
        "src/numbers",
        code`
          export const factorial = (n) => (n <= 1n ? 1n : n * factorial(n - 1n));
          export const mean = (list) => list.reduce((a, b) => a + b, 0) / list.length;
          export const mirrored = (n) => n * -1;
        `,
      ),
      ...t.test(
        "esm",
        "test/numbers",
        "{ factorial, mean, mirrored }",
        "../src/numbers",
        code`
          it("computes beyond 2^53", () => {
            ${t.is("factorial(20n)", "2432902008176640000n")}
          });
          it("has no mean of nothing", () => {
            ${t.ok("Number.isNaN(mean([]))")}
          });
          it("mirrors zero to negative zero", () => {
            ${t.ok("Object.is(mirrored(0), -0)")}
          });
          it("comes close", () => {
            ${t.ok("Math.abs(mean([0.1, 0.2]) - 0.15) < 1e-9")}
          });
        `,
      ),
    },
  },
  {
    name: "currying",
    head: {
      ...t.source(
        "ts",
        "src/compose",
        code`
          type Step<T> = (value: T) => T;
          export const pipe = <T>(...steps: Step<T>[]): Step<T> => (value) => steps.reduce((v, step) => step(v), value);
          export const add = (a: number) => (b: number): number => a + b;
        `,
      ),
      ...t.test(
        "ts",
        "test/compose",
        "{ add, pipe }",
        "../src/compose",
        code`
          it("adds one after another", () => {
            ${t.is("add(1)(2)", "3")}
          });
          it("pipes through every step", () => {
            const both = pipe(add(1), add(10));
            ${t.is("both(5)", "16")}
          });
        `,
      ),
    },
  },
  {
    name: "tagged-template",
    head: {
      ...t.source(
        "esm",
        "src/html",
        code`
          const escapes = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
          const escape = (value) => String(value).replace(/[&<>]/g, (sign) => escapes[sign]);
          export function html(parts, ...values) {
            return parts.reduce((text, part, index) => text + part + (index < values.length ? escape(values[index]) : ""), "");
          }
        `,
      ),
      ...t.test(
        "esm",
        "test/html",
        "{ html }",
        "../src/html",
        code`
          it("escapes what is put in", () => {
            const name = "<b>";
            ${t.is("html`<p>${name} & co</p>`", '"<p>&lt;b&gt; & co</p>"')}
          });
        `,
      ),
    },
  },
  {
    name: "intl-and-url",
    head: {
      ...t.source(
        "esm",
        "src/format",
        code`
          export const price = (amount) => new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }).format(amount);
          export function searchUrl(base, query) {
            const url = new URL("/search", base);
            for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
            return url;
          }
        `,
      ),
      ...t.test(
        "esm",
        "test/format",
        "{ price, searchUrl }",
        "../src/format",
        code`
          describe("format", () => {
            it("writes prices", () => {
              ${t.is("price(1234.5)", '"$1,234.50"')}
            });
            it("builds a search address", () => {
              const url = searchUrl("https://example.test", { q: "a b" });
              ${t.is("url.pathname", '"/search"')}
              ${t.is('url.searchParams.get("q")', '"a b"')}
              ${t.is("url.href", '"https://example.test/search?q=a+b"')}
            });
          });
        `,
      ),
    },
  },
  {
    name: "regular-expression",
    head: {
      ...t.source(
        "esm",
        "src/mentions",
        code`
          const MENTION = /@(?<name>\w+)/g;
          export const mentions = (text) => [...text.matchAll(MENTION)].map((match) => match.groups.name);
          export const isMention = (text) => /^@\w+$/.test(text);
        `,
      ),
      ...t.test(
        "esm",
        "test/mentions",
        "{ isMention, mentions }",
        "../src/mentions",
        code`
          it("finds every mention", () => {
            ${t.equal('mentions("hi @ada and @bob")', '["ada", "bob"]')}
          });
          it("finds none", () => {
            ${t.equal('mentions("hi")', "[]")}
            ${t.notOk('isMention("ada")')}
          });
        `,
      ),
    },
  },
  {
    name: "injected-clock",
    head: {
      ...t.source(
        "ts",
        "src/token",
        code`
          export interface Token { value: string; expiresAt: Date }
          export function issue(value: string, now: () => Date, minutes = 15): Token {
            return { value, expiresAt: new Date(now().getTime() + minutes * 60_000) };
          }
          export const isExpired = (token: Token, now: () => Date): boolean => token.expiresAt <= now();
        `,
      ),
      ...t.test(
        "ts",
        "test/token",
        "{ isExpired, issue }",
        "../src/token",
        code`
          const noon = () => new Date("2024-05-01T12:00:00Z");

          it("expires after a quarter of an hour", () => {
            const token = issue("abc", noon);
            ${t.is("token.expiresAt.toISOString()", '"2024-05-01T12:15:00.000Z"')}
          });
          it("is fresh at once", () => {
            ${t.notOk('isExpired(issue("abc", noon), noon)')}
          });
        `,
      ),
    },
  },
  {
    name: "frozen-constants",
    head: {
      ...t.source(
        "esm",
        "src/status",
        code`
          export const STATUS = Object.freeze({ OPEN: "open", CLOSED: "closed" });
          export const FINAL = new Set([STATUS.CLOSED]);
          export const LABELS = new Map([[STATUS.OPEN, "Open"], [STATUS.CLOSED, "Closed"]]);
        `,
      ),
      ...t.test(
        "esm",
        "test/status",
        "{ FINAL, LABELS, STATUS }",
        "../src/status",
        code`
          it("is frozen", () => {
            ${t.ok("Object.isFrozen(STATUS)")}
          });
          it("names every status", () => {
            ${t.equal("[...LABELS.keys()]", "Object.values(STATUS)")}
            ${t.is('LABELS.get("open")', '"Open"')}
          });
          it("ends with closed", () => {
            ${t.ok("FINAL.has(STATUS.CLOSED)")}
            ${t.notOk("FINAL.has(STATUS.OPEN)")}
          });
        `,
      ),
    },
  },
];
