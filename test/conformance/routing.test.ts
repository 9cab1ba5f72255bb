import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { EventOf } from "../../src/schema/event.ts";
import type { TraceEvent } from "../../src/schema/trace.ts";
import { openStory, type Story } from "./support.ts";

const stories: Story[] = [];
afterEach(() => {
  for (const story of stories.splice(0)) story.remove();
});

const STORY_MS = 900_000;

const FEATURES = [1, 2, 3, 4, 5]
  .map(
    (n) =>
      `## Arithmetic op ${n}\n- the arrow function op${n}(8, 2) is ${8 + 2 * n}\nTest: \`node --test test/op${n}.test.js\`\nFiles: src/**, test/**\n`,
  )
  .join("\n");
/** Right when it is called `strong`. */
const AGENT = `N=$(echo "$FEATURE" | sed 's/^0*//')
BY=$N; case "$0" in *cheap*) BY=9;; esac
printf 'export const op%s = (a, b) => a + b * %s;\\n' "$N" "$BY" > src/op$N.js
printf 'import assert from "node:assert/strict";\\nimport { test } from "node:test";\\nimport { op%s } from "../src/op%s.js";\\ntest("op%s", () => assert.equal(op%s(8, 2), %s));\\n' $N $N $N $N $((8 + 2 * N)) > test/op$N.test.js
envelope`;

interface Crew extends Story {
  readonly cheap: string;
  readonly strong: string;
  readonly routes: () => EventOf<"attempt_routed">[];
}

async function open(...init: string[]): Promise<Crew> {
  const story = await openStory(AGENT, `# Calculator\n\n${FEATURES}`, ...init);
  stories.push(story);
  const member = (name: string): string => {
    const path = join(story.outside, `${name}.sh`);
    const script = story.agent.replace("command:", "");
    writeFileSync(
      path,
      `#!/bin/sh\nsh -c '. "$0"' "$0.${name}" | sed 's/^ASSIGNED_AGENT: agent/ASSIGNED_AGENT: ${name}/'\n`,
    );
    writeFileSync(`${path}.${name}`, `. ${script}\n`);
    chmodSync(path, 0o755);
    return `command:${path}`;
  };
  const routes = () =>
    story.journal().flatMap((line) => {
      const { event } = line["entry"] as { event: EventOf<"attempt_routed"> };
      return event.type === "attempt_routed" ? [event] : [];
    });
  return { ...story, cheap: member("cheap"), strong: member("strong"), routes };
}

test(
  "HRM-16 ONE-03 ONE-05 after a failure the stronger agent takes over; after three like successes the next attempt's event names the pattern, and its routing follows it",
  async () => {
    const story = await open();
    const { cheap, strong, cli } = story;
    const first = await cli("run", "--agents", cheap, strong, "--max-turns", "2");
    expect(first.json.data["turns"]).toMatchObject([
      { task: "T001", outcome: "not_proven" },
      { task: "T001", outcome: "proven" },
    ]);
    expect(story.routes()).toMatchObject([
      { attempt: 1, agent: "cheap", step: "first", pattern: null, stance: "execution", altitude: "operations" },
      { attempt: 2, agent: "strong", step: "stronger", failure: "TEST_FAILED" },
    ]);
    expect(story.routes()[0]).toMatchObject({
      gates: [{ gate: "commitment", passed: true, from: "sensemaking", to: "execution" }],
      approval: { approved: true, action: "delegate_agents" },
      commitment_turns: 10,
    });
    await cli("run", "--agent", strong, "--max-turns", "3");
    expect(story.routes().slice(2)).toMatchObject([{ agent: "strong" }, { agent: "strong" }, { agent: "strong" }]);

    expect((await cli("run", "--agents", cheap, strong)).code).toBe(0);
    const fourth = story.routes().at(-1);
    expect(fourth).toMatchObject({ task_id: "T005", attempt: 1, agent: "strong", step: "first", explored: false });
    const patterns = (await cli("pattern", "list")).json.data["patterns"] as { id: string }[];
    expect(patterns.map(({ id }) => id)).toContain(fourth?.pattern);

    expect((await cli("replay")).code).toBe(0);
    const shown = await cli("task", "show", "T005");
    expect(shown.json.data["route"]).toMatchObject({ pattern: fourth?.pattern, stance: "execution" });
    const trace = await cli("trace", "show", "T005/1");
    const [own] = trace.json.data["traces"] as { spans: TraceEvent[] }[];
    const span = own?.spans.find(({ operation }) => operation === "select");
    expect(span?.output_summary).toContain(String(fourth?.pattern));
    const outcomes = await cli("memory", "list", "--tag", "outcome");
    const episodes = outcomes.json.data["episodic"] as { content: { routing: { agent: string } } }[];
    expect(episodes.map(({ content }) => content.routing.agent)).toEqual([
      "cheap",
      "strong",
      "strong",
      "strong",
      "strong",
      "strong",
    ]);
  },
  STORY_MS,
);

test(
  "a fixed run routes nothing: the strongest agent gets every attempt, and wrong lists of agents are refused",
  async () => {
    const story = await open("--governor", "fixed");
    const { cheap, strong, cli } = story;
    const run = await cli("run", "--agents", cheap, strong, "--max-turns", "1");
    expect(run.json.data["turns"]).toMatchObject([{ task: "T001", outcome: "proven" }]);
    expect(story.routes()).toEqual([]);
    expect((await cli("run", "--agents", cheap, cheap)).json.error).toMatchObject({ code: "USAGE_INVALID" });
    expect((await cli("run", "--agents", cheap, strong, "--agent", cheap)).json.error?.code).toBe("USAGE_INVALID");
    expect((await cli("run", "--agents", cheap, "command:/nowhere")).json.error?.code).toBe("AGENT_UNKNOWN");
    // Who is not named again stays as before.
    const again = await cli("resume", "--max-turns", "1");
    expect(again.json.data["turns"]).toMatchObject([{ task: "T002", outcome: "proven" }]);
    const resumed = story.journal().flatMap((line) => {
      const { event } = line["entry"] as { event: EventOf<"run_resumed"> };
      return event.type === "run_resumed" ? [event.settings?.agents] : [];
    });
    expect(resumed).toEqual([
      [cheap, strong],
      [cheap, strong],
    ]);
  },
  STORY_MS,
);
