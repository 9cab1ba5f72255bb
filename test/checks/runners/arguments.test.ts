import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keptArgs } from "../../../src/checks/runners/flags.ts";
import { nodeOptionPath, nodeProgram } from "../../../src/checks/runners/environment.ts";
import type { RunnerRequest } from "../../../src/checks/runners/port.ts";
import { splitRunnerArgs } from "../../../src/schema/runner-flags.ts";
import { RunnerName } from "../../../src/schema/unit.ts";

const request = (args: string[], narrowed: Partial<RunnerRequest> = {}): RunnerRequest => ({
  unit: { directory: "", stack: "node", command: "", runner: "jest", level: "P3", args, env: {}, before: [] },
  treeDirectory: "/tree",
  files: null,
  nameFilter: null,
  reportDirectory: "/reports",
  testTimeoutMs: null,
  testsTimeoutMs: null,
  coverageDirectory: null,
  env: {},
  ...narrowed,
});

describe("the project's own arguments", () => {
  it("are kept, except the flags that the harness owns with their values and negations", () => {
    const args = [
      "--config",
      "j.js",
      "--coverage",
      "--coverageReporters",
      "text",
      "lcov",
      "--no-cache",
      "--reporters=x",
      "src",
    ];
    expect(keptArgs(request(args), ["--coverage*", "--cache", "--reporters"], [])).toEqual({
      flags: ["--config=j.js"],
      positionals: ["src"],
    });
  });

  it("lose their file filters when files are wanted and their name filter when a name is", () => {
    const args = ["-t", "old", "src"];
    expect(keptArgs(request(args), [], ["--testNamePattern"])).toEqual({
      flags: ["--testNamePattern=old"],
      positionals: ["src"],
    });
    expect(keptArgs(request(args, { files: ["a.js"], nameFilter: "new" }), [], ["--testNamePattern"])).toEqual({
      flags: [],
      positionals: [],
    });
  });

  it("read the same when they are read again", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...RunnerName.options),
        fc.array(fc.constantFrom("-t", "--config", "--reporters", "a", "b.js", "--x=y", "-k", "-n", "-i", "--grep")),
        (runner, args) => {
          const once = splitRunnerArgs(runner, args);
          const twice = splitRunnerArgs(runner, [...once.flags, ...once.positionals]);
          const valueless = once.flags.filter((flag) => !flag.includes("=") && /^-{1,2}\w/.test(flag));
          fc.pre(valueless.length === 0);
          expect(twice).toEqual(once);
        },
      ),
    );
  });
});

describe("the environment of a runner", () => {
  it("quotes paths for NODE_OPTIONS only where it must", () => {
    expect(nodeOptionPath("/a/b.cjs")).toBe("/a/b.cjs");
    expect(nodeOptionPath('/a b/"c\\d')).toBe('"/a b/\\"c\\\\d"');
  });

  it("takes node from PATH, as the project's own commands do, and our own where there is none", () => {
    expect(nodeProgram({ PATH: "" })).toBe(process.execPath);
    expect(nodeProgram({ PATH: "relative:/nonexistent" })).toBe(process.execPath);
  });
});
