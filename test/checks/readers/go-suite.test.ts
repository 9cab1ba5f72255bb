import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { goSuiteReport } from "../../../src/checks/readers/go-suite.ts";

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

function treeOf(files: Readonly<Record<string, string>>): string {
  const tree = mkdtempSync(join(tmpdir(), "baton-go-"));
  folders.push(tree);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), text);
  }
  return tree;
}

const HELPERS = `package cart

func equal(t *testing.T, got, want any) {
	t.Helper()
	if got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

func sameLength(t *testing.T, got []int, want interface{}) { t.Helper(); equal(t, len(got), want) }

func note(t *testing.T, text string) {
	t.Helper()
	t.Log(text) // t.Errorf("it")
}

func check(t *testing.T, ok bool) {
	t.Helper()
	note(t, "checking")
	if !ok {
		t.Error("no")
	}
}
`;
const TREE = {
  "go.mod": "module example.com/cart\n",
  "helpers_test.go": HELPERS,
  "internal/assert/assert.go":
    'package assert\n\nimport "testing"\n\nfunc Positive(t testing.TB, n int) {\n\tt.Helper()\n\tif n < 1 {\n\t\tt.Error(n)\n\t}\n}\n',
};

/** How a test whose fourth line is `code` failed, when it printed `output` and then panicked. */
function kindOf(code: string, output = "    cart_test.go:4: got 0, want 2\n", name = "TestCart"): string | undefined {
  const tree = treeOf({
    ...TREE,
    "cart_test.go": `package cart\nimport "example.com/cart/internal/assert"\nfunc TestCart(t *testing.T) {\n\t${code}\n}\n`,
  });
  const of = { Package: "example.com/cart", Test: name };
  const events = [
    ...output.split(/(?<=\n)/).map((line) => ({ Action: "output", ...of, Output: line })),
    { Action: "output", ...of, Output: `--- FAIL: ${name} (0.00s)\n` },
    { Action: "output", ...of, Output: "panic: runtime error: index out of range\n\ngoroutine 1\n" },
    { Action: "fail", ...of },
    { Action: "fail", Package: "example.com/cart" },
  ];
  const stdout = events.map((event) => `${JSON.stringify(event)}\n`).join("");
  return goSuiteReport({ stdout, stderr: "" }, tree, "").tests[0]?.failure?.kind;
}

describe("a Go test that panics", () => {
  it.each([
    ["of its own", 't.Errorf("got %v", got)'],
    ["with an end", "t.Fatal(got)"],
    ["by a helper", "equal(t, len(got), 2)"],
    ["by a helper of a helper", "sameLength(t, got, 2)"],
    ["by a helper in a package of the module", "assert.Positive(t, got)"],
    ["by a closure", 'is := func(n int) { t.Helper(); t.Error("{") }; is(2)'],
  ])("failed by assertion when it had reported a failure before: %s", (_, code) => {
    expect(kindOf(code)).toBe("assertion");
  });

  it("failed by assertion in a subtest, and by what testify reports", () => {
    expect(kindOf("equal(t, got, 2)", "        cart_test.go:4: got 0\n", "TestCart/one")).toBe("assertion");
    expect(kindOf("is.Len(got, 2)", "    cart_test.go:4: \n        \tError Trace:\tcart_test.go:4\n")).toBe(
      "assertion",
    );
  });

  it.each([
    ["nothing", "equal(t, len(got), 2)", ""],
    ["a log", 't.Logf("got %v", err.Error())', undefined],
    ["a log of a helper", 'note(t, "x")', undefined],
    ["a log of a helper that may also fail", "check(t, true)", undefined],
    ["a log by another name", "logf(err.Error())", undefined],
    ["a log beside a comment", 'logf("x") // t.Error("no")', undefined],
    ["a log beside a text", 'logf("t.Error(x)")', undefined],
    ["what looks so after the panic", "equal(t, 0, 2)", "panic: no\n    cart_test.go:4: got\n"],
    ["a line of another file", "equal(t, 0, 2)", "    other_test.go:4: got\n"],
  ])("did not when it had told only %s", (_, code, output) => {
    expect(kindOf(code, output)).toBe("error");
  });

  it("that ran out of time stays so", () => {
    expect(kindOf('t.Error("a")', "    cart_test.go:4: a\npanic: test timed out after 1s\n")).toBe("timeout");
  });
});
