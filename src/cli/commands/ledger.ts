import { exportBundle } from "../../engine/run/start/handoff.ts";
import { reconcileRun } from "../../engine/run/claims/ledger.ts";
import { refused, answered, type Answer } from "../output.ts";
import { colours } from "../render/colours.ts";
import { plain } from "../render/plain.ts";
import type { Surroundings } from "../surroundings.ts";
import { counted } from "../../core/text/counted.ts";
import { withRun, type RunFlag } from "../with-run.ts";

/** `baton ledger show`: the ledger as a handoff bundle has it. */
export async function ledgerShowCommand(flags: RunFlag, around: Surroundings): Promise<Answer> {
  return withRun(around, flags, (journal, project) => {
    const bundle = exportBundle(project, journal);
    const { run_id, ledger, active_locks, dependencies, open_blockers } = bundle;
    // Of what left the plan a ledger says no status.
    const wordOf = ({ status, lifecycle }: (typeof ledger)[number]): string => status ?? lifecycle;
    const longest = Math.max(0, ...ledger.map((entry) => wordOf(entry).length));
    const lines = ledger.map((entry) => {
      const { task_id: id, gate_status: gate, attempt, owner, blocked_code: blocked } = entry;
      const tail = [
        ...(owner === null ? [] : [plain(owner)]),
        ...(entry.last_heartbeat_at === null ? [] : [`♥ ${entry.last_heartbeat_at}`]),
        ...(blocked === null ? [] : [blocked]),
      ];
      return [`  ${id}  ${wordOf(entry).padEnd(longest)}  ${gate}  attempt ${attempt}`, ...tail].join(" · ");
    });
    const text = [`Run ${run_id} · ${counted(ledger.length, "task")}`, ...lines].join("\n");
    return answered({ run_id, ledger, active_locks, dependencies, open_blockers }, text);
  });
}

/** `baton ledger reconcile`: 0, or every violation with its rule and code. */
export async function ledgerReconcileCommand(flags: RunFlag, around: Surroundings): Promise<Answer> {
  return withRun(around, { ...flags, whole: true }, (journal, project) => {
    const violations = reconcileRun(project, journal, new Date());
    const tasks = Object.keys(journal.state.tasks).length;
    const data = { run_id: journal.runId, tasks, violations };
    const [first] = violations;
    if (first === undefined)
      return answered(data, `${colours.green("✓")} the ledger of ${counted(tasks, "task")} adds up`);
    const lines = violations.map(
      ({ code, rule, subject, message }) =>
        `${colours.red("✗")} ${code} (${rule}) ${plain(subject ?? "run")}: ${plain(message)}`,
    );
    const count = counted(violations.length, "violation");
    const message = `${count} in the ledger; the first: ${first.subject ?? "run"}: ${first.message}`;
    const step = first.code === "LEDGER_EVIDENCE_UNPUBLISHED" ? { hint: `baton repair --run ${journal.runId}` } : {};
    return refused(data, { code: first.code, message, ...step }, lines);
  });
}
