import { basename, dirname } from "node:path/posix";
import { variablesIn } from "../../core/proof/looks/gates.ts";
import type { SuiteRun } from "../../schema/report.ts";
import { givesFixtures } from "./imported-helpers.ts";
import type { Subject } from "./subject.ts";

/**
 * The variables that decide over skipped tests, by the file of these: what it, or a helper of the change that it names or whose fixtures
 * it is given, asks its surroundings for, and neither base names nor the configuration's environment gives. Nothing sets them.
 */
export function gatesOf(
  { git, base, head, changes, config }: Subject,
  r2: SuiteRun,
): ReadonlyMap<string, readonly string[]> {
  const skipping = r2.report.tests.filter(({ status }) => status === "skipped").map(({ file }) => file);
  if (skipping.length === 0) return new Map();
  const beside = changes.filter(({ role, head: after }) => role.startsWith("test") && after !== null);
  const given = new Set(config.environment.env);
  const isKnown = (name: string): boolean =>
    given.has(name) || git.attempt(["grep", "-q", "-w", "-F", "-e", name, base.tree]) !== null;
  const asking = beside
    .map(({ path }) => ({ path, names: variablesIn(head.read(path) ?? "").filter((name) => !isKnown(name)) }))
    .filter(({ names }) => names.length > 0);
  const isFor = (file: string, path: string): boolean =>
    path === file ||
    (givesFixtures(path)
      ? dirname(path) === "." || file.startsWith(`${dirname(path)}/`)
      : (head.read(file) ?? "").includes(basename(path).replace(/\..*$/, "")));
  return new Map(
    [...new Set(skipping)].map((file) => [file, asking.flatMap(({ path, names }) => (isFor(file, path) ? names : []))]),
  );
}
