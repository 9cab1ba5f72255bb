import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

interface Row {
  readonly own: { readonly features: number; readonly proven: number };
  readonly others: readonly {
    readonly agent: string;
    readonly sum: { readonly proven: number };
    readonly met: boolean;
  }[];
}

test("ONE-14 over simulated projects governed runs prove as much as fixed ones, a fifth cheaper or with a third fewer interruptions", () => {
  const bench = join(import.meta.dirname, "../../../bench/ablation.ts");
  // Ends with 1, which throws, where the bar is missed in some world.
  const said = execFileSync(process.execPath, [bench, "--json"], { encoding: "utf8" });
  const { projects, rows } = JSON.parse(said) as { projects: number; rows: Row[] };
  expect([projects >= 30, rows.length]).toEqual([true, 5]);
  for (const { own, others } of rows) {
    expect(own.features).toBeGreaterThan(400);
    expect(others.map(({ agent, met }) => [agent, met])).toEqual([
      ["cheap", true],
      ["strong", true],
    ]);
    for (const { sum } of others) expect(own.proven).toBeGreaterThanOrEqual(sum.proven);
  }
}, 300_000);
