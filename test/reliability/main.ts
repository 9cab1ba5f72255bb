import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import type { Part } from "./part.ts";
import { PARTS } from "./parts.ts";

const print = (line: string): void => void process.stdout.write(`${line}\n`);

function wanted(names: readonly string[]): readonly Part[] {
  const unknown = names.filter((name) => PARTS.every((part) => part.name !== name));
  if (names.length > 0 && unknown.length === 0)
    return names.flatMap((name) => PARTS.filter((part) => part.name === name));
  print(`npm run reliability -- <part> [--count N] [--seed N] [--minutes N] [--only TEXT] [--jobs N]`);
  for (const { name, about } of PARTS) print(`  ${name.padEnd(11)} ${about}`);
  return [];
}

const whole = (text: string | undefined): number | null => (text === undefined ? null : Number(text));

/** Runs parts of the proof of docs/reliability.md, and prints what each found. Exits with 1 where a promise is broken. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: "boolean", default: false },
      count: { type: "string" },
      seed: { type: "string" },
      minutes: { type: "string" },
      only: { type: "string" },
      jobs: { type: "string", default: String(Math.min(2, availableParallelism())) },
    },
  });
  const parts = wanted(values.help ? [] : positionals);
  let broken = 0;
  for (const part of parts) {
    const started = performance.now();
    const { count, unit, violations, notes } = await part.run({
      count: whole(values.count),
      seed: whole(values.seed),
      minutes: whole(values.minutes),
      only: values.only ?? null,
      jobs: Number(values.jobs),
      print,
    });
    const seconds = Math.round((performance.now() - started) / 1000);
    for (const note of notes) print(`${part.name}: ${note}`);
    print(`${part.name}: ${count} ${unit}, ${violations} violations, ${seconds} s`);
    broken += violations;
  }
  if (values.help) return 0;
  return parts.length === 0 ? 2 : broken === 0 ? 0 : 1;
}

process.exitCode = await main();
