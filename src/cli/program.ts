import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command, CommanderError } from "commander";
import { EXIT } from "../errors.ts";
import { packageRoot } from "../util/package-root.ts";
import { printAnswer, printError, type Answer } from "./output.ts";
import { createSurroundings, type GlobalFlags, type Surroundings } from "./surroundings.ts";
import { commandOf, helpAnswer, usageError } from "./usage.ts";

type Action = (
  around: Surroundings,
  flags: Readonly<Record<string, unknown>>,
  args: readonly (string | undefined)[],
) => Promise<Answer>;

const RUN_OPTION = "which run, or a unique beginning of its id (default: the unfinished one, else the newest)";

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
    .version(version(), "-V, --version")
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ writeOut: () => {}, writeErr: () => {} })
    .showHelpAfterError(false);
  const bind = (command: Command, action: Action): void => {
    withCommonOptions(command)
      .exitOverride()
      .action(async (...received: unknown[]) => {
        const flags = command.optsWithGlobals<GlobalFlags>();
        const around = createSurroundings(flags, signal);
        try {
          const answer = await action(around, command.opts(), received.slice(0, -2).map(asText));
          around.progress.end();
          printAnswer(command.name(), answer, around.json);
          outcome.exitCode = answer.exitCode;
        } catch (error) {
          around.progress.end();
          outcome.exitCode = printError(command.name(), error, around.json);
        }
      });
  };
  addProofCommands(program, bind);
  addRunCommands(program, bind);
  addHumanCommands(program, bind);
  addReferenceCommands(program, bind);
  return program;
}

function withCommonOptions(command: Command): Command {
  return command
    .option("--json", "one JSON document on standard output, nothing on standard error")
    .option("--repo <dir>", "the repository (default: the current folder)")
    .option("--state <dir>", "where slots and results are kept (default: the user's state folder)");
}

function addProofCommands(program: Command, bind: (command: Command, action: Action) => void): void {
  bind(
    program
      .command("prove")
      .argument("[range]", "BASE..HEAD (default HEAD~1..HEAD)")
      .description("judge whether a commit's tests honestly prove its change")
      .option("--feature <text>", "what the change is for; names criteria and `Changes:`")
      .option("--test <command>", "the command that selects the change's tests")
      .option("--policy <file>", "policy to judge by, JSON or YAML (- is standard input)")
      .option("--config <file>", "configuration to use instead of base's baton.config.*")
      .option("--approve <id...>", "approve findings a person looked at, by the id they show")
      .option("--thorough", "class every new test, not only as many as the verdict needs"),
    async (around, flags, [range]) => (await import("./commands/prove.ts")).proveCommand(range, flags, around),
  );
  bind(
    program
      .command("doctor")
      .description("look at the repository, the tools and the environment")
      .option("--checks", "run the suite once in a slot")
      .option("--config <file>", "configuration to use instead of baton.config.*"),
    async (around, flags) => (await import("./commands/doctor.ts")).doctorCommand(flags, around),
  );
}

function addRunCommands(program: Command, bind: (command: Command, action: Action) => void): void {
  bind(
    program
      .command("init")
      .description("turn a Markdown spec into a feature list, and make the first commit")
      .option("--spec <file>", "the spec: one heading or list item a feature (- is standard input)")
      .option("--task-brief <text>", "what the run is for; without --spec its one feature")
      .option("--land <how>", "auto: proven commits move the checked-out branch; branch: only the run's own")
      .option("--dry-run", "say what would be written, write nothing"),
    async (around, flags) => (await import("./commands/init.ts")).initCommand(flags, around),
  );
  const driving = {
    run: "give one task after the other to an agent; commit what is proven",
    resume: "go on with a run that was stopped or killed, with the agent it had",
  };
  for (const [name, description] of Object.entries(driving))
    bind(
      program
        .command(name)
        .description(description)
        .option(
          "--agent <agent>",
          "command:PROGRAM, the packet on its standard input, or replay:FILE (default: the agent it had)",
        )
        .option("--record <file>", "write what the agent does to a file that replay:FILE plays again")
        .option("--run <id>", RUN_OPTION)
        .option("--max-turns <n>", "stop after so many agent turns")
        .option("--max-attempts <n>", "the run's limit of attempts")
        .option("--max-hours <n>", "the run's limit of hours")
        .option("--turn-seconds <n>", "how long one agent turn may last (default 3600)")
        .option("--approve <id...>", "approve findings a person looked at, by the id they show"),
      async (around, flags) => (await import("./commands/run.ts")).runCommand(flags, around),
    );
  bind(
    program.command("status").description("features, what is proven, what comes next").option("--run <id>", RUN_OPTION),
    async (around, flags) => (await import("./commands/status.ts")).statusCommand(flags, around),
  );
}

/** A person in the place of an agent. */
function addHumanCommands(program: Command, bind: (command: Command, action: Action) => void): void {
  bind(
    program
      .command("next")
      .description("open the next task for a person, or for an agent driven by hand: the prompt, the files, a clone")
      .option("--run <id>", RUN_OPTION),
    async (around, flags) => (await import("./commands/next.ts")).nextCommand(flags, around),
  );
  bind(
    program
      .command("submit")
      .description("hand in the clone that `next` opened: judged and committed as an agent's work is")
      .option("--answer <file>", "the answer (- is standard input; default: artifacts/answer.md in the clone)")
      .option("--run <id>", RUN_OPTION)
      .option("--approve <id...>", "approve findings a person looked at, by the id they show"),
    async (around, flags) => (await import("./commands/submit.ts")).submitCommand(flags, around),
  );
}

function addReferenceCommands(program: Command, bind: (command: Command, action: Action) => void): void {
  bind(
    program
      .command("schema")
      .argument("[name]", "which; without it the names there are")
      .description("print the JSON Schema of a file or an answer"),
    async (_around, _flags, [name]) => (await import("./commands/schema.ts")).schemaCommand(name),
  );
  bind(
    program
      .command("help")
      .argument("[command]", "which; without it all of them")
      .description("show help; with --json the command tree"),
    async (_around, _flags, [name]) => helpAnswer(program, name),
  );
}

/** Commander ends by throwing: help and version asked for are answers, the rest is wrong usage. */
function endEarly(error: unknown, program: Command, argv: readonly string[]): number {
  const json = argv.includes("--json");
  const command = commandOf(program, argv);
  if (!(error instanceof CommanderError)) return printError(command ?? "baton", error, json);
  if (error.code === "commander.version") {
    printAnswer("version", { data: { version: version() }, exitCode: EXIT.ok, text: version() }, json);
    return EXIT.ok;
  }
  if (error.code === "commander.helpDisplayed" || error.code === "commander.help") {
    printAnswer("help", helpAnswer(program, command ?? undefined), json);
    return EXIT.ok;
  }
  return printError(command ?? "baton", usageError(error, program, command), json);
}

const asText = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

function version(): string {
  const manifest = JSON.parse(readFileSync(join(packageRoot(), "package.json"), "utf8")) as { version: string };
  return manifest.version;
}
