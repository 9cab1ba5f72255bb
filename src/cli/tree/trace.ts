import type { Command } from "commander";
import { group, RUN_OPTION, type Bind } from "./bind.ts";

/** What happened in a turn, over all layers (HRM §7). */
export function addTraceCommands(program: Command, bind: Bind): void {
  const trace = group(program, "trace", "what happened in each turn of a run, and how long it took");
  bind(
    trace.command("list").description("every turn with its time and how it ended").option("--run <id>", RUN_OPTION),
    async (around, flags) => (await import("../commands/trace.ts")).traceListCommand(flags, around),
  );
  bind(
    trace
      .command("show")
      .argument("<turn>", "a turn like T001/2, a task for all its turns, or the trace that `ask` names")
      .description("one turn as a waterfall over all layers")
      .option("--run <id>", RUN_OPTION),
    async (around, flags, [name = ""]) => (await import("../commands/trace.ts")).traceShowCommand(name, flags, around),
  );
}
