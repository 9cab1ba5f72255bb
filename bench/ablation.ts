import { signalOf } from "../src/core/governor/learning/signal.ts";
import { routeAttempt, type RouteFacts } from "../src/core/governor/reasoning/route-attempt.ts";
import { createMemoryBus } from "../src/engine/memory/bus.ts";
import { createFeedbackLoop } from "../src/engine/memory/learning.ts";
import { MEMORY_DEFAULTS, openMemory } from "../src/engine/memory/open.ts";
import { projectOf, PROJECTS, succeeds, WORLDS, type HiddenTask, type World } from "./ablation-world.ts";

/**
 * `npm run ablation [-- --json]`: the governor against fixed runs of one agent, over simulated projects with hidden difficulty
 * (ONE-14). Routes and learning are the real ones; what is simulated is whether an agent comes to proof. Exit 1 when the bar
 * of design.md §6 is not met in some world.
 */
const AGENTS = ["cheap", "strong"] as const;
const MAX_ITERATIONS = 2;
/** A person says how to go on so often; then the feature is given up. */
const GUIDANCE_ROUNDS = 2;

interface Sum {
  features: number;
  proven: number;
  cost: number;
  interruptions: number;
}

type Decide = (
  known: Omit<RouteFacts, "agents" | "maxIterations" | "learned">,
  signal: Record<string, string>,
) => string;
interface Governor {
  readonly decide: Decide;
  readonly record: (signal: Record<string, string>, agent: string, success: boolean, code: string) => void;
}

const fixed =
  (agent: string): (() => Governor) =>
  () => ({ decide: () => agent, record: () => undefined });

/** Memory begins empty with each project, as a repository's does. */
function governed(): Governor {
  const now = (): Date => new Date("2026-01-31T09:00:00Z");
  const stores = openMemory(null, { now });
  const feedback = createFeedbackLoop(stores, createMemoryBus(stores, { redact: (text) => text }), {
    sessionId: "ablation",
    now,
    creationThreshold: MEMORY_DEFAULTS.pattern_creation_threshold,
    matchThreshold: MEMORY_DEFAULTS.pattern_match_threshold,
  });
  return {
    decide(known, signal) {
      const learned = feedback.getPatternsForSignal(signal).flatMap((match) => {
        const agent = stores.patterns.get(match.pattern_id)?.recommended_action["agent"];
        if (typeof agent !== "string" || match.match_confidence < MEMORY_DEFAULTS.pattern_match_threshold) return [];
        const { pattern_id, match_confidence, evidence_count } = match;
        return [{ pattern_id, evidence_count, agent, match_confidence: match_confidence.toFixed(4) }];
      });
      return routeAttempt({ ...known, agents: AGENTS, maxIterations: MAX_ITERATIONS, learned }).agent;
    },
    record(signal, agent, success, code) {
      const routing = { agent, strategy: "quick_answer", mode: "pipeline", kind: "build" };
      feedback.recordOutcome(signal, routing, {
        success,
        result: success ? "proven" : "not_proven",
        codes: success ? [] : [code],
      });
      feedback.analyzeSession();
    },
  };
}

/** What the run loop does with one task, with the loop's own limits. */
function work(task: HiddenTask, world: World, governor: Governor, sum: Sum): void {
  const { stakes, files, steps, priority } = task.seen;
  const feature = { test_command: "npm test", steps: Array.from({ length: steps }, String), priority };
  sum.features += 1;
  let before: { agent: string; tries: number } | null = null;
  let code = "none";
  for (let guided = 0, attempt = 0; guided <= GUIDANCE_ROUNDS; guided += 1) {
    for (let failed = 0; failed < MAX_ITERATIONS; failed += 1, attempt += 1) {
      const failure = failed === 0 ? "none" : code;
      const findings = failed === 0 && guided === 0 ? [] : [{ code, severity: "error" as const }];
      const signal = { ...signalOf({ feature, plan: { files: [...files] }, findings }) };
      const agent = governor.decide({ stakes, before, failure }, signal);
      sum.cost += agent === "strong" ? world.ratio : 1;
      const success = succeeds(task, world.skills[agent] ?? 0, { attempt, failed, guided });
      code = (attempt + task.id.length) % 4 === 3 ? "SCOPE_EXCEEDED" : "TEST_FAILED";
      governor.record(signal, agent, success, code);
      if (success) {
        sum.proven += 1;
        return;
      }
      before = { agent, tries: triesOf(before, agent) };
    }
    sum.interruptions += 1;
    if (before !== null) before = { agent: before.agent, tries: 0 };
  }
}

const triesOf = (before: RouteFacts["before"], agent: string): number =>
  before?.agent === agent ? before.tries + 1 : 1;

function runAll(world: World, open: () => Governor): Sum {
  const sum: Sum = { features: 0, proven: 0, cost: 0, interruptions: 0 };
  for (let number = 0; number < PROJECTS; number += 1) {
    const governor = open();
    for (const task of projectOf(number)) work(task, world, governor, sum);
  }
  return sum;
}

const perProven = ({ cost, proven }: Sum): number => cost / proven;

/** Never less proven, and a fifth cheaper or a third fewer interruptions. */
function barOf(own: Sum, other: Sum) {
  const saved = 1 - perProven(own) / perProven(other);
  const spared = 1 - own.interruptions / other.interruptions;
  return { saved, spared, met: own.proven >= other.proven && (saved >= 0.2 || spared >= 0.3) };
}

const rows = WORLDS.map((world) => {
  const own = runAll(world, governed);
  const others = AGENTS.map((agent) => ({ agent, sum: runAll(world, fixed(agent)) }));
  return { world, own, others: others.map(({ agent, sum }) => ({ agent, sum, ...barOf(own, sum) })) };
});

if (process.argv.includes("--json")) process.stdout.write(`${JSON.stringify({ projects: PROJECTS, rows })}\n`);
else {
  const percent = (value: number): string => `${Math.round(value * 100)} %`.padStart(6);
  const line = (name: string, { features, proven, interruptions, ...sum }: Sum): string =>
    `  ${name.padEnd(14)}${`${proven}/${features}`.padStart(9)}${perProven({ features, proven, interruptions, ...sum })
      .toFixed(2)
      .padStart(9)}${String(interruptions).padStart(7)}`;
  for (const { world, own, others } of rows) {
    const { ratio, skills } = world;
    console.log(`strong costs ${ratio} times as much; skills ${JSON.stringify(skills)}`);
    console.log(
      `  ${"".padEnd(14)}${"proven".padStart(9)}${"cost".padStart(9)}${"asked".padStart(7)}    saved  spared`,
    );
    console.log(line("governed", own));
    for (const { agent, sum, saved, spared, met } of others)
      console.log(`${line(`fixed ${agent}`, sum)}   ${percent(saved)}  ${percent(spared)}  ${met ? "met" : "NOT MET"}`);
  }
}
if (rows.some(({ others }) => others.some(({ met }) => !met))) process.exitCode = 1;
