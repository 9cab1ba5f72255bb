import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { removeAbandoned, removeLeftovers } from "../../../../src/engine/run/start/leftovers.ts";

test("halves of what a killed harness wrote into its git directory go, wherever they lie in it", () => {
  const truth = mkdtempSync(join(tmpdir(), "baton-leftovers-"));
  const make = (path: string): string => {
    mkdirSync(join(truth, "git", path, ".."), { recursive: true });
    writeFileSync(join(truth, "git", path), "");
    return join(truth, "git", path);
  };
  const gone = ["config.1f.tmp", "index-7", "info/attributes.1f.tmp", "objects/info/alternates.1f.tmp"].map(make);
  const kept = ["config", "info/attributes", "objects/info/alternates"].map(make);
  removeLeftovers({ truth, places: { root: null, gitDirectory: truth, commonDirectory: truth } });
  expect([gone.filter((path) => existsSync(path)), kept.filter((path) => !existsSync(path))]).toEqual([[], []]);
  rmSync(truth, { recursive: true });
});

test("halves of files that nobody writes any longer go from the caches; what may be written just now stays", () => {
  const state = mkdtempSync(join(tmpdir(), "baton-leftovers-"));
  const folders = { results: join(state, "results", "0a"), git: join(state, "repositories", "0a") };
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true });
  const make = (path: string, hoursAgo: number): string => {
    writeFileSync(path, "");
    const then = Date.UTC(2026, 0, 31, 12 - hoursAgo) / 1000;
    utimesSync(path, then, then);
    return path;
  };
  const gone = [make(join(folders.results, "0a1.json.tmp"), 2), make(join(folders.git, "index-abc"), 2)];
  const kept = [
    make(join(folders.results, "0a1.json"), 2),
    make(join(folders.results, "0a2.json.tmp"), 0),
    make(join(folders.git, "index-def"), 0),
    make(join(folders.git, "config"), 2),
  ];
  removeAbandoned(state, new Date(Date.UTC(2026, 0, 31, 12)));
  expect([gone.filter((path) => existsSync(path)), kept.filter((path) => !existsSync(path))]).toEqual([[], []]);
  rmSync(state, { recursive: true });
});
