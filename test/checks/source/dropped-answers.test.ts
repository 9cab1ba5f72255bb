import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { createJavaScriptSource } from "../../../src/checks/source/javascript/index.ts";
import { findPython } from "../../../src/checks/runners/python.ts";
import { createPythonSource } from "../../../src/checks/source/python.ts";
import type { SourceTool } from "../../../src/schema/source.ts";
import { PYTHON_CACHE } from "../../support/python-cache.ts";

const root = mkdtempSync(join(tmpdir(), "baton-dropped-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const env = { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "" };

interface Varied {
  readonly tool: SourceTool;
  readonly program: string;
  readonly code: readonly [path: string, text: string];
  readonly test: readonly [path: string, text: string];
}

/** What a test prints over code that answers it otherwise. */
async function printed({ tool, program, code, test }: Varied): Promise<string[]> {
  const [path, head] = code;
  const tests = [{ path: test[0], text: test[1] }];
  const [varied] = (await tool.vary?.([{ path, base: null, head }], { tests, isLoud: false })) ?? [];
  for (const [name, text] of [[path, varied?.text ?? ""] as const, test]) {
    mkdirSync(join(root, dirname(name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  const out = execFileSync(program, [join(root, test[0])], { encoding: "utf8", env: { ...env, PYTHONPATH: root } });
  return out.trim().split("\n");
}

it("Python: what a lambda hands on counts where it is called, and a number keeps its class with what that knows", async () => {
  const python = (await findPython(env, "", "")) ?? "";
  const code = `class Exact(float):
    __slots__ = "error"
    def __new__(cls, value, error):
        self = super().__new__(cls, value)
        self.error = error
        return self

def add(items, item):
    items.append(item)
    return len(items)

def exact(value):
    return Exact(value, 0.5)
`;
  const test = `from shop.cart import add, exact

items = []
change = lambda to: add(to, 1)
change(items)
print(len(items), change(items), add(items, 1))
other = exact(2)
print(type(other).__name__, other, other.error)
`;
  const tool = createPythonSource({ python, env, directory: PYTHON_CACHE });
  expect(
    await printed({ tool, program: python, code: ["shop/cart.py", code], test: ["tests/test_cart.py", test] }),
  ).toEqual(["1 5 7", "Exact 5.0 0.5"]);
});

it("JavaScript: what an arrow hands on counts where it is called", async () => {
  const code = "export function add(items, item) {\n  items.push(item);\n  return items.length;\n}\n";
  const test = `import { add } from "../src/cart.mjs";
const items = [];
const heard = [];
const change = (to) => add(to, 1);
const noted = (to) => heard.push(change(to));
change(items);
noted(items);
console.log(items.length, heard, change(items));
`;
  const tool = createJavaScriptSource();
  const program = process.execPath;
  expect(await printed({ tool, program, code: ["src/cart.mjs", code], test: ["test/cart.test.mjs", test] })).toEqual([
    "2 [ 5 ] 7",
  ]);
});

it("JavaScript: bytes are others of the same kind, also none", async () => {
  const code =
    "export const bytes = (list) => Uint8Array.from(list);\nexport const text = (said) => Buffer.from(said);\n";
  const test = `import { bytes, text } from "../src/bytes.mjs";
console.log([bytes([255, 1]), bytes([]), text("ab")].map((one) => \`\${one.constructor.name} \${[...one]}\`).join("; "));
`;
  const tool = createJavaScriptSource();
  const program = process.execPath;
  expect(await printed({ tool, program, code: ["src/bytes.mjs", code], test: ["test/bytes.test.mjs", test] })).toEqual([
    "Uint8Array 0,2; Uint8Array 1; Buffer 98,99",
  ]);
});

it.each([
  [
    "Python",
    async () => {
      const program = (await findPython(env, "", "")) ?? "";
      const tool = createPythonSource({ python: program, env, directory: PYTHON_CACHE });
      const test = "from order import compare_age, age\n\nprint(compare_age(1, 3), compare_age(2, 2), age(-1))\n";
      const code = "def compare_age(a, b):\n    return a - b\n\n\ndef age(a):\n    return a\n";
      return { tool, program, code: ["order.py", code], test: ["test_order.py", test] } as const;
    },
  ],
  [
    "JavaScript",
    async () => {
      const test =
        'import { compareAge, age } from "./order.mjs";\nconsole.log(compareAge(1, 3), compareAge(2, 2), age(-1));\n';
      const code = "export const compareAge = (a, b) => a - b;\nexport const age = (a) => a;\n";
      const program = process.execPath;
      const tool = createJavaScriptSource();
      return { tool, program, code: ["order.mjs", code], test: ["order.test.mjs", test] } as const;
    },
  ],
])("%s: what says which comes first says the opposite", async (_, given) => {
  expect(await printed(await given())).toEqual(["2 1 -3"]);
});
