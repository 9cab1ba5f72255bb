import { expect, test } from "vitest";
import { Policy } from "../../../src/schema/config.ts";
import { proveFiles } from "../../support/prove.ts";
import { py } from "../../support/python.ts";

const policy = Policy.parse({ baseline_runs: 1 });
const BASE = {
  "prices.py": py`
    import warnings

    RATES = {"EUR": 1}


    def rate(code, log=None):
        if RATES[code] < 0:
            warnings.warn("a negative rate")
  `,
  "tests/test_rate.py": py`
    from prices import rate


    def test_known():
        assert rate("EUR") is None
  `,
};
const MENDED = { "prices.py": BASE["prices.py"].replace("RATES[code] < 0", "RATES.get(code, 0) < 0") };
const CALL = py`
  import warnings

  from prices import rate


  def test_unknown_codes_warn_nobody():
      with warnings.catch_warnings(record=True) as seen:
          rate("XXX")
      assert len(seen) == 0
`;

const judged = async (head: Readonly<Record<string, string>>, kind: "feature" | "fix") => {
  const { verdict, findings, red } = await proveFiles(BASE, head, { policy, kind });
  return [verdict.status, findings.map(({ code, severity }) => `${code} ${severity}`), red.map((one) => one.class)];
};

test("what broke and no longer does proves a fix; of a feature a person is asked, for nothing shows what it does", async () => {
  const head = { ...MENDED, "tests/test_unknown.py": CALL };
  expect(await judged(head, "fix")).toEqual(["proven", [], ["error"]]);
  expect(await judged(head, "feature")).toEqual(["person_needed", ["RED_MISSING person"], []]);
});

test("a test that only misses an argument, or a name, of the change is hollow as ever", async () => {
  const code = BASE["prices.py"].replace("log=None", "log=None, quiet=False");
  const head = { "prices.py": code, "tests/test_quiet.py": CALL.replace('"XXX"', '"EUR", quiet=True') };
  expect(await judged(head, "fix")).toEqual(["not_proven", ["TEST_HOLLOW error", "RED_MISSING error"], []]);
  const more = `${MENDED["prices.py"]}\n\ndef quiet(code):\n    return RATES[code]\n`;
  expect(await judged({ "prices.py": more, "tests/test_unknown.py": CALL }, "fix")).toEqual([
    "not_proven",
    ["TEST_HOLLOW error", "RED_MISSING error"],
    [],
  ]);
});
