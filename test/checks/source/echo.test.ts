import { beforeAll, describe, expect, it } from "vitest";
import { createJavaScriptSource } from "../../../src/checks/source/javascript/index.ts";
import { findPython } from "../../../src/checks/runners/python.ts";
import { createPythonSource } from "../../../src/checks/source/python.ts";
import type { SourceTool } from "../../../src/schema/source.ts";
import { PYTHON_CACHE } from "../../support/python-cache.ts";
import { py } from "../../support/python.ts";

const javascript = createJavaScriptSource();
const env = { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "" };
let python: SourceTool;
beforeAll(async () => {
  python = createPythonSource({ python: (await findPython(env, "", "")) ?? "", env, directory: PYTHON_CACHE });
});

describe("code that gives back what it is given", () => {
  const HEAD = `export const plain = (text) => text.trim();
export async function later(text = "a") { await 1; return text; }
export class Codec { encode(bytes) { return bytes.map((one) => one ^ 1); } static of() { return new Codec(); } }
export function* each(list) { yield* list; }
export const apart = ({ text }) => text;
`;

  it("is that of changed functions with a first parameter, of JavaScript", async () => {
    const [file] = (await javascript.echo?.([{ path: "src/a.mjs", base: null, head: HEAD }])) ?? [];
    expect(file?.symbols).toEqual(["plain", "later", "Codec.encode"]);
    const module = (await import(`data:text/javascript,${encodeURIComponent(file?.text ?? "")}`)) as {
      plain(text: unknown): unknown;
      later(text?: unknown): Promise<unknown>;
      each(list: unknown[]): Iterable<unknown>;
      Codec: { of(): { encode(bytes: unknown): unknown } };
    };
    expect([module.plain(1), await module.later(), module.Codec.of().encode(2)]).toEqual([1, "a", 2]);
    expect([...module.each([3])]).toEqual([3]);
  });

  it("keeps what base has, and what is not named", async () => {
    const base = HEAD.replace("text.trim()", "text");
    const [file] = (await javascript.echo?.([{ path: "src/a.ts", base, head: HEAD }])) ?? [];
    expect(file?.symbols).toEqual(["plain"]);
    const named = (await javascript.echo?.([{ path: "src/a.js", base: null, head: HEAD }], ["later"])) ?? [];
    expect(named.map(({ symbols }) => symbols)).toEqual([["later"]]);
  });

  it("is that of Python's, without those that Python itself calls", async () => {
    const head = py`
      def plain(text, times=1):
          """Doubles."""
          return text * times


      async def later(*, text):
          return text


      class Codec:
          def __init__(self, key):
              self.key = key

          def encode(self, data):
              return data + self.key

          @staticmethod
          def of(data): return 1

          def each(self, items):
              yield from items
    `;
    const [file] = (await python.echo?.([{ path: "a.py", base: null, head }])) ?? [];
    expect(file?.symbols).toEqual(["plain", "Codec.encode", "Codec.of"]);
    expect(file?.text.match(/return (?:text|data)\b.*/g)).toEqual([
      "return text",
      "return text * times",
      "return text",
      "return data",
      "return data + self.key",
      "return data",
    ]);
  });
});
