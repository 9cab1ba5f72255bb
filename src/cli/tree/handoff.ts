import type { Command } from "commander";
import { DRY_RUN_OPTION, group, RUN_OPTION, type Bind } from "./bind.ts";

const HELD_OUT_OPTION = "the held-out tests that the run began with: they are in no published file";

/** Commands that hand a run over, to another session or another machine, and look at what is handed over. */
export function addHandoffCommands(program: Command, bind: Bind): void {
  const handoff = group(program, "handoff", "the handoff bundle: all that a new session needs");
  bind(
    handoff
      .command("export")
      .description("write the bundle of a run, to standard output or a file")
      .option("--out <file>", "the file to write")
      .option("--run <id>", RUN_OPTION),
    async (around, flags) => (await import("../commands/handoff.ts")).handoffExportCommand(flags, around),
  );
  bind(
    handoff
      .command("validate")
      .argument("<file>", "the bundle (- is standard input)")
      .description("name everything that is wrong with a bundle"),
    async (_around, _flags, [file = ""]) => (await import("../commands/handoff.ts")).handoffValidateCommand(file),
  );
  bind(
    handoff
      .command("import")
      .argument("<file>", "the bundle (- is standard input)")
      .description("go on with a run from its bundle, in a clone that has no journal of it; its history stays behind")
      .option("--held-out <folder>", HELD_OUT_OPTION)
      .option("--dry-run", DRY_RUN_OPTION),
    async (around, flags, [file = ""]) =>
      (await import("../commands/handoff.ts")).handoffImportCommand(file, flags, around),
  );
  bind(
    program
      .command("adopt")
      .argument("[run-dir]", "a copied run directory; without it, --held-out is for a run that is here")
      .description(
        "go on with a run from its copied directory, with its whole history, in a clone that has no journal of it",
      )
      .option("--held-out <folder>", HELD_OUT_OPTION)
      .option("--run <id>", RUN_OPTION)
      .option("--dry-run", DRY_RUN_OPTION),
    async (around, flags, [directory]) => (await import("../commands/adopt.ts")).adoptCommand(directory, flags, around),
  );
  bind(
    program
      .command("start")
      .description("the start checklist of a session: what it would start from, and the next packet")
      .option("--check", "only look, which is all that it does by now (default); `baton resume` goes on")
      .option("--bundle <file>", "look at a handoff bundle instead of the run that is here (- is standard input)")
      .option("--run <id>", RUN_OPTION),
    async (around, flags) => (await import("../commands/start.ts")).startCheckCommand(flags, around),
  );
  addLedgerCommands(group(program, "ledger", "the tasks as a ledger: who does what, and whether it adds up"), bind);
}

function addLedgerCommands(ledger: Command, bind: Bind): void {
  bind(
    ledger
      .command("show")
      .description("every task with its status, owner, attempt, last heartbeat, and what blocks it")
      .option("--run <id>", RUN_OPTION),
    async (around, flags) => (await import("../commands/ledger.ts")).ledgerShowCommand(flags, around),
  );
  bind(
    ledger
      .command("reconcile")
      .description("hold the ledger against gates, workers, counts and evidence; names what is wrong, mends nothing")
      .option("--run <id>", RUN_OPTION),
    async (around, flags) => (await import("../commands/ledger.ts")).ledgerReconcileCommand(flags, around),
  );
}
