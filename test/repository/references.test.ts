import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SCHEMAS } from "../../src/cli/commands/schema.ts";
import { EDGES } from "../../src/core/run/guard/lifecycle.ts";
import { GATE_KEYS } from "../../src/core/views/gates.ts";
import { CODES } from "../../src/errors.ts";
import { HandoffBundle } from "../../src/schema/bundle.ts";
import { Role } from "../../src/schema/packet.ts";
import { CHECKS } from "../../src/schema/words.ts";

const root = join(import.meta.dirname, "..", "..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");

describe("FCX-13 the references that a fresh session loads", () => {
  it("name every contract and every code that the program has", () => {
    const [contracts, codes] = [read("references/contracts.md"), read("references/error-codes.md")];
    expect(Object.keys(SCHEMAS).filter((name) => !contracts.includes(`## ${name}\n`))).toEqual([]);
    expect(Object.keys(CODES).filter((code) => !codes.includes(`### ${code}\n`))).toEqual([]);
  });

  it("have a page for every role, with the statuses it may set", () => {
    const pages = Role.options.map((role) => read(`references/roles/${role}.md`));
    expect(pages.map((page) => /^- May set: (.+)$/m.exec(page)?.[1])).toEqual([
      "BLOCKED",
      "BLOCKED, IN_PROGRESS, READY_FOR_QA",
      "BLOCKED",
      "BLOCKED, IN_PROGRESS, QA_IN_PROGRESS, READY_FOR_REVIEW, APPROVED",
      "BLOCKED",
    ]);
  });

  it("have a handoff template with the keys of the bundle, and ship with the package", () => {
    const template = JSON.parse(read("assets/handoff-template.json")) as object;
    expect(Object.keys(template)).toEqual(Object.keys(HandoffBundle.shape).filter((key) => key !== "continuation"));
    expect(HandoffBundle.safeParse(template).success).toBe(true);
    const { files } = JSON.parse(read("package.json")) as { files: string[] };
    expect(files).toEqual(
      expect.arrayContaining(["assets", "references", "docs", "ARCHITECTURE.md", "CONTRIBUTING.md"]),
    );
  });
});

describe("FCX-14 the files that ship with the package", () => {
  it("name every gate, every edge of the lifecycle and every command of the human bridge", () => {
    const [gates, handoffs, bridge] = [
      read("references/gate_framework.md"),
      read("references/handoff_contracts.md"),
      read("references/human_bridge_protocol.md"),
    ];
    expect(GATE_KEYS.filter((gate) => !gates.includes(`## ${gate}\n`))).toEqual([]);
    expect(CHECKS.filter((check) => !gates.includes(`Check ${check} passes`))).toEqual([]);
    expect(Object.keys(EDGES).filter((from) => !handoffs.includes(from))).toEqual([]);
    for (const command of ["next", "submit", "approve"]) expect(bridge).toContain(`\`baton ${command}\`: `);
  });

  it.each([
    "assets/handoff-template.json",
    "references/contracts.md",
    "references/error-codes.md",
    "references/roles/executor.md",
  ])("a start without %s is refused with a code", (path) => {
    const installed = mkdtempSync(join(tmpdir(), "baton-installed-"));
    try {
      for (const name of ["src", "assets", "references", "package.json"])
        cpSync(join(root, name), join(installed, name), { recursive: true });
      symlinkSync(join(root, "node_modules"), join(installed, "node_modules"));
      const start = (...args: string[]): string => {
        const argv = [join(installed, "src/cli/main.ts"), ...args, "--json", "--repo", installed];
        const { stdout } = spawnSync(process.execPath, argv, { encoding: "utf8" });
        return (JSON.parse(stdout) as { error: { code: string } }).error.code;
      };
      expect(start("run")).toBe("NOT_A_REPOSITORY");
      rmSync(join(installed, path));
      for (const command of [["run"], ["resume"], ["init", "--task-brief", "x"]])
        expect(start(...command)).toBe("REFERENCE_MISSING");
      writeFileSync(join(installed, path), "");
      expect(start("run")).toBe("REFERENCE_MISSING");
    } finally {
      rmSync(installed, { recursive: true });
    }
  });
});
