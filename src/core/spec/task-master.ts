import { z } from "zod";
import { messageOf } from "../../errors.ts";
import { createDraft, type Draft, type KeyEntry } from "./block.ts";
import type { Key } from "./keys.ts";
import type { Drafted, SpecProblem } from "./spec-feature.ts";

const Id = z.union([z.number(), z.string()]).transform(String);
const Words = z.string().nullish();
const Subtask = z.looseObject({ id: Id, title: z.string(), description: Words, details: Words });
const Task = z.looseObject({
  id: Id,
  title: z.string().min(1),
  description: Words,
  details: Words,
  testStrategy: Words,
  priority: Words,
  status: Words,
  dependencies: z.array(Id).nullish(),
  subtasks: z.array(Subtask).nullish(),
});
type Task = z.infer<typeof Task>;
const Tasks = z.looseObject({ tasks: z.array(Task) });

/** What to do about a problem of such a file, where the words for Markdown would name a line that it has not. */
export const TASK_MASTER_REMEDIES: Partial<Record<SpecProblem["code"], string>> = {
  DEPENDS_UNKNOWN: "Give in its `dependencies` the id of a task of the same file.",
  DEPENDS_CYCLE: "Take one of the `dependencies` away.",
  NO_FEATURES: 'Give each feature as an object of the list `tasks`: {"id": 1, "title": "…", "testStrategy": "…"}.',
  SPEC_SYNTAX: "Correct what the message names, as Task Master writes it.",
  FEATURE_UNCLEAR: "Give it `subtasks` or a `testStrategy`.",
  PRIORITY_INVALID: "Write its `priority` as `critical`, `high`, `medium` or `low`.",
};

/** `tasks.json` of Task Master: `{"tasks": […]}`, or one such object a tag (`{"master": {"tasks": […]}}`). */
export const isTaskMaster = (text: string): boolean => /^\s*\{/.test(text) && /"tasks"\s*:/.test(text);

/**
 * Each task is a feature: its subtasks are the steps, its test strategy the acceptance criterion. `done` is somebody's word
 * and proves nothing; cancelled and deferred tasks are left out. Of several tags `master` is read, else the only one.
 */
export function readTaskMaster(text: string): Drafted {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return refused(`is no JSON: ${messageOf(error)}`);
  }
  const tags = z.record(z.string(), z.unknown()).safeParse(value).data ?? {};
  const named = Object.entries(tags).filter(([, tag]) => z.looseObject({ tasks: z.unknown() }).safeParse(tag).success);
  const [only] = named;
  const chosen = "tasks" in tags ? tags : (tags["master"] ?? (named.length === 1 ? only?.[1] : undefined));
  if (chosen === undefined) return refused(`has several tags and no master: ${named.map(([tag]) => tag).join(", ")}`);
  const parsed = Tasks.safeParse(chosen);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return refused(`${issue?.path.join(".") ?? ""}: ${issue?.message ?? "is no list of tasks"}`);
  }
  const { tasks } = parsed.data;
  if (tasks.length === 0) return refused("holds no task; each task is a feature to build", "NO_FEATURES");
  const lines = lineFinder(text);
  const problems: SpecProblem[] = [];
  // Nothing waits for what is left out.
  const left = new Set(tasks.filter(isLeftOut).map(({ id }) => id));
  const drafts = tasks
    .map((task) => ({ ...task, dependencies: task.dependencies?.filter((id) => !left.has(id)) }))
    .flatMap((task, at) => {
      const line = lines(task.title);
      if (tasks.findIndex(({ id }) => id === task.id) < at) problems.push(duplicateId(task, line));
      return draftOf(task, line, problems);
    });
  return { title: "", drafts, problems };
}

const refused = (message: string, code: SpecProblem["code"] = "SPEC_SYNTAX"): Drafted => ({
  title: "",
  drafts: [],
  problems: [{ severity: "error", code, line: 1, message }],
});

const duplicateId = ({ id, title }: Task, line: number): SpecProblem => ({
  severity: "warning",
  code: "ID_DUPLICATE",
  line,
  message: `task ${id} "${title}" has the id of an earlier one, which dependencies mean; give it another`,
});

const isLeftOut = ({ status }: Task): boolean => status === "cancelled" || status === "deferred";

function draftOf(task: Task, line: number, problems: SpecProblem[]): Draft[] {
  const { status, title, id } = task;
  const warn = (code: SpecProblem["code"], message: string): void =>
    void problems.push({ severity: "warning", code, line, message: `task ${id} "${title}" ${message}` });
  if (isLeftOut(task)) {
    warn("FEATURE_LEFT_OUT", `is ${status ?? ""} and left out`);
    return [];
  }
  if (status === "done") warn("TICK_IGNORED", "is marked as done; that proves nothing, so it is planned all the same");
  const entry = (key: Key, value: string): KeyEntry => ({ key, value, line, raw: value, isLazy: false });
  const draft = createDraft(title, id, line);
  const subtasks = (task.subtasks ?? []).map(({ title: what, description, details }) => {
    const more = [description, details].filter((words) => words !== null && words !== undefined && words !== "");
    return more.length === 0 ? what : `${what}: ${more.join(" ")}`;
  });
  draft.steps.push(...subtasks);
  for (const words of [task.description, task.details]) if (words) draft.detail.push(words);
  if (task.testStrategy) draft.acceptance.push(task.testStrategy);
  if (task.priority) draft.keys.push(entry("priority", task.priority));
  for (const dependency of task.dependencies ?? []) draft.keys.push(entry("depends", dependency));
  return [draft];
}

/** JSON.parse tells no places: a title is looked for, from where the one before it stood. */
function lineFinder(text: string): (title: string) => number {
  let from = 0;
  return (title) => {
    const at = text.indexOf(JSON.stringify(title), from);
    if (at >= 0) from = at + 1;
    return text.slice(0, Math.max(at, 0)).split("\n").length;
  };
}
