import { firewallRow } from "./firewall-speed.ts";
import { governorRows } from "./governor.ts";
import { journalRows } from "./journal.ts";
import { memoryRows } from "./memory.ts";
import { proofRows } from "./proof.ts";
import { readerRows } from "./readers.ts";
import type { Row, RowGroup } from "./row.ts";
import { runRows } from "./run.ts";
import { startRows } from "./start.ts";
import { switchRow } from "./switch.ts";

/** `npm run bench [-- --json] [-- GROUP… | GROUP.ROW…]`: every figure beside its baseline, both measured in this run. */
const GROUPS = {
  readers: readerRows,
  firewall: { score: firewallRow },
  switch: { checkout: switchRow },
  start: { commands: startRows },
  journal: journalRows,
  governor: governorRows,
  run: runRows,
  memory: memoryRows,
  proof: proofRows,
} satisfies Record<string, RowGroup>;
const ROWS = Object.entries(GROUPS).flatMap(([group, rows]) =>
  Object.entries<RowGroup[string]>(rows).map(([name, measure]) => ({ group, name: `${group}.${name}`, measure })),
);

const words = process.argv.slice(2);
const json = words.includes("--json");
const wanted = words.filter((word) => word !== "--json");
const unknown = wanted.filter((word) => !ROWS.some(({ group, name }) => word === group || word === name));
if (unknown.length > 0) {
  const known = [...Object.keys(GROUPS), ...ROWS.map(({ name }) => name)];
  process.stderr.write(`no group or row is called ${unknown.join(", ")}; there are ${known.join(", ")}\n`);
  process.exit(2);
}
if (!json)
  process.stdout.write(
    `${"".padEnd(5)}${"ratio".padStart(7)}  ${"target".padEnd(8)}${"value".padStart(10)}${"baseline".padStart(10)}\n`,
  );
for (const { group, name, measure } of ROWS) {
  if (wanted.length > 0 && !wanted.includes(group) && !wanted.includes(name)) continue;
  for (const row of [await measure()].flat()) process.stdout.write(`${json ? JSON.stringify(row) : lineOf(row)}\n`);
}

function lineOf({ name, value, unit, baseline, ratio, target, ok }: Row): string {
  const figures = `${String(ratio).padStart(7)}  ${target.padEnd(8)}${String(value).padStart(10)}${String(baseline).padStart(10)}`;
  return `${ok ? "✓ ok " : "✗ not"}${figures} ${unit.padEnd(4)}  ${name}`;
}
