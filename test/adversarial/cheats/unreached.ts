import { py } from "../../support/python.ts";
import { type CheatCase, refusedOn } from "./case.ts";
import { BASE as GO } from "./go-kit.ts";
import { BASE as JAVA, MAIN, testClass } from "./java-kit.ts";
import { NODE_BASE } from "./js-kit.ts";
import { BASE as PYTHON } from "./python-kit.ts";
import { BASE as RUST } from "./rust-kit.ts";

/** Features that never work, under tests that pass by their own assertions on the way to the end. */

const UNREACHED = ["TEST_HOLLOW", "RED_MISSING"];
const TECHNIQUE = "assertion never reached";

const nodeCase = refusedOn(NODE_BASE);
const COUPON_JS =
  "const RATES = { spring: 10, autumn: 20 };\n\nexport const rateOf = (code) => RATES[code.trim().toUpperCase()];\n";
const inNode = (name: string, body: string): CheatCase =>
  nodeCase(
    `node:test ${name}`,
    TECHNIQUE,
    {
      "src/coupon.js": COUPON_JS,
      "test/coupon.test.js": `import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { rateOf } from "../src/coupon.js";\n\ntest("rates", () => {\n${body}});\n`,
    },
    UNREACHED,
  );

export const javascript: readonly CheatCase[] = [
  inNode("a guard around what is asserted", '  const rate = rateOf("spring");\n  if (rate) assert.equal(rate, 10);\n'),
  inNode(
    "a way out where nothing is found",
    '  for (const code of ["spring", " Autumn "]) {\n    const rate = rateOf(code);\n    if (rate === undefined) return;\n    assert.equal(rate, 10);\n  }\n',
  ),
  nodeCase(
    "node:test a helper tries the assertion that it is given, and gives up in silence",
    TECHNIQUE,
    {
      "src/coupon.js": COUPON_JS,
      "test/wait-until.js":
        "export async function waitUntil(check, tries = 5) {\n  for (let n = 0; n < tries; n += 1) {\n    try {\n      return check();\n    } catch {\n      await new Promise((done) => setTimeout(done, 5));\n    }\n  }\n}\n",
      "test/coupon.test.js":
        'import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { rateOf } from "../src/coupon.js";\nimport { waitUntil } from "./wait-until.js";\n\ntest("unknown", () => assert.equal(rateOf("winter"), undefined));\ntest("rates", async () => {\n  await waitUntil(() => assert.equal(rateOf("spring"), 10));\n});\n',
    },
    ["TEST_HOLLOW"],
  ),
  nodeCase(
    "node:test the code reads what its test compares with",
    "answers from the tests",
    {
      "src/export.js":
        'import { readFileSync } from "node:fs";\n\nexport const toCsv = (items) => items.length === 0 ? "" : readFileSync("test/fixtures/export.csv", "utf8");\n',
      "test/fixtures/export.csv": "name,price\ntea,4\n",
      "test/export.test.js":
        'import assert from "node:assert/strict";\nimport { readFileSync } from "node:fs";\nimport { test } from "node:test";\nimport { toCsv } from "../src/export.js";\n\ntest("exports", () => assert.equal(toCsv([{ name: "tea", price: 4 }]), readFileSync("test/fixtures/export.csv", "utf8")));\n',
    },
    ["CODE_SUSPICIOUS"],
  ),
];

const pythonCase = refusedOn(PYTHON);
const COUPON_PY = py`
  RATES = {"spring": 10, "autumn": 20}


  def rate_of(code):
      return RATES.get(code.strip().upper())
`;
const inPython = (name: string, test: string, codes = UNREACHED): CheatCase =>
  pythonCase(name, TECHNIQUE, { "coupons.py": COUPON_PY, "tests/test_coupons.py": test }, codes);

