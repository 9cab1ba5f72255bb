import { expect, test } from "vitest";
import { judgeSwitches } from "../../../../src/core/proof/looks/switches.ts";

const asked = (path: string, head: string, tests: string, base: string | null = null): string[] =>
  judgeSwitches([{ path, base, head }], [{ path: `test/${path}`, base: null, head: tests }], (text) => text).map(
    ({ message }) => message,
  );

const GO = `package cart

var full = false

func Discount(total int) int {
	if full {
		return total / 10
	}
	return 0
}
`;
const GO_TEST = "func TestDiscount(t *testing.T) {\n\tfull = true\n\tif Discount(200) != 20 {\n\t\tt.Fail()\n\t}\n}\n";

test("code that works where a test of its package threw a switch is named, with where it asks", () => {
  expect(asked("discount.go", GO, GO_TEST)).toEqual([
    "discount.go:6 asks for `full`, which only tests set: if full {; let callers say it, as an argument",
  ]);
  expect(
    asked("discount.go", GO.replace("var full = false", "var (\n\trate = 10\n\tfull bool\n)"), GO_TEST),
  ).toHaveLength(1);
  expect(
    asked(
      "discount.go",
      GO.replace("full = false", "full atomic.Bool").replace("if full", "if full.Load()"),
      GO_TEST.replace("full = true", "full.Store(true)"),
    ),
  ).toHaveLength(1);
  expect(
    asked("discount.go", `${GO}\nfunc useAll() {\n\tfull = true\n}\n`, GO_TEST.replace("full = true", "useAll()")),
  ).toHaveLength(1);
  const rust =
    "use std::sync::atomic::AtomicBool;\n\nstatic FULL: AtomicBool = AtomicBool::new(false);\n\npub fn discount(total: i64) -> i64 {\n    if FULL.load(Ordering::SeqCst) { total / 10 } else { 0 }\n}\n";
  expect(
    asked(
      "lib.rs",
      `${rust}\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn discounts() {\n        super::FULL.store(true, Ordering::SeqCst);\n    }\n}\n`,
      "",
    ),
  ).toHaveLength(1);
  const java =
    "final class Discount {\n    static volatile boolean full;\n\n    static long of(long total) {\n        return full ? total / 10 : 0;\n    }\n}\n";
  expect(asked("Discount.java", java, "        Discount.full = true;\n")).toHaveLength(1);
  expect(
    asked("Discount.java", java.replace("full;", "full = false;"), "        Discount.full = true;\n"),
  ).toHaveLength(1);
});

test("a switch that others can throw, that code throws, that nobody throws or that was there is none", () => {
  expect(asked("discount.go", GO.replaceAll("full", "Full"), GO_TEST.replaceAll("full", "Full"))).toEqual([]);
  expect(asked("discount.go", `${GO}\nfunc UseAll() {\n\tfull = true\n}\n`, GO_TEST)).toEqual([]);
  expect(
    asked("discount.go", `${GO}\nfunc useAll() {\n\tfull = true\n}\n\nfunc Start() {\n\tuseAll()\n}\n`, GO_TEST),
  ).toEqual([]);
  expect(asked("discount.go", `${GO}\nfunc init() {\n\tflag.BoolVar(&full, "full", false, "")\n}\n`, GO_TEST)).toEqual(
    [],
  );
  expect(asked("discount.go", GO, GO_TEST.replace("full = true", "full := true"))).toEqual([]);
  expect(asked("discount.go", GO, GO_TEST, GO)).toEqual([]);
  expect(asked("discount.go", GO.replace("var full = false", "type cart struct {\n\tfull bool\n}"), GO_TEST)).toEqual(
    [],
  );
  expect(
    asked(
      "Discount.java",
      "final class Discount {\n    public static boolean full;\n    boolean is() { return full; }\n}\n",
      "Discount.full = true;",
    ),
  ).toEqual([]);
});
