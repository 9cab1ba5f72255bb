/**
 * What CI runs of the tests that run whole proofs and whole runs (`CORPUS=sample`): they take hours in all, and a push gets its answer in
 * minutes. Which ones is the same on every machine. Without it every test runs, with `CORPUS=all` every case of the corpora, too.
 */
import { hash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { relative } from "node:path";

/** Files whose tests start processes by the dozen. */
const LONG =
  /^test\/(?:conformance|cli|mcp|agents|scenarios|runs|engine\/(?:run|prove|measure)|checks\/runners|adversarial\/suppressions|checks\/source\/python-said|checks\/ui)\b/;
const REQUIREMENT = /\b(?:H3A|ENV|FCX|TAH|ONE|HRM)-\d+/g;
const TITLE = /^\s*(?:test|it|describe)\b.*|^\s*["`](?:H3A|ENV|FCX|TAH|ONE|HRM)-\d+.*/gm;
const ONE_IN = 48;

export const isSampled = process.env["CORPUS"] === "sample";

const requirementsIn = (text: string): string[] => text.match(REQUIREMENT) ?? [];

/** By requirement, the file whose test of it is run: a short one, or one that is there for requirements, where there are such. */
export function carriers(): ReadonlyMap<string, string> {
  const rank = (path: string): number => (LONG.test(path) ? (path.startsWith("test/conformance/") ? 1 : 2) : 0);
  const paths = globSync("test/**/*.test.ts").toSorted((a, b) => rank(a) - rank(b) || a.localeCompare(b));
  const found = new Map<string, string>();
  for (const path of paths) {
    const titles = readFileSync(path, "utf8").match(TITLE) ?? [];
    for (const id of titles.flatMap(requirementsIn)) if (!found.has(id)) found.set(id, path);
  }
  return found;
}

const isDrawn = (name: string): boolean => Number.parseInt(hash("sha256", name).slice(0, 8), 16) % ONE_IN === 0;

/**
 * Of the tests of a file those that are run: who carries a requirement, and one in some dozens. Tests that go on with what others began
 * (`isStory`) all are or none.
 */
export function wantedOf(
  file: string,
  names: readonly string[],
  carriedBy: ReadonlyMap<string, string>,
  isStory: boolean,
): ReadonlySet<string> {
  const path = relative(process.cwd(), file);
  if (!LONG.test(path)) return new Set(names);
  const seen = new Set<string>();
  const carrying = names.filter((name) => {
    const fresh = requirementsIn(name).filter((id) => carriedBy.get(id) === path && !seen.has(id));
    for (const id of fresh) seen.add(id);
    return fresh.length > 0;
  });
  if (isStory) return new Set(carrying.length > 0 || isDrawn(path) ? names : []);
  return new Set([...carrying, ...names.filter(isDrawn)]);
}

/** Whether the tests of a file share something that is made once. */
export const isStoryIn = (file: string): boolean => /\bbeforeAll\(/.test(readFileSync(file, "utf8"));
