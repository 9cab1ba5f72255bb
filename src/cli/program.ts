import { Command, CommanderError } from "commander";
import { EXIT } from "../errors.ts";
import { packageVersion } from "../util/package-root.ts";
import { createRedactor } from "../util/redact.ts";
import { answered, printAnswer, printError } from "./output.ts";
import { perform } from "./perform.ts";
import type { GlobalFlags } from "./surroundings.ts";
import { pathOf, type Bind } from "./tree/bind.ts";
import { addAgentCommands } from "./tree/agent.ts";
import { addGovernorCommands } from "./tree/governor.ts";
import { addHandoffCommands } from "./tree/handoff.ts";
import { addHumanCommands } from "./tree/human.ts";
import { addMemoryCommands } from "./tree/memory.ts";
import { addPlanCommands } from "./tree/plan.ts";
import { addProofCommands } from "./tree/proof.ts";
import { addRecordCommands } from "./tree/record.ts";
import { addReferenceCommands } from "./tree/reference.ts";
import { addRunCommands } from "./tree/run.ts";
import { addTraceCommands } from "./tree/trace.ts";
import { commandOf, helpAnswer, usageError } from "./usage.ts";

/** Runs one command and answers its exit code. */
export async function main(argv: readonly string[]): Promise<number> {
  const abort = new AbortController();
  process.on("SIGINT", () => (abort.signal.aborted ? process.exit(EXIT.interrupted) : abort.abort()));
  process.on("SIGTERM", () => abort.abort());
  const outcome = { exitCode: EXIT.ok as number };
  const program = createProgram(abort.signal, outcome);
  try {
    await program.parseAsync([...argv]);
    return outcome.exitCode;
  } catch (error) {
    return endEarly(error, program, argv);
  }
}

/** The whole command tree. Options of every command may also stand before the command's name. */
export function createProgram(signal: AbortSignal, outcome: { exitCode: number }): Command {
  const program = withCommonOptions(new Command("baton"))
    .description("Passes the baton only on proof: judges what coding agents hand in.")
    .version(packageVersion(), "-V, --version")
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ writeOut: () => {}, writeErr: () => {} })
    .showHelpAfterError(false);
  const bind: Bind = (command, action) => {
    const name = pathOf(command);
    withCommonOptions(command)
      .exitOverride()
      .action(async (...received: unknown[]) => {
        const flags = command.optsWithGlobals<GlobalFlags>();
        const args = received.slice(0, -2).flat().map(asText);
        const typed = { command: name, flags: { ...flags }, args };
        outcome.exitCode = await perform(typed, signal, (around) => action(around, command.opts(), args));
      });
  };
  addProofCommands(program, bind);
  addRunCommands(program, bind);
  addPlanCommands(program, bind);
  addHumanCommands(program, bind);
  addAgentCommands(program, bind);
  addRecordCommands(program, bind);
  addHandoffCommands(program, bind);
  addMemoryCommands(program, bind);
  addTraceCommands(program, bind);
  addGovernorCommands(program, bind);
  addReferenceCommands(program, bind);
  return program;
}

function withCommonOptions(command: Command): Command {
  return command
    .option("--json", "one JSON document on standard output, nothing on standard error")
    .option("--repo <dir>", "the repository (default: the current folder)")
    .option("--state <dir>", "where slots and results are kept (default: the user's state folder)");
}

/** Commander ends by throwing: help and version asked for are answers, the rest is wrong usage. */
function endEarly(error: unknown, program: Command, argv: readonly string[]): number {
  const json = argv.includes("--json");
  const path = commandOf(program, argv);
  const command = path.length === 0 ? "baton" : path.join(" ");
  if (!(error instanceof CommanderError)) return printError(command, error, json, createRedactor(process.env));
  if (error.code === "commander.version") {
    printAnswer("version", answered({ version: packageVersion() }, packageVersion()), json);
    return EXIT.ok;
  }
  if (error.code === "commander.helpDisplayed" || error.code === "commander.help") {
    printAnswer("help", helpAnswer(program, path), json);
    return EXIT.ok;
  }
  return printError(command, usageError(error, program, argv), json, createRedactor(process.env));
}

const asText = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
