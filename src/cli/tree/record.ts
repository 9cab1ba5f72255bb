import type { Command } from "commander";
import { DRY_RUN_OPTION, group, RUN_OPTION, withPages, withPerson, type Bind } from "./bind.ts";

/** Commands that look at a run's record: verify it, mend it, read it. */
export function addRecordCommands(program: Command, bind: Bind): void {
  bind(
    program
      .command("verify")
      .argument("[run]", "a run directory, or a run's id (default: the unfinished run, else the newest)")
      .description("check a run's journal and every file against their hashes; reads only")
      .option("--run <id>", RUN_OPTION),
    async (around, flags, [place]) => (await import("../commands/verify.ts")).verifyCommand(place, flags, around),
  );
  bind(
    program
      .command("replay")
      .argument("[run]", "a run directory, or a run's id (default: the unfinished run, else the newest)")
      .description(
        "fold a journal again from nothing, and compare each decision, and what it published by the recorded hash; the files themselves: `baton verify`",
      )
      .option("--run <id>", RUN_OPTION),
    async (around, flags, [place]) => (await import("../commands/replay.ts")).replayCommand(place, flags, around),
  );
  bind(
    program
      .command("audit")
      .argument("[run]", "a run directory, or a run's id (default: the unfinished run, else the newest)")
      .description("export a run for those who audit it: HTML, JSON, a list of hashes, signed when asked for")
      .option("--out <folder>", "where to write (default: beside the run directory, its name with -audit)")
      .option("--sign", "sign it: Sigstore bundles, DSSE envelopes and what openssl needs to check them")
      .option("--key <file>", "the ECDSA P-256 private key to sign with (default: one of your own, made at first use)")
      .option("--ctrf <file>", "also write every task's tests as the harness last ran them, as CTRF (JSON)")
      .option("--force", "write over an earlier export")
      .option("--run <id>", RUN_OPTION),
    async (around, flags, [place]) => (await import("../commands/audit.ts")).auditCommand(place, flags, around),
  );
  bind(
    program
      .command("repair")
      .description("write again from the journal what is missing or edited in the run directory")
      .option("--run <id>", RUN_OPTION)
      .option("--dry-run", "say what would be written, write nothing"),
    async (around, flags) => (await import("../commands/repair.ts")).repairCommand(flags, around),
  );
  bind(
    withPerson(program.command("archive"))
      .argument("[run]", "which finished run (default: the newest)")
      .description("move a finished run that verifies from runs/ to archive/, read-only; it stays verifiable")
      .option("--due", "only list the finished runs untouched for retention.active_days")
      .option("--run <id>", RUN_OPTION)
      .option("--dry-run", DRY_RUN_OPTION),
    async (around, flags, [run]) => (await import("../commands/archive.ts")).archiveCommand(run, flags, around),
  );
  addEvidence(program, bind);
  addLooking(program, bind);
}

function addEvidence(program: Command, bind: Bind): void {
  const evidence = group(program, "evidence", "the artifacts that gates rest on");
  bind(
    withPages(
      evidence
        .command("list")
        .description("every artifact with its hash")
        .option("--run <id>", RUN_OPTION)
        .option("--task <id>", "only those of one task"),
    ),
    async (around, flags) => (await import("../commands/evidence.ts")).evidenceListCommand(flags, around),
  );
  bind(
    evidence
      .command("verify")
      .argument("[run]", "a run directory, or a run's id")
      .description("recompute every hash; the same as `baton verify`")
      .option("--run <id>", RUN_OPTION),
    async (around, flags, [place]) => (await import("../commands/verify.ts")).verifyCommand(place, flags, around),
  );
  bind(
    evidence
      .command("show")
      .argument("<artifact>", "its path in the run directory, or the first digits of its hash")
      .description("print an artifact, checked against its hash")
      .option("--run <id>", RUN_OPTION),
    async (around, flags, [name = ""]) =>
      (await import("../commands/evidence.ts")).evidenceShowCommand(name, flags, around),
  );
  bind(
    evidence
      .command("add")
      .argument("<file>", "pre_deploy_checklist.md, rollback_plan.md, or what else a release needs")
      .description("record a file of yours as an artifact, in your name")
      .requiredOption("--as <name>", "who adds it")
      .option("--description <text>", "what it shows")
      .option("--run <id>", RUN_OPTION),
    async (around, flags, [file = ""]) =>
      (await import("../commands/evidence-add.ts")).evidenceAddCommand(file, flags, around),
  );
  bind(
    withPerson(evidence.command("erase"))
      .argument("<hash>", "the content's SHA-256; of an artifact the first digits are enough")
      .description("remove content for good from every run here that names it; hash, reason and chain stay")
      .requiredOption("--reason <text>", "why; stands in the journal")
      .option("--dry-run", DRY_RUN_OPTION),
    async (around, flags, [name = ""]) =>
      (await import("../commands/evidence.ts")).evidenceEraseCommand(name, flags, around),
  );
}

function addLooking(program: Command, bind: Bind): void {
  const gate = group(program, "gate", "the gates of a run, G0 to G3, and those of its tasks");
  bind(
    gate
      .command("list")
      .description("the gates that tasks need: when, who claims them, with what")
      .option("--run <id>", RUN_OPTION),
    async (around, flags) => (await import("../commands/gate-list.ts")).gateListCommand(flags, around),
  );
  bind(
    gate
      .command("waive")
      .argument("<task>", "the task, as T001")
      .argument("<check>", "coverage, mutation, security, lint, type_check, accessibility or dod_checklist")
      .description("let a task pass without a check, in your name")
      .requiredOption("--as <name>", "who waives it; stands in every report")
      .requiredOption("--reason <text>", "why; stands in every report")
      .option("--run <id>", RUN_OPTION)
      .option("--dry-run", DRY_RUN_OPTION),
    async (around, flags, [task = "", check = ""]) =>
      (await import("../commands/gate.ts")).gateWaiveCommand(task, check, flags, around),
  );
  bind(
    gate
      .command("check")
      .argument("[gate]", "G0, G1, G2 or G3; without one, the gate that the run is at")
      .argument("[task]", "one task only")
      .description(
        "what a gate asks, what was found, what is missing and the command that supplies it; for G3 it looks, and records what it saw",
      )
      .option("--run <id>", RUN_OPTION),
    async (around, flags, [name, task]) =>
      (await import("../commands/gate.ts")).gateCheckCommand(name, task, flags, around),
  );
  bind(
    gate
      .command("status")
      .description("each gate with its criteria, ticked from facts")
      .option("--run <id>", RUN_OPTION),
    async (around, flags) => (await import("../commands/gate-status.ts")).gateStatusCommand(flags, around),
  );
  bind(
    group(program, "envelope", "an agent's answer")
      .command("check")
      .argument("[file]", "the answer; - is standard input")
      .description("name every violation of the strict envelope, and the rules that need its packet"),
    async (around, _flags, [file]) => (await import("../commands/envelope.ts")).envelopeCheckCommand(file, around),
  );
  bind(
    group(program, "firewall", "what agents say to whoever reads it")
      .command("check")
      .argument("[file]", "the answer, or any text; - is standard input")
      .description("score text as an instruction to its reader, and name decisions and capabilities in it"),
    async (_around, _flags, [file]) => (await import("../commands/firewall.ts")).firewallCheckCommand(file),
  );
}
