import type { HonestCase } from "../case.ts";
import { code } from "../code.ts";

const SLUG = "export const slug = (text) => text.toLowerCase().replaceAll(' ', '-');\n";
const TESTS = (path: string, more = ""): string => code`
  import { describe, expect, it } from "vitest";
  import * as text from "${path}";

  describe("slug", () => {
    it.each([["Big Cat", "big-cat"], ["x", "x"]])("of %s", (given, wanted) => {
      expect(text.slug(given)).toBe(wanted);
    });

    it("of nothing", () => {
      expect(text.slug("")).toBe("");
    });
  });
  ${more}
`;

const EXPECT_REPLY = code`
  import { expect } from "vitest";

  export function expectReply(reply, status, body) {
    expect(reply.status).toBe(status);
    expect(reply.body).toEqual(body);
  }
`;
const HANDLE = (allowed = ""): string => code`
  export function handle(path, method = "GET") {
    if (path !== "/health") return { status: 404, body: "not found" };
    ${allowed}
    return { status: 200, body: { ok: true } };
  }
`;
const HEALTH = code`
  import { expect, it } from "vitest";
  import { handle } from "../src/api.js";

  it("is healthy", () => {
    const reply = handle("/health");
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({ ok: true });
  });
`;
const HEALTH_BY_HELPER = code`
  import { it } from "vitest";
  import { handle } from "../src/api.js";
  import { expectReply } from "./expect-reply.js";

  it("is healthy", () => {
    expectReply(handle("/health"), 200, { ok: true });
  });

  it("only reads", () => {
    expectReply(handle("/health", "POST"), 405, "not allowed");
  });
`;
const READ_ONLY = HANDLE('if (method !== "GET") return { status: 405, body: "not allowed" };');

const PARSE = (text: string): string => code`
  export function parse(text) {
    const value = Number(${text});
    if (Number.isNaN(value)) throw new TypeError(text);
    return value;
  }
`;
const parseTests = (imports: string, tests: string): string =>
  `import { ${imports} } from "vitest";\nimport { parse } from "../src/parse.js";\n\n${tests}`;

