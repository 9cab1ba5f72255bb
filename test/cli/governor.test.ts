import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { AltitudeClassification } from "../../src/schema/governor-altitude.ts";
import { InputClassification } from "../../src/schema/classification.ts";
import { CandidateAction, SelectedAction, StrategySelection } from "../../src/schema/governor-reasoning.ts";
import { baton } from "../support/cli.ts";
import { createRepository } from "../support/repository.ts";

const SPEC = [
  "# Shop",
  "## Sort the list",
  "- newest first",
  "## Store orders",
  "- an order has an id",
  "## Refund an order",
  "- the customer gets the money back",
  "Files: src/payment/refund.js",
  "Depends: Store orders",
  "",
].join("\n");

const repository = createRepository({
  "package.json": "{}\n",
  "baton.config.json": '{ "governor": { "max_commitment_turns": 4 } }\n',
});
const cli = (args: readonly string[], env: Record<string, string> = {}) =>
  baton([...args, "--json"], { cwd: repository.directory, env, input: SPEC });

beforeAll(async () => {
  const made = await cli(["init", "--spec", "-", "--no-checks"]);
  if (made.code !== 0) throw new Error(made.stdout);
});

describe("governor explain", () => {
  test("HRM-01 HRM-02 HRM-04 HRM-05 HRM-07 HRM-09 shows every number of a turn without a run, in the document's types", async () => {
    const nowhere = mkdtempSync(join(tmpdir(), "baton-nowhere-"));
    onTestFinished(() => rmSync(nowhere, { recursive: true }));
    const { code, stderr, json } = await baton(
      ["governor", "explain", "Delete all users from the production database", "--json"],
      {
        cwd: nowhere,
      },
    );
    expect([code, stderr, json.command]).toEqual([0, "", "governor explain"]);
    const { altitude, classification, strategy, candidates, action, approval, signals } = json.data;
    expect(AltitudeClassification.parse(altitude)).toMatchObject({ level: "operations", allows_agents: true });
    expect(InputClassification.parse(classification)).toMatchObject({ stakes: "high" });
    expect(StrategySelection.parse(strategy)).toMatchObject({
      strategy: "verification",
      requires_agents: true,
      suggested_mode: "voting",
    });
    for (const { score, denied, ...candidate } of candidates as (CandidateAction & { score: number; denied: null })[])
      expect([CandidateAction.parse(candidate).id, score > 0, denied]).toEqual([candidate.id, true, null]);
    expect(SelectedAction.parse(action).primary.id).toBe("delegate_agents");
    expect(approval).toMatchObject({ approved: true, action: "delegate_agents", gate: "agent_approval" });
    expect(json.data["allowed_actions"]).toEqual(["question", "clarify", "explore", "reframe"]);
    const words = ["governor", "explain", "Redesign the whole platform from scratch, across all services"];
    const { stdout } = await baton(words, { cwd: nowhere });
    expect(stdout).toMatch(
      /^Gate {7}✓ framing: sensemaking → discovery\nStance {5}discovery: brainstorm, prototype, /m,
    );
    expect(stdout).toMatch(/\nNext: nothing was started; the same for real: baton ask TEXT --agents AGENT\n$/);
    expect(signals).toContainEqual({ dimension: "stakes", signal: '"delete … users"', effect: "high: deletion" });
  });

  test("HRM-09 HRM-10 HRM-11 HRM-12 a task of the run passes the commitment gate, and its files count", async () => {
    const { code, json } = await cli(["governor", "explain", "T003"]);
    expect(code).toBe(0);
    expect(json.data).toMatchObject({
      task_id: "T003",
      altitude: { level: "operations", confidence: 1 },
      classification: { stakes: "high" },
      stance: "execution",
      transitions: [{ via_gate: "commitment", success: true, to_stance: "execution" }],
      commitment: { problem_id: "T003", turns_remaining: 4 },
      approval: { approved: true, action: "delegate_agents" },
    });
    expect(json.data["signals"]).toContainEqual(expect.objectContaining({ signal: "path src/payment/refund.js" }));
  });

  test("of a task that was split or whose feature is deferred it says that nothing is next", async () => {
    const other = createRepository({ "package.json": "{}\n" });
    const at = (...args: string[]) => baton(args, { cwd: other.directory, input: SPEC });
    await at("init", "--spec", "-", "--no-checks");
    await at("task", "split", "T001", "--into", "a", "--into", "b", "--reason", "too large");
    await at("feature", "defer", "feat_003_refund_an_order", "--reason", "later");
    expect((await at("governor", "explain", "T001")).stdout).toMatch(/\nNext {7}nothing: T001 is split\n$/);
    expect((await at("governor", "explain", "T003")).stdout).toMatch(/\nNext {7}nothing: T003 is deferred\n$/);
  });

  test("without --json the same for people, each dimension with its reason", async () => {
    const { code, stdout } = await baton(["governor", "explain", "Rotate the API keys"], { cwd: repository.directory });
    expect(code).toBe(0);
    for (const word of [
      "Altitude",
      "Request",
      "Strategy",
      "Candidate",
      "Action",
      "Approval",
      'stakes: "api keys" → high: secrets',
    ])
      expect(stdout).toContain(word);
  });

  test("nothing to explain, too much, and a task that is not there are refused with a code", async () => {
    const code = async (...args: string[]) => (await cli(["governor", "explain", ...args])).json.error?.code;
    expect(await code("")).toBe("INPUT_INVALID");
    expect(await code(" \n ")).toBe("INPUT_INVALID");
    expect(await code("x".repeat(100_001))).toBe("INPUT_INVALID");
    expect(await code("T999")).toBe("TASK_UNKNOWN");
    expect((await cli(["governor", "explain", "t3"])).json.error?.hint).toContain("Did you mean T003?");
    expect((await cli(["governor", "explain", "t003"])).json.data["task_id"]).toBe("T003");
    expect(await code()).toBe("USAGE_INVALID");
    const bare = createRepository({ "a.txt": "a" });
    const none = await baton(["governor", "explain", "T001", "--json"], { cwd: bare.directory });
    expect([none.code, none.json.error?.code]).toEqual([4, "NOT_INITIALIZED"]);
  });
});

