/**
 * What CI runs of the tests that run whole proofs and whole runs (`CORPUS=sample`): they take hours in all, and a push gets its answer in
 * minutes. Which ones is the same on every machine. Without it every test runs, with `CORPUS=all` every case of the corpora, too.
 */
import { globSync, readFileSync } from "node:fs";
import { hash } from "node:crypto";

/** Files whose tests start processes by the dozen. */
const LONG = /\/test\/(?:cli|conformance|mcp|agents|scenarios|runs|engine\/(?:run|prove|measure)|checks\/runners)\//;
const REQUIREMENT = /\b(?:H3A|ENV|FCX|TAH|ONE|HRM)-\d+/g;
const ONE_IN = 4;

export const isSampled = process.env["CORPUS"] === "sample";

const requirementsIn = (text: string): string[] => text.match(REQUIREMENT) ?? [];

/** Requirements that short tests name. */
export function namedByShort(): ReadonlySet<string> {
  const short = globSync("test/**/*.test.ts").filter((path) => !LONG.test(`/${path}`));
  return new Set(short.flatMap((path) => requirementsIn(readFileSync(path, "utf8"))));
}

/** Of the tests of a file those that are run: who is first to name a requirement that no short test names, and one in four. */
export function wantedOf(path: string, names: readonly string[], elsewhere: ReadonlySet<string>): ReadonlySet<string> {
  if (!LONG.test(path)) return new Set(names);
  const seen = new Set(elsewhere);
  const wanted = names.filter((name) => {
    const fresh = requirementsIn(name).filter((id) => !seen.has(id));
    for (const id of fresh) seen.add(id);
    return fresh.length > 0 || Number.parseInt(hash("sha256", name).slice(0, 8), 16) % ONE_IN === 0;
  });
  return new Set(wanted);
}