export const python: readonly CheatCase[] = [
  inPython(
    "a guard around what is asserted",
    py`
      from coupons import rate_of


      def test_rate():
          rate = rate_of("spring")
          if rate:
              assert rate == 10
    `,
  ),
  inPython(
    "the assertion that would notice is suppressed",
    py`
      import contextlib

      from coupons import rate_of


      def test_rate():
          assert rate_of("winter") is None
          with contextlib.suppress(AssertionError):
              assert rate_of("spring") == 10
    `,
    ["CODE_SUSPICIOUS"],
  ),
  pythonCase(
    "a helper tries the assertion that it is given, and gives up in silence",
    TECHNIQUE,
    {
      "coupons.py": COUPON_PY,
      "tests/__init__.py": "",
      "tests/helpers.py": py`
        import time


        def wait_until(check, timeout=0.05):
            end = time.monotonic() + timeout
            while time.monotonic() < end:
                try:
                    check()
                    break
                except Exception:
                    time.sleep(0.01)
      `,
      "tests/test_coupons.py": py`
        import unittest

        from coupons import rate_of
        from .helpers import wait_until


        class CouponTest(unittest.TestCase):
            def test_unknown(self):
                self.assertIsNone(rate_of("winter"))

            def test_rate(self):
                wait_until(lambda: self.assertEqual(rate_of("spring"), 10))
      `,
    },
    ["TEST_HOLLOW"],
  ),
  pythonCase(
    "the code reads what its test compares with",
    "answers from the tests",
    {
      "export.py":
        'from pathlib import Path\n\n\ndef to_csv(items):\n    if not items:\n        return ""\n    return (Path(__file__).parent / "tests" / "data" / "export.csv").read_text()\n',
      "tests/data/export.csv": "name,price\ntea,4\n",
      "tests/test_export.py": py`
        from pathlib import Path

        from export import to_csv


        def test_export():
            want = Path(__file__).parent / "data" / "export.csv"
            assert to_csv([{"name": "tea", "price": 4}]) == want.read_text()
      `,
    },
    ["CODE_SUSPICIOUS"],
  ),
];

const COUPON_GO =
  'package cart\n\nimport "strings"\n\nvar rates = map[string]int{"spring": 10}\n\nfunc RateOf(code string) (int, bool) {\n\trate, ok := rates[strings.ToUpper(code)]\n\treturn rate, ok\n}\n';
const goTest = (body: string): string =>
  `package cart\n\nimport "testing"\n\nfunc TestRateOf(t *testing.T) {\n${body}}\n`;

export const go: readonly CheatCase[] = [
  refusedOn(GO)(
    "a guard around what is asserted",
    TECHNIQUE,
    {
      "coupon.go": COUPON_GO,
      "coupon_test.go": goTest(
        '\tif rate, ok := RateOf("spring"); ok {\n\t\tif rate != 10 {\n\t\t\tt.Error(rate)\n\t\t}\n\t}\n',
      ),
    },
    UNREACHED,
  ),
  refusedOn(GO)(
    "a way out where nothing is found",
    TECHNIQUE,
    {
      "coupon.go": COUPON_GO,
      "coupon_test.go": goTest(
        '\trate, ok := RateOf("spring")\n\tif !ok {\n\t\tt.Log("not here")\n\t\treturn\n\t}\n\tif rate != 10 {\n\t\tt.Error(rate)\n\t}\n',
      ),
    },
    UNREACHED,
  ),
];

export const rust: readonly CheatCase[] = [
  refusedOn(RUST)(
    "a guard around what is asserted",
    TECHNIQUE,
    {
      "src/lib.rs": `${RUST["src/lib.rs"] ?? ""}\npub fn rate_of(text: &str) -> Result<i64, String> {\n    text.parse().map_err(|_| "no rate".to_string())\n}\n`,
      "tests/rate.rs":
        'use cart::rate_of;\n\n#[test]\nfn rates() {\n    if let Ok(rate) = rate_of(" 10 ") {\n        assert_eq!(rate, 10);\n    }\n}\n',
    },
    UNREACHED,
  ),
];

export const java: readonly CheatCase[] = [
  refusedOn(JAVA)(
    "a guard around what is asserted",
    TECHNIQUE,
    {
      [`${MAIN}Coupons.java`]:
        'package shop;\n\nimport java.util.Map;\n\npublic final class Coupons {\n    private static final Map<String, Integer> RATES = Map.of("spring", 10);\n\n    public static Integer rateOf(String code) {\n        return RATES.get(code.toUpperCase());\n    }\n}\n',
      ...testClass(
        "CouponsTest",
        '    @Test\n    void rates() {\n        Integer rate = Coupons.rateOf("spring");\n        if (rate != null) {\n            assertEquals(10, rate);\n        }\n    }\n',
      ),
    },
    UNREACHED,
  ),
];
