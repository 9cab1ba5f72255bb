import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CALCULATOR, DIVIDE, MULTIPLY, spec } from "../support/calc-project.ts";
import { baton } from "../support/cli.ts";
import { removedAfterEach } from "../support/removed.ts";
import { createRepository } from "../support/repository.ts";

const SPEC = spec(MULTIPLY, DIVIDE);

const scenes = removedAfterEach();

test("a planner turns a brief into a spec, which is read like any; one that is no spec is refused and nothing is written", async () => {
  const repository = createRepository(CALCULATOR);
  const outside = mkdtempSync(join(tmpdir(), "baton-planner-"));
  scenes.push(repository, { remove: () => rmSync(outside, { recursive: true, force: true }) });
  const planner = (script: string): string => {
    const path = join(outside, "planner.sh");
    writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return `command:${path}`;
  };
  const init = (agent: string, ...args: string[]) =>
    baton(
      ["init", "--task-brief", "a calculator that multiplies", "--planner", agent, "--no-checks", "--json", ...args],
      {
        cwd: repository.directory,
        env: { TOLD: "told" },
      },
    );
  const none = await init(planner("cat > /dev/null"));
  expect([none.code, none.json.error?.code]).toEqual([2, "PLAN_INVALID"]);
  expect(none.json.error?.message).toMatch(/^the planner planner wrote no plan$/);
  const crashed = await init(
    planner("cat > /dev/null; echo thinking; echo 'boom: no key ghp_0123456789abcdefghijABCDEFGHIJ012345' >&2; exit 3"),
  );
  expect([crashed.code, crashed.json.error?.message]).toEqual([
    2,
    expect.stringMatching(/wrote no plan \(the agent's program ended, exit code 3: boom: no key \S*redacted\S*\)$/),
  ]);
  const printed = await init(planner(`cat > /dev/null; echo '${SPEC.replaceAll("'", "")}'`));
  const [, kept = ""] =
    /is kept: (\S+); where that is the plan: baton init --spec \1\./.exec(printed.json.error?.hint ?? "") ?? [];
  expect(readFileSync(kept, "utf8").trim()).toBe(SPEC.replaceAll("'", "").trim());
  const empty = await init(planner("cat > /dev/null; echo hello > artifacts/plan.md"));
  expect([empty.code, empty.json.error?.code, repository.git("log", "--format=%s")]).toEqual([
    2,
    "SPEC_INVALID",
    "base",
  ]);
  const hidden = await init(planner("cat > /dev/null"), "--isolation", "I9");
  expect(hidden.json.error?.code).toBe("USAGE_INVALID");
  const plan =
    '[ "$TOLD" = told ] && ' +
    "grep -q 'a calculator that multiplies' && test -f src/add.js && printf '%s\\n- seen ghp_%s' \"$PLAN\" 0123456789abcdefghijABCDEFGHIJ012345 > artifacts/plan.md";
  const good = await init(planner(`PLAN='${SPEC.replaceAll("'", "")}'\n${plan}`), "--agent-env", "TOLD");
  expect([good.code, good.json.data["feature_ids"]]).toEqual([0, ["feat_001_multiply", "feat_002_divide"]]);
  // What it was told in confidence is not committed with its plan.
  const list = readFileSync(join(repository.directory, "feature_list.json"), "utf8");
  expect([list.includes("seen [redacted]"), list.includes("ghp_")]).toEqual([true, false]);
});

test("ENV-15 a planner's envelope passes the same validator: it goes back twice, and a planner that cannot go on says why", async () => {
  const repository = createRepository(CALCULATOR);
  const outside = mkdtempSync(join(tmpdir(), "baton-planner-"));
  scenes.push(repository, { remove: () => rmSync(outside, { recursive: true, force: true }) });
  const path = join(outside, "planner.sh");
  const answer = (status: string, reasons = "NONE"): string =>
    `printf 'STATUS: ${status}\nTASK_ID: T000\nTASK: plan\nASSIGNED_AGENT: planner\nREPORTS_TO: orchestrator\nINPUTS_USED:\n- src/add.js\nGATES_REQUIRED:\n- GATE-MSG-STRICT\nGATES_PASSED:\n- GATE-MSG-STRICT\nEVIDENCE:\n  screenshots: []\n  a11y: []\n  console: []\n  reports: []\nFAIL_REASONS: ${reasons}\nOUTPUT:\n  Planned.\nNEXT_ACTIONS:\n1. build it\n'`;
  const init = async (says: string) => {
    const plan = `printf '%s' '${SPEC.replaceAll("'", "")}' > artifacts/plan.md`;
    const script = `#!/bin/sh\ncat > "\${0%/*}/packet"; echo x >> "\${0%/*}/calls"\n${plan}\n${says}\n`;
    writeFileSync(path, script, { mode: 0o755 });
    rmSync(join(outside, "calls"), { force: true });
    const { code, json } = await baton(
      ["init", "--task-brief", "a calculator", "--planner", `command:${path}`, "--no-checks", "--dry-run", "--json"],
      { cwd: repository.directory },
    );
    return { code, error: json.error, calls: readFileSync(join(outside, "calls"), "utf8").length / 2 };
  };
  const wrong = await init(answer("APPROVED"));
  expect([wrong.code, wrong.error?.code, wrong.calls]).toEqual([2, "PLAN_INVALID", 3]);
  expect(wrong.error?.message).toContain("APPROVED");
  const mended = await init(
    `if grep -q '"answer_only"' "\${0%/*}/packet"; then ${answer("IN_PROGRESS")}; else ${answer("APPROVED")}; fi`,
  );
  expect([mended.code, mended.calls]).toEqual([0, 2]);
  const blocked = await init(answer("BLOCKED", "\\n- GATE-TESTS: the brief names no language"));
  expect([blocked.code, blocked.calls]).toEqual([2, 1]);
  expect(blocked.error?.message).toContain("cannot go on: GATE-TESTS: the brief names no language");
});
