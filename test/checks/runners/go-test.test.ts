import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { goTestCommand } from "../../../src/checks/runners/go-test.ts";
import { hasTool } from "../../support/go.ts";

const place = mkdtempSync(join(tmpdir(), "baton-go-"));
afterEach(() => rmSync(place, { recursive: true, force: true }));

const argumentsFor = (testsTimeoutMs: number | null): readonly string[] =>
  goTestCommand({
    unit: { directory: "", stack: "go", command: "", runner: "go-test", level: "P3", args: [], env: {}, before: [] },
    treeDirectory: join(place, "tree"),
    files: null,
    nameFilter: null,
    reportDirectory: join(place, "report"),
    testTimeoutMs: 100,
    testsTimeoutMs,
    coverageDirectory: null,
    env: { PATH: process.env["PATH"] ?? "" },
  })?.argv ?? [];

describe.skipIf(!hasTool("go", "version"))("go test", () => {
  it.each([
    ["what all of them may take together", 9000, ["-timeout=9000ms"]],
    ["at least five seconds", 300, ["-timeout=5000ms"]],
    ["the project's own limit where none is given", null, []],
  ])("gives the tests of a package %s", (_, limit, expected) => {
    expect(argumentsFor(limit).filter((argument) => argument.startsWith("-timeout"))).toEqual(expected);
  });
});
