import { Lesson } from "../../schema/lesson.ts";
import type { MemoryStores } from "../../store/bus/port.ts";
import type { MemoryBus } from "./bus.ts";
import { createFeedbackLoop } from "./learning.ts";
import type { MemorySettings } from "./open.ts";
import { outcomeId } from "./run-memory.ts";

/** What the attempts of a run came to, oldest first: of what a repository remembers, the part that this run recorded. */
export function lessonsOf({ episodic }: Pick<MemoryStores, "episodic">, runId: string): Lesson[] {
  return episodic.query({ tags: ["outcome", `session:${runId}`] }).flatMap(({ problem_id: taskId, content }) => {
    const { signal, routing, outcome } = content;
    return Lesson.safeParse({ task_id: taskId, signal, routing, outcome }).data ?? [];
  });
}

/** Keeps the lessons of a run that goes on here, each once however often they come, and learns from them. */
export function learnLessons(
  stores: MemoryStores,
  bus: MemoryBus,
  runId: string,
  {
    lessons,
    now,
    settings,
  }: { readonly lessons: readonly Lesson[]; readonly now: () => Date; readonly settings: MemorySettings },
): void {
  const feedback = createFeedbackLoop(stores, bus, {
    sessionId: runId,
    now,
    creationThreshold: settings.pattern_creation_threshold,
    matchThreshold: settings.pattern_match_threshold,
  });
  stores.together(() => {
    for (const { task_id: taskId, signal, routing, outcome } of lessons) {
      const id = outcomeId(runId, taskId, outcome.attempts);
      if (stores.episodic.get(id) === null) feedback.recordOutcome(signal, routing, outcome, { id, problemId: taskId });
    }
    feedback.analyzeSession();
  });
}
