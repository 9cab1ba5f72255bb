import type { Levels } from "../../core/run/state.ts";
import type { RunProgress } from "../../engine/run/context.ts";
import type { Surroundings } from "../surroundings.ts";
import { colours } from "./colours.ts";
import { plain } from "./plain.ts";

/** Progress for people, on standard error. */
export function tellRun(event: RunProgress, { progress }: Surroundings): void {
  switch (event.kind) {
    case "turn": {
      const { plan, attempt, owner } = event.task;
      const who = plain(owner ?? event.state.agent ?? "");
      progress.say(`\n▸ ${plan.task_id} ${plan.feature_id}, attempt ${attempt}, ${who}: ${plain(plan.goal)}`);
      return;
    }
    case "check":
      progress.show(event.progress);
      return;
    case "answer": {
      const [first] = event.violations;
      if (first !== undefined)
        progress.say(`  ! no valid envelope (the tree is judged all the same): ${first.code} ${plain(first.message)}`);
      return;
    }
    case "asked_again": {
      const { code = "", message = "" } = event.violations[0] ?? {};
      progress.say(`  ! the answer goes back to the agent (${event.asked} of 2): ${code} ${plain(message)}`);
      return;
    }
    case "judged": {
      for (const { code, message, severity } of event.task.findings)
        if (severity === "error" || severity === "person")
          progress.say(`  ${colours.red("✗")} ${code} ${plain(message)}`);
      const levels = event.state.levels[event.task.plan.task_id];
      const word = event.verdict ?? "nothing to prove";
      const suffix = levels === undefined ? "" : ` (${levels.proof}, ${levelsOf(levels)})`;
      progress.say(`  ${word === "proven" ? colours.green("✓") : colours.red("✗")} ${word.replace("_", " ")}${suffix}`);
      return;
    }
    case "stepped":
      progress.say(`  ! ${event.task.plan.task_id} ${STEPPED[event.step]}: ${plain(event.reason)}`);
      return;
    case "review":
      progress.say(
        `  ${event.gate}: ${event.agent === "human" ? "a person is asked (baton next)" : `${plain(event.agent)} is asked`}`,
      );
      return;
    case "reviewed": {
      const mark = event.outcome === "passed" ? colours.green("✓") : colours.red("✗");
      progress.say(`  ${mark} ${event.gate} ${event.outcome}`);
      for (const reason of event.reasons) progress.say(`    ${plain(reason)}`);
      return;
    }
    case "quarantined": {
      const [why = "", ...shown] = event.message.split("\n");
      progress.say(`  ${colours.red("✗")} FIREWALL_INJECTION ${plain(why)}`);
      for (const line of shown) progress.say(`    ${plain(line)}`);
      return;
    }
    case "lost":
      progress.say(`  ✗ lost, not counted: ${event.code} ${plain(event.detail)}`);
      return;
    case "committed":
      progress.say(`  ${colours.green("✓")} committed ${event.commit.slice(0, 7)}`);
      return;
    case "landing_left":
      progress.say(`  ! not landed: ${plain(event.reason)}`);
      return;
    case "warning":
      progress.say(`  ! ${plain(event.message)}`);
      return;
    case "final":
      progress.say(
        `\n▸ everything is proven; all of it once more from a clean checkout of ${event.commit.slice(0, 7)}`,
      );
  }
}

const STEPPED = { split: "is split", ask: "waits for a person", choose: "has its build" } as const;

const levelsOf = ({ agent, checks }: Levels): string =>
  agent === null || agent === checks ? checks : `agent ${agent}, checks ${checks}`;
