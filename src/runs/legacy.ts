import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { BatonError } from "../errors.ts";
import { isObject, type JsonObject } from "../schema/json.ts";
import { JOURNAL_FILE } from "./journal-file.ts";

/**
 * Runs of the dual-agent tool that H3A followed (H3A State Specification, Backward Compatibility): a `state.json` without
 * `gates`, the reports of executor and validator, artifacts; no `state/`, no journal, no hashes. They are read, never written.
 */
export interface LegacyRun {
  readonly runId: string;
  readonly brief: string | null;
  readonly createdAt: string | null;
  readonly tasks: readonly LegacyTask[];
  readonly steps: number;
}

export interface LegacyTask {
  readonly taskId: string;
  /** In today's words: `failed` reads as `remediation_needed` (decisions.md, Tasks, status, lanes). */
  readonly status: "in_progress" | "awaiting_validation" | "remediation_needed" | "escalation_required" | "complete";
  readonly summary: string;
  readonly agent: string;
  readonly at: string | null;
}

const STATE = "state.json";

/** Whether a folder is such a run. Looks only. */
export function isLegacyRun(directory: string): boolean {
  if (!existsSync(join(directory, STATE)) || existsSync(join(directory, JOURNAL_FILE))) return false;
  if (existsSync(join(directory, "state"))) return false;
  try {
    return !("gates" in readObject(directory, STATE));
  } catch {
    return true; // Damaged: whoever opens it is told.
  }
}

/** The run directories below a folder that are such runs, oldest first. */
export function legacyRunsIn(folder: string): string[] {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(folder)
    .filter((name) => isLegacyRun(join(folder, name)))
    .toSorted();
}

/** Throws STATE_FILE_MISSING, STATE_FILE_CORRUPT. */
export function readLegacyRun(directory: string): LegacyRun {
  const state = readObject(directory, STATE);
  const steps = listOf(state["steps"]);
  const tasks = new Map<string, LegacyTask>();
  for (const step of steps) {
    const taskId = textOf(step["task_id"]);
    if (taskId === null || textOf(step["corrects"]) !== null) continue;
    const agent = textOf(step["agent"]) ?? "";
    const before = tasks.get(taskId);
    tasks.set(taskId, {
      taskId,
      status: statusOf(textOf(step["status"]) ?? "", agent) ?? before?.status ?? "in_progress",
      summary: before?.summary ?? textOf(step["summary"]) ?? taskId,
      agent,
      at: textOf(step["timestamp"]),
    });
  }
  for (const { task_id, status } of verdictsOf(directory)) {
    const task = tasks.get(textOf(task_id) ?? "");
    const read = statusOf(textOf(status) ?? "", "validator");
    if (task !== undefined && read !== null) tasks.set(task.taskId, { ...task, status: read });
  }
  return {
    runId: textOf(state["run_id"]) ?? directory.split("/").at(-1) ?? "",
    brief: textOf(state["task_brief"]) ?? textOf(state["brief"]),
    createdAt: textOf(state["created_at"]),
    tasks: [...tasks.values()],
    steps: steps.length,
  };
}

const STATUS: Readonly<Record<string, LegacyTask["status"]>> = {
  failed: "remediation_needed",
  fail: "remediation_needed",
  remediation_needed: "remediation_needed",
  escalation: "escalation_required",
  escalation_required: "escalation_required",
  complete: "complete",
  completed: "complete",
  done: "complete",
  in_progress: "in_progress",
  validation: "awaiting_validation",
  awaiting_validation: "awaiting_validation",
};
const PASSED = new Set(["passed", "pass", "pass_with_notes", "success"]);

/** What passed is complete by the validator's word, and waits for it by anybody else's. Null: it says nothing of that. */
function statusOf(word: string, agent: string): LegacyTask["status"] | null {
  if (!PASSED.has(word)) return STATUS[word] ?? null;
  if (agent === "planner") return "in_progress";
  return agent === "validator" ? "complete" : "awaiting_validation";
}

function verdictsOf(directory: string): JsonObject[] {
  const name = "validator_report.json";
  return existsSync(join(directory, name)) ? listOf(readObject(directory, name)["verdicts"]) : [];
}

/** Throws STATE_FILE_MISSING, STATE_FILE_CORRUPT. */
export function readObject(directory: string, name: string): JsonObject {
  const path = join(directory, name);
  if (!existsSync(path)) throw new BatonError("STATE_FILE_MISSING", `${path} is not there`);
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (isObject(value)) return value;
  } catch (error) {
    throw new BatonError("STATE_FILE_CORRUPT", `${path} is not JSON`, { cause: error });
  }
  throw new BatonError("STATE_FILE_CORRUPT", `${path} holds no object`);
}

export const listOf = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);
export const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);
