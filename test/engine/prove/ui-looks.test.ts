import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { removeOldLooks } from "../../../src/engine/prove/ui-looks.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const NOW = new Date("2026-06-01T00:00:00Z");
const HOUR_MS = 3_600_000;

/** Looks by name, with how many hours ago each was cited. */
function looks(ages: Readonly<Record<string, number>>): string {
  const kept = mkdtempSync(join(tmpdir(), "baton-looks-"));
  folders.push(kept);
  for (const [name, hours] of Object.entries(ages)) {
    mkdirSync(join(kept, name));
    writeFileSync(join(kept, name, "look.json"), "{}");
    const at = new Date(NOW.getTime() - hours * HOUR_MS);
    utimesSync(join(kept, name), at, at);
  }
  return kept;
}

describe("looks that are kept", () => {
  it("go when nobody cited them for a month, and halves of them when their harness died", () => {
    const kept = looks({ used: 1, older: 29 * 24, old: 31 * 24, "making.one": 0.5, "dead.two": 2 });
    removeOldLooks(kept, NOW);
    expect(readdirSync(kept).toSorted()).toEqual(["making.one", "older", "used"]);
  });

  it("are a hundred at most: those that were cited last", () => {
    const kept = looks(Object.fromEntries(Array.from({ length: 130 }, (_, at) => [`look${at}`, at + 1])));
    removeOldLooks(kept, NOW);
    expect(readdirSync(kept)).toHaveLength(100);
    expect([existsSync(join(kept, "look99")), existsSync(join(kept, "look100"))]).toEqual([true, false]);
  });
});
