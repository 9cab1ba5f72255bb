import { describe, expect, it } from "vitest";
import { findTools, neededChecks } from "../../../src/core/measure/find-tools.ts";
import { CheckSettings } from "../../../src/schema/check-settings.ts";
import type { Files } from "../../support/repository.ts";
import { hasTool } from "../../support/go.ts";
import { measureFiles } from "../../support/measure.ts";

const BASE: Files = {
  "service/go.mod": "module example.com/shop\n\ngo 1.18\n",
  "service/cart/total.go": "package cart\n\nfunc Total(a, b int) int {\n\treturn a + b\n}\n",
  "service/cart/total_test.go": `package cart

import "testing"

func TestTotal(t *testing.T) {
	if Total(1, 2) != 3 {
		t.Fatal("no")
	}
}
`,
};

const HALF = "package price\n\nfunc Half(n int) int {\n\tif n < 0 {\n\t\treturn 0\n\t}\n\treturn n / 2\n}\n";
/** Another package's test runs it. */
const USES_HALF = `package cart

import (
	"testing"

	"example.com/shop/price"
)

func TestHalf(t *testing.T) {
	if price.Half(4) != 2 || price.Half(-1) != 0 {
		t.Fatal("no")
	}
}
`;

describe.skipIf(!hasTool("go", "version"))("coverage of Go", { timeout: 600_000 }, () => {
  it("is measured in the run of the tests, over every package of the module", async () => {
    const made = await measureFiles("coverage", BASE, {
      "service/price/half.go": HALF,
      "service/cart/half_test.go": USES_HALF,
    });
    expect(made.findings).toEqual([]);
    expect(made.result).toMatchObject({ status: "pass", absolute: "100.0%", changed_lines: "100.0%" });
    // Go counts no branches, and nothing is no hundred per cent.
    expect(made.result).not.toHaveProperty("branches_absolute");
    expect(made.result["notes"]).toContain("no branches were measured");
  });

  it("says where branches are asked for that it does not count", async () => {
    const asking = { "baton.config.json": JSON.stringify({ checks: { thresholds: { branches: 80 } } }) };
    const half = { "service/price/half.go": HALF, "service/cart/half_test.go": USES_HALF };
    const { notes } = await measureFiles("coverage", { ...BASE, ...asking }, half);
    expect(notes).toEqual(["80% of the branches are asked for, and none was counted"]);
  });

  it("names changed lines that no test runs, also of a package that no test reaches", async () => {
    const low = await measureFiles("coverage", BASE, {
      "service/price/half.go": HALF,
      "service/cart/half_test.go": USES_HALF.replace(" || price.Half(-1) != 0", ""),
    });
    expect(low.findings[0]?.message).toMatch(/^service\/price\/half\.go: no test runs lines 5/);
    const alone = await measureFiles("coverage", BASE, { "service/price/half.go": HALF });
    expect(alone.findings.map(({ code }) => code)).toContain("COVERAGE_LOW");
  });

  it("gates a run by itself", () => {
    const tree = { paths: new Set(Object.keys(BASE)), read: (path: string) => BASE[path] ?? null };
    const unit = { directory: "service", stack: "go", runner: "go-test", command: "go test ./..." } as const;
    const units = [{ ...unit, level: "P3" as const, args: [], env: {}, before: [] }];
    const settings = CheckSettings.parse({});
    expect(findTools(tree, settings, new Set())).toEqual([]);
    expect(neededChecks(tree, settings, { units, counting: [], programs: new Set() })).toContain("coverage");
  });
});
