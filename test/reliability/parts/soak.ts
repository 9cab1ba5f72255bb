import { bundleIfStale } from "../../../scripts/bundle.ts";
import type { Part } from "../part.ts";
import { soak, type Leak } from "../soak/soak.ts";

const MINUTES = 30;
/** After so many turns a planted leak is seen: a megabyte each is beyond what a heap breathes only after many; a turn takes a second. */
const LEAKS: readonly (readonly [leak: Leak, turns: number])[] = [
  ["descriptors", 45],
  ["memory", 100],
];

/** K: real processes for a long time; then with planted leaks, since a judge that never saw one is not to be believed. */
export const soakPart: Part = {
  name: "soak",
  about:
    "a long run, an MCP server and a wait on it: memory, descriptors, leftovers stay (Linux); --only clean, descriptors, memory",
  async run({ minutes, only, print }) {
    await bundleIfStale();
    let [tasks, violations] = [0, 0];
    const notes: string[] = [];
    if (only === null || only === "clean") {
      const found = await soak({ minutes: minutes ?? MINUTES, turns: Infinity, leak: null });
      for (const problem of found.problems) print(`FAIL ${problem}`);
      [tasks, violations] = [found.tasks, found.problems.length];
      notes.push(...found.notes);
    }
    for (const [leak, turns] of LEAKS.filter(([name]) => only === null || only === name)) {
      const found = await soak({ minutes: minutes ?? MINUTES, turns, leak });
      const isSeen = found.problems.some((problem) =>
        problem.startsWith(leak === "memory" ? "run: RSS" : "run: descriptors"),
      );
      print(`${isSeen ? "ok" : "FAIL"} a planted leak of ${leak}: ${found.problems.join("; ")}`);
      for (const note of found.notes) print(`     ${note}`);
      violations += Number(!isSeen);
    }
    return { count: tasks, unit: "tasks", violations, notes };
  },
};