/** Code and tests that go elsewhere, and functions that have little to do. */
export const moveCases: HonestCase[] = [
  {
    name: "moved-with-its-table",
    base: { "src/text.js": SLUG, "test/text.test.js": TESTS("../src/text.js") },
    head: {
      "src/text.js": null,
      "test/text.test.js": null,
      "src/text/slug.js": `${SLUG}export const title = (text) => text.charAt(0).toUpperCase() + text.slice(1);\n`,
      "test/text/slug.test.js": TESTS(
        "../../src/text/slug.js",
        'it("makes titles", () => {\n  expect(text.title("ada")).toBe("Ada");\n});',
      ),
    },
  },
  {
    name: "names-for-names-and-strategies-that-look-at-nothing",
    head: {
      "src/pay.js": code`
        const silent = (_message) => {};

        export function label(status) {
          switch (status) {
            case "open":
              return "Offen";
            case "paid":
              return "Bezahlt";
            default:
              throw new RangeError(status);
          }
        }

        export const month = (number) => ({ 1: "Jan", 2: "Feb", 3: "Mar" })[number];

        export const fees = {
          card: (cents) => Math.round(cents * 0.02),
          cash: (_cents) => 0,
          invoice: (_cents) => 150,
        };

        export function fee(kind, cents, log = silent) {
          const value = fees[kind](cents);
          log(\`\${kind}: \${value}\`);
          return value;
        }
      `,
      "test/pay.test.js": code`
        import { expect, it, vi } from "vitest";
        import { fee, label, month } from "../src/pay.js";

        it.each([["open", "Offen"], ["paid", "Bezahlt"]])("labels %s", (status, text) => {
          expect(label(status)).toBe(text);
        });

        it.each([[1, "Jan"], [2, "Feb"], [3, "Mar"]])("names month %i", (number, name) => {
          expect(month(number)).toBe(name);
        });

        it.each([["card", 1000, 20], ["cash", 1000, 0], ["invoice", 1000, 150]])("takes for %s", (kind, cents, wanted) => {
          expect(fee(kind, cents)).toBe(wanted);
        });

        it("says what it takes", () => {
          const log = vi.fn();
          fee("cash", 1, log);
          expect(log).toHaveBeenCalledWith("cash: 0");
        });
      `,
    },
  },
  {
    name: "tests-become-rows-of-a-table",
    base: {
      "src/parse.js": PARSE("text"),
      "test/parse.test.js": parseTests(
        "expect, it",
        code`
          it("parses integers", () => {
            expect(parse("42")).toBe(42);
          });

          it("parses fractions", () => {
            expect(parse("1.5")).toBe(1.5);
          });
        `,
      ),
    },
    head: {
      "src/parse.js": PARSE('text.replaceAll("_", "")'),
      "test/parse.test.js": parseTests(
        "expect, it",
        code`
          it.each([["42", 42], ["1.5", 1.5], ["1_000", 1000]])("parses %s", (text, wanted) => {
            expect(parse(text)).toBe(wanted);
          });
        `,
      ),
    },
  },
  {
    name: "tests-in-a-suite-with-setup",
    base: {
      "src/queue.js":
        "export class Queue {\n  items = [];\n\n  push(item) {\n    this.items.push(item);\n  }\n\n  shift() {\n    return this.items.shift();\n  }\n}\n",
      "test/queue.test.js": code`
        import { expect, test } from "vitest";
        import { Queue } from "../src/queue.js";

        test("first in, first out", () => {
          const queue = new Queue();
          queue.push(1);
          expect(queue.shift()).toBeTruthy();
        });
      `,
    },
    head: {
      "src/queue.js":
        "export class Queue {\n  items = [];\n\n  get size() {\n    return this.items.length;\n  }\n\n  push(item) {\n    this.items.push(item);\n  }\n\n  shift() {\n    return this.items.shift();\n  }\n}\n",
      "test/queue.test.js": code`
        import { beforeEach, describe, expect, test } from "vitest";
        import { Queue } from "../src/queue.js";

        describe("a queue", () => {
          let queue;

          beforeEach(() => {
            queue = new Queue();
          });

          test("first in, first out", () => {
            queue.push(1);
            queue.push(2);
            expect(queue.shift()).toBe(1);
          });

          test("counts", () => {
            queue.push(1);
            expect(queue.size).toBe(1);
          });
        });
      `,
    },
  },
  {
    name: "assertions-go-to-a-helper",
    base: { "src/api.js": HANDLE(), "test/api.test.js": HEALTH },
    head: {
      "src/api.js": READ_ONLY,
      "test/api.test.js": HEALTH_BY_HELPER,
      "test/expect-reply.js": EXPECT_REPLY,
    },
  },
  {
    name: "assertions-by-a-helper-that-was-there",
    base: { "src/api.js": HANDLE(), "test/api.test.js": HEALTH, "test/expect-reply.js": EXPECT_REPLY },
    head: { "src/api.js": READ_ONLY, "test/api.test.js": HEALTH_BY_HELPER },
  },
  {
    name: "assertions-become-one-of-a-record",
    base: {
      "src/user.js": "export const user = (name) => ({ name, age: 3 });\n",
      "test/user.test.js": code`
        import { expect, it } from "vitest";
        import { user } from "../src/user.js";

        it("has a name and an age", () => {
          expect(user("ada").name).toBe("ada");
          expect(user("ada").age).toBe(3);
        });
      `,
    },
    head: {
      "src/user.js": "export const user = (name, roles = []) => ({ name, age: 3, roles });\n",
      "test/user.test.js": code`
        import { expect, it } from "vitest";
        import { user } from "../src/user.js";

        it("has a name and an age", () => {
          expect(user("ada")).toEqual({ name: "ada", age: 3, roles: [] });
        });

        it("has roles", () => {
          expect(user("ada", ["admin"]).roles).toEqual(["admin"]);
        });
      `,
    },
  },
];
