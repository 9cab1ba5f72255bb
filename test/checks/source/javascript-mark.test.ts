import { describe, expect, it } from "vitest";
import { createJavaScriptSource } from "../../../src/checks/source/javascript/index.ts";

const tool = createJavaScriptSource();
const MARK = `void "__batonStub()"`;

async function mark(head: string, base: string | null = null, path = "a.js"): Promise<string | null> {
  const [file] = await tool.mark([{ path, base, head }]);
  return file?.text ?? null;
}

describe("marks of a stub over code that stays as it is", () => {
  it.each([
    ["a function", "function f() { return 1; }", `function f() { ${MARK}; return 1; }`],
    ["a directive", `function f() { "use strict"; return 1; }`, `function f() { "use strict"; ${MARK}; return 1; }`],
    ["an arrow function", "const f = () => ({ a: 1 });", `const f = () => ((${MARK}, { a: 1 }));`],
    ["an asynchronous arrow function", "const f = async () => await 1;", `const f = async () => (${MARK}, await 1);`],
    ["a method", "class A { m() { return 1; } }", `class A { m() { ${MARK}; return 1; } }`],
    [
      "a constructor, which stays",
      "class A { constructor() { this.a = 1; } }",
      "class A { constructor() { this.a = 1; } }",
    ],
  ])("are put into %s", async (_what, head, expected) => {
    expect(await mark(head)).toBe(`${expected}\n;void function __batonStub() {};\n`);
  });

  it("take no comma in TypeScript, which refuses one", async () => {
    expect(await mark("const f = (): number => 1;", null, "a.ts")).toContain("=> 1 /* __batonStub() */;");
  });

  it("leave out files in which nothing can be stubbed", async () => {
    expect(await mark("function f() { return 1; }", "function f() { return 1; }")).toBeNull();
    expect(await mark("export declare const a: number;", null, "a.d.ts")).toBeNull();
  });

  it("leave what the code does", async () => {
    const text = (await mark("const twice = (a) => a * 2;\nfunction f(a) { return twice(a) + 1; }")) ?? "";
    // oxlint-disable-next-line typescript/no-implied-eval -- the marked text has to be run to be known equal
    expect(new Function(`${text} return f(4);`)()).toBe(9);
  });
});
