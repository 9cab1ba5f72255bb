import { scoreText, THRESHOLD } from "../src/core/governor/firewall/score.ts";
import { halfOf, ownSets, seeded, setsOf, sourceOf, splice, STYLES, type Sets } from "./firewall-sets.ts";

/**
 * `npm run firewall [-- --data FOLDER] [-- --json]`, or FIREWALL_DATA: recall of instructions spliced into honest agent
 * outputs, and false alarms, by kind, source and style. Without a folder, over our own small set.
 */
interface Count {
  of: number;
  found: number;
}
type Table = Map<string, Count>;

const words = process.argv.slice(2);
const json = words.includes("--json");
const folder = words.includes("--data") ? words[words.indexOf("--data") + 1] : process.env["FIREWALL_DATA"];
const SEED = 20_261;
/** Kinds that are what a coding agent answers. */
const HOSTS = new Set(["agent-output-localize", "report"]);

function report(name: string, { attacks, benign }: Sets): void {
  const random = seeded(SEED);
  const hosts = benign
    .filter(({ kind, text }) => HOSTS.has(kind) && /^[\t\n -~’“”—–…•✓]*$/.test(text))
    .map(({ text }) => text);
  const tables: Record<string, Table> = {};
  const count = (table: string, key: string, found: boolean): void => {
    const of = (tables[table] ??= new Map<string, Count>());
    const one = of.get(key) ?? { of: 0, found: 0 };
    of.set(key, { of: one.of + 1, found: one.found + (found ? 1 : 0) });
  };
  const isHit = (text: string): boolean => scoreText(text).score >= THRESHOLD;
  for (const sample of benign) {
    const found = isHit(sample.text);
    count("false alarms by kind", sample.kind, found);
    count("false alarms by half", halfOf(sample), found);
  }
  for (const sample of attacks) {
    const host = hosts[Math.floor(random() * hosts.length)] ?? "";
    const found = isHit(splice(host, sample.text, random));
    count("recall by kind", sample.kind, found);
    count("recall by source", sourceOf(sample), found);
    count("recall by half", halfOf(sample), found);
    for (const [style, write] of Object.entries(STYLES))
      count("recall by style", style, isHit(splice(host, write(sample.text), random)));
  }
  print(name, tables);
  const text = benign.map((sample) => sample.text).join("\n\n");
  const started = performance.now();
  scoreText(text.slice(0, 1_000_000));
  const speed = Math.min(text.length, 1_000_000) / 1000 / (performance.now() - started);
  process.stdout.write(
    json ? `${JSON.stringify({ set: name, megabytes_a_second: speed })}\n` : `\n${speed.toFixed(1)} MB/s\n`,
  );
}

function print(name: string, tables: Readonly<Record<string, Table>>): void {
  for (const [title, table] of Object.entries(tables)) {
    const all = [...table.values()].reduce((sum, { of, found }) => ({ of: sum.of + of, found: sum.found + found }));
    if (json) {
      for (const [key, one] of [["all", all] as const, ...table])
        process.stdout.write(`${JSON.stringify({ set: name, table: title, key, ...one })}\n`);
      continue;
    }
    process.stdout.write(`\n${name}, ${title}: ${all.found} of ${all.of} (${share(all)})\n`);
    for (const [key, one] of table)
      process.stdout.write(`  ${share(one).padStart(8)}  ${one.found}/${one.of}  ${key}\n`);
  }
}

function share({ of, found }: Count): string {
  return `${((100 * found) / of).toFixed(1)} %`;
}

report("own", ownSets());
if (folder !== undefined && folder !== "") report("public", setsOf(folder));
