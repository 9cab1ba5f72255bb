import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { TraceEvent } from "../../src/schema/trace.ts";
import { CALCULATOR } from "../support/calc-project.ts";
import { openScene, type Scene } from "../support/scene.ts";

const scenes: Scene[] = [];
afterEach(() => {
  for (const scene of scenes.splice(0)) scene.remove();
});

const STORY_MS = 900_000;
/** Fails once, so that the first task has two turns. */
const SCRIPT = `if [ "$TASK$ATTEMPT" = T0011 ]; then write mul + 16; else honest; fi; envelope`;

test(
  "HRM-22 HRM-25 ONE-03 ONE-07 each attempt of a run is one trace from classify to record, in the stance of its phase; the layers tell each other, and each decision is an episode",
  async () => {
    const config = {
      policy: { review: "never" },
      governor: { trace_enabled: true, pattern_creation_threshold: 1, pattern_match_threshold: 0.3 },
    };
    const base = { ...CALCULATOR, "baton.config.json": JSON.stringify(config) };
    const place = await openScene(SCRIPT, { base });
    scenes.push(place);
    expect((await place.run()).code).toBe(0);

    const shown = await place.baton(["trace", "show", "T001"]);
    const [failed, proven] = shown.json.data["traces"] as { spans: TraceEvent[] }[];
    const chain = ["classify", "route", "select", "approve", "dispatch", "firewall", "record_outcome"];
    const steps = (spans: readonly TraceEvent[] = []): string[] =>
      spans.map(({ operation }) => operation).filter((operation) => chain.includes(operation));
    expect([steps(failed?.spans), steps(proven?.spans)]).toEqual([chain, chain]);
    const spanOf = (name: string) => proven?.spans.find(({ operation }) => operation === name);
    expect(spanOf("classify")).toMatchObject({
      hrm: "altitude",
      output_summary: "operations, stakes low, quick_answer",
    });
    // The first turn ended in evaluation; the second goes on from there, under what is left of the lease.
    expect(spanOf("approve")?.metadata).toMatchObject({
      gates: [{ gate: "evaluation", passed: true, from: "evaluation", to: "execution" }],
      commitment_turns: 9,
    });
    expect(spanOf("G1_implementation")?.metadata).toEqual({ from: "execution", to: "evaluation", gate: "evaluation" });
    const routes = place.events().filter((event) => event.type === "attempt_routed");
    expect(routes.map(({ task_id: id, turn_number: turn, gates }) => [id, turn, gates[0]?.gate])).toEqual([
      ["T001", 1, "commitment"],
      ["T001", 2, "evaluation"],
      ["T002", 1, "commitment"],
    ]);

    const file = join(place.repository.directory, ".git", "baton", "trace.jsonl");
    const live = readFileSync(file, "utf8").trimEnd().split("\n");
    const told = live.map((line) => TraceEvent.parse(JSON.parse(line))).filter(({ status }) => status === "info");
    const metadataOf = (name: string) =>
      told.filter(({ operation }) => operation === name).map(({ metadata }) => metadata);
    const judged = { from: "execution", to: "evaluation", gate: "evaluation" };
    expect(metadataOf("stance_change")).toEqual([
      { from: "sensemaking", to: "execution", gate: "commitment" },
      judged,
      { from: "evaluation", to: "execution", gate: "evaluation" },
      judged,
      { from: "sensemaking", to: "execution", gate: "commitment" },
      judged,
    ]);
    expect(metadataOf("agent_activated").map(({ handle }) => handle)).toEqual(["T001-1", "T001-2", "T002-1"]);
    const learned = metadataOf("write_completed");
    expect(learned[0]).toMatchObject({ target: expect.any(String), key: expect.stringMatching(/^synthesis_pattern_/) });
    const patterns = metadataOf("pattern_matched").map(({ pattern }) => pattern);
    expect(learned.map(({ key }) => key)).toContain(`synthesis_${JSON.stringify(patterns[0]).slice(1, -1)}`);

    const kept = await place.baton(["memory", "list", "--tag", "route"]);
    const episodes = kept.json.data["episodic"] as { problem_id: string; entry_type: string; content: object }[];
    expect(episodes.map(({ problem_id: id, entry_type: type }) => [id, type])).toEqual([
      ["T001", "decision"],
      ["T001", "decision"],
      ["T002", "decision"],
    ]);
    expect(episodes[1]?.content).toMatchObject({ attempt: 2, stance: "execution", approval: { approved: true } });
    expect((await place.baton(["replay"])).code).toBe(0);

    const asked = await place.baton(["ask", "What should our long-term strategy for caching be?"]);
    const spans = asked.json.data["trace"] as TraceEvent[];
    expect(spans.find(({ operation }) => operation === "altitude_transition")?.metadata).toMatchObject({
      from: "operations",
      to: "strategy",
    });
  },
  STORY_MS,
);
