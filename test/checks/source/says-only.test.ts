import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createGoSource } from "../../../src/checks/source/go.ts";
import { createJavaSource } from "../../../src/checks/source/java/index.ts";
import { createJavaScriptSource } from "../../../src/checks/source/javascript/index.ts";
import { createPythonSource } from "../../../src/checks/source/python.ts";
import { createRustSource } from "../../../src/checks/source/rust/index.ts";
import { hasTool } from "../../support/go.ts";

const directory = mkdtempSync(join(tmpdir(), "baton-says-"));
afterAll(() => rmSync(directory, { recursive: true }));
const env = { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "" };

const JAVASCRIPT = ["// one\nexport const one = (a) => a /* b */ + 1;\n", "export const one = (a) => a + 1; // uno\n"];
const PYTHON = [
  '"""One."""\ndef one(a):\n    """Says."""\n    return a + 1  # b\n',
  '"""Uno."""\ndef one(a):\n    return a + 1\n',
];
const GO = [
  "package one\n\n// One.\nfunc One() int { return 1 } // b\n",
  "package one\n\n// Uno.\nfunc One() int { return 1 }\n",
];
const RUST = ["/// One.\npub fn one() -> i32 { 1 /* b */ }\n", "//! All.\n/// Uno.\npub fn one() -> i32 {\n    1\n}\n"];
const JAVA = [
  "/** One. */\nclass One { int one() { return 1; } }\n",
  "class One {\n  int one() { return 1; /* b */ }\n}\n",
];

const tools = [
  ["a.ts", createJavaScriptSource(), JAVASCRIPT, [["export const one = 1;\n", "export const one = 2;\n"]]],
  [
    "a.py",
    createPythonSource({ python: "python3", env, directory }),
    PYTHON,
    [
      ["def one():\n    return '# 1'\n", "def one():\n    return '# 2'\n"],
      [
        'def one():\n    """\n    >>> one()\n    1\n    """\n    return 1\n',
        'def one():\n    """Says."""\n    return 1\n',
      ],
    ],
  ],
  [
    "a.rs",
    createRustSource(),
    RUST,
    [
      ["pub fn one() -> i32 { 1 }\n", "pub fn one() -> i32 { 2 }\n"],
      [
        "/// ```\n/// assert_eq!(one(), 1);\n/// ```\npub fn one() -> i32 { 1 }\n",
        "/// One.\npub fn one() -> i32 { 1 }\n",
      ],
    ],
  ],
  ["A.java", createJavaSource(), JAVA, [['class A { String a = "// 1"; }\n', 'class A { String a = "// 2"; }\n']]],
  ...(hasTool("go", "version")
    ? [
        [
          "a.go",
          createGoSource({ go: "go", env, directory }),
          GO,
          [
            ["package one\n\nvar a = `// 1`\n", "package one\n\nvar a = `// 2`\n"],
            ["package one\n", "//go:build linux\n\npackage one\n"],
          ],
        ] as const,
      ]
    : []),
] as const;

test.each(tools)(
  "tells in %s what only says something else from what runs otherwise",
  async (path, tool, said, runs) => {
    const [base = "", head = ""] = said;
    const others = runs.map(([one = "", other = ""]) => ({ path: `other-${path}`, base: one, head: other }));
    const files = [{ path, base, head }, ...others, { path: `new-${path}`, base: null, head }];
    expect(await tool.saysOnly(files)).toEqual([path]);
  },
  120_000,
);