describe("HRM-24 governor config", () => {
  const fields = async (args: readonly string[] = [], env: Record<string, string> = {}) => {
    const { json } = await cli(["governor", "config", ...args], env);
    return json.data["fields"] as { key: string; value: unknown; origin: string }[];
  };

  test("has every field of the document with its default, from file, environment and flag, and says where from", async () => {
    const env = { BATON_ESCALATION_THRESHOLD: "0.5", BATON_TRACE_ENABLED: "true", BATON_MAX_COMMITMENT_TURNS: "5" };
    const all = await fields(["--set", "trace_enabled=false", "high_stakes_paths=src/a/**, src/b/**"], env);
    expect(Object.fromEntries(all.map(({ key, value, origin }) => [key, [value, origin]]))).toEqual({
      altitude_default_level: ["operations", "default"],
      altitude_allow_l4_actions: [false, "default"],
      escalation_threshold: [0.5, "BATON_ESCALATION_THRESHOLD"],
      pattern_match_threshold: [0.7, "default"],
      max_agents_per_bundle: [5, "default"],
      default_stance: ["sensemaking", "default"],
      max_commitment_turns: [5, "BATON_MAX_COMMITMENT_TURNS"],
      agent_execution_timeout_ms: [30_000, "default"],
      pattern_creation_threshold: [3, "default"],
      auto_trim_enabled: [false, "default"],
      working_set_default_ttl_hours: [2, "default"],
      memory_file_locking: [true, "default"],
      trace_enabled: [false, "flag"],
      trace_file: ["trace.jsonl", "default"],
      high_stakes_paths: [["src/a/**", "src/b/**"], "flag"],
      low_stakes_paths: [[], "default"],
      classifier: ["", "default"],
      vote_threshold: [0.6, "default"],
      vote_tiebreaker: ["escalate", "default"],
    });
    expect((await fields()).find(({ key }) => key === "max_commitment_turns")).toMatchObject({
      value: 4,
      origin: "baton.config.json",
    });
  });

  test("a value out of range is refused with the field and where it comes from", async () => {
    const refused = async (args: readonly string[], env: Record<string, string> = {}) => {
      const { code, json } = await cli(["governor", "config", ...args], env);
      return [code, json.error?.code, json.error?.message];
    };
    expect(await refused(["--set", "escalation_threshold=2"])).toEqual([
      3,
      "CONFIG_INVALID",
      expect.stringContaining("governor.escalation_threshold (flag)"),
    ]);
    expect(await refused([], { BATON_DEFAULT_STANCE: "asleep" })).toEqual([
      3,
      "CONFIG_INVALID",
      expect.stringContaining("BATON_DEFAULT_STANCE"),
    ]);
    expect(await refused(["--set", "auto_trim_enabled=true"])).toEqual([
      3,
      "CONFIG_INVALID",
      expect.stringContaining("never trimmed"),
    ]);
    expect(await refused(["--set", "memory_file_locking=false"])).toEqual([
      3,
      "CONFIG_INVALID",
      expect.stringContaining("only true"),
    ]);
    expect((await refused(["--set", "colour=red"])).slice(0, 2)).toEqual([2, "USAGE_INVALID"]);
  });

  test("what is configured decides: a limit of agents denies a bundle, a threshold escalates", async () => {
    const few = await cli(["governor", "explain", "Delete all users", "--set", "max_agents_per_bundle=1"]);
    expect(few.json.data["approval"]).toMatchObject({ approved: true, action: "ask_clarify" });
    const strict = await cli(["governor", "explain", "Sort the results by date", "--set", "escalation_threshold=0.9"]);
    expect(strict.json.data).toMatchObject({
      routing: { escalation_level: 1 },
      strategy: { strategy: "decomposition" },
    });
  });
});

test("ONE-02 a run says who chooses its tasks, and refuses a governor that it does not know", async () => {
  const { json } = await cli(["status"]);
  expect(json.data).toMatchObject({ governor: "governed", next: "T002" });
  expect((await cli(["run", "--governor", "wild"])).json.error?.code).toBe("USAGE_INVALID");
});
