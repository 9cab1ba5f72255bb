import { firewallRows } from "./firewall-speed.ts";
import { governorRows } from "./governor.ts";
import { journalRows } from "./journal.ts";
import { memoryRows } from "./memory.ts";
import { proofRows } from "./proof.ts";
import { readerRows } from "./readers.ts";
import type { Row } from "./row.ts";
import { runRows } from "./run.ts";
import { startRows } from "./start.ts";
import { switchRows } from "./switch.ts";

/** `npm run bench [-- --json] [-- GROUP…]`: every figure beside its baseline, both measured in this run. */
const GROUPS = {
  readers: readerRows,
  firewall: firewallRows,
  switch: switchRows,
  start: startRows,
  journal: journalRows,
  governor: governorRows,
  run: runRows,
  memory: memoryRows,
  proof: proofRows,
} as const;

const words = process.argv.slice(2);
const json = words.includes("--json");
const wanted = words.filter((word) => word !== "--json");
const unknown = wanted.filter((word) => !Object.hasOwn(GROUPS, word));
if (unknown.length > 0) {
  process.stderr.write(`no group is called ${unknown.join(", ")}; there are ${Object.keys(GROUPS).join(", ")}\n`);
  process.exit(2);
}
if (!json)
  process.stdout.write(
    `${"".padEnd(5)}${"ratio".padStart(7)}  ${"target".padEnd(8)}${"value".padStart(10)}${"baseline".padStart(10)}\n`,
  );
for (const [name, measure] of Object.entries(GROUPS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  for (const row of await measure()) process.stdout.write(`${json ? JSON.stringify(row) : lineOf(row)}\n`);
}

function lineOf({ name, value, unit, baseline, ratio, target, ok }: Row): string {
  const figures = `${String(ratio).padStart(7)}  ${target.padEnd(8)}${String(value).padStart(10)}${String(baseline).padStart(10)}`;
  return `${ok ? "✓ ok " : "✗ not"}${figures} ${unit.padEnd(4)}  ${name}`;
}
