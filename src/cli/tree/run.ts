import type { Command } from "commander";
import {
  DRY_RUN_OPTION,
  GOVERNOR_OPTION,
  group,
  RUN_OPTION,
  SET_OPTION,
  withApart,
  withPerson,
  type Bind,
} from "./bind.ts";

const LAND_OPTION =
  "auto: proven commits move the checked-out branch; branch: only the run's own; pr: landing.command opens a request; manual: a person approves";

/** Commands that begin, drive, steer and end a run. */
export function addRunCommands(program: Command, bind: Bind): void {
  bind(
    withApart(program.command("init"))
      .description(
        "turn a spec (Markdown, Gherkin, spec-kit, Task Master) into a feature list, and make the first commit",
      )
      .option("--spec <file>", "the spec: one heading or list item a feature (- is standard input)")
      .option("--task-brief <text>", "what the run is for; without --spec its one feature")
      .option(
        "--planner <agent>",
        "an agent that turns what is given into a spec first; what it writes is read like any spec; not metered",
      )
      .option("--land <how>", LAND_OPTION)
      .option("--governor <who>", `${GOVERNOR_OPTION} (default: governed)`)
      .option(
        "--continue <run-dir>",
        "go on from a run of the dual-agent tool: cite its files, plan what it left undone",
      )
      .option(
        "--held-out <folder>",
        "tests that no agent sees, for every proof (R7): laid out like the repository, or feat_001/test/… by feature",
      )
      .option("--no-checks", "do not run the suite once to see that environment and tests work")
      .option("--amend", "take what changed in the spec of an unfinished run over into its plan")
      .option("--as <name>", "with --amend: who says so (default: the author recorded at init)")
      .option("--dry-run", DRY_RUN_OPTION),
    async (around, flags) => (await import("../commands/init.ts")).initCommand(flags, around),
  );
  addDriving(program, bind);
  bind(
    program
      .command("status")
      .description("features, what is proven, what comes next")
      .option("--watch", "go on showing it until the run is finished; with --json a document a line")
      .option("--run <id>", RUN_OPTION),
    async (around, flags) =>
      flags["watch"] === true
        ? (await import("../commands/status-watch.ts")).statusWatchCommand(flags, around)
        : (await import("../commands/status.ts")).statusCommand(flags, around),
  );
  bind(
    program
      .command("wait")
      .description("block until the run brings what is asked for; without polling, also from another terminal")
      .option(
        "--for <what>",
        "output: an attempt ends, judged or lost, or waits for a person; approval: the run waits for a person; change: anything is recorded (default)",
      )
      .option("--timeout <seconds>", "give up after so long (default: never)")
      .option("--after <position>", "count from this entry of the journal, as `status` gave it (default: from now on)")
      .option("--run <id>", RUN_OPTION),
    async (around, flags) => (await import("../commands/wait.ts")).waitCommand(flags, around),
  );
  addDeciding(program, bind);
  addSteering(program, bind);
}

function addDriving(program: Command, bind: Bind): void {
  const driving = {
    run: "give one task after the other to an agent; commit what is proven",
    resume: "go on with a run that was stopped or killed, with the agent it had; take back a pause of one at work",
  };
  for (const [name, description] of Object.entries(driving))
    bind(
      withApart(program.command(name))
        .description(description)
        .option(
          "--agent <agent>",
          "claude, codex, gemini, opencode, qwen, headless:NAME, acp:COMMAND, command:PROGRAM or replay:FILE (default: the agent it had)",
        )
        .option(
          "--agents <agent...>",
          "several, from cheap to strong: the governor gives each attempt to one of them (docs/governor.md)",
        )
        .option("--land <how>", LAND_OPTION)
        .option("--record <file>", "write what the agent does to a file that replay:FILE plays again")
        .option("--governor <who>", `${GOVERNOR_OPTION} (default: as before)`)
        .option("--set <field=value...>", `${SET_OPTION}; the run remembers it ("": no longer)`)
        .option("--run <id>", RUN_OPTION)
        .option(
          "--workers <n>",
          "how many agents work at the same time, as far as their Files: do not meet (default 1)",
        )
        .option("--max-turns <n>", "stop after so many agent turns")
        .option("--max-attempts <n>", "the run's limit of attempts")
        .option("--max-hours <n>", "the run's limit of hours")
        .option("--meter", "count what agents ask of their models, in a proxy on this machine")
        .option("--no-meter", "count no longer")
        .option("--max-tokens <n>", "the run's limit of tokens, metered or as agents report them; none: no limit")
        .option("--max-cost <usd>", "the run's limit of US dollars; needs --meter; none: no limit")
        .option("--price <model=in,out...>", "US dollars for a million tokens of a model, where the list has none")
        .option(
          "--turn-seconds <n>",
          "how long one attempt may last where its task says nothing else (default: liveness in the configuration, 3600)",
        )
        .option(
          "--heartbeat-seconds <n>",
          "how often a sign of life is due; three missed ones lose the attempt (default 30)",
        )
        .option(
          "--stall-seconds <n>",
          "end a turn after so many seconds without output or a changed file (default 600)",
        )
        .option(
          "--reviewer <agent>",
          "who reviews every change, as --agent says it, or human (default: the same agent, started afresh)",
        )
        .option("--qa-agent <agent>", "who looks at changes of the user interface, as --agent says it, or human")
        .option("--approve <id...>", "first approve these, as `baton approve ID` does")
        .option(
          "--as <name>",
          "who approves, and sets limits, landing and governor (default: the author recorded at init)",
        ),
      async (around, flags) =>
        name === "resume"
          ? (await import("../commands/resume.ts")).resumeCommand(flags, around)
          : (await import("../commands/run.ts")).runCommand(flags, around),
    );
  const run = program.commands.find((command) => command.name() === "run");
  if (run !== undefined)
    bind(
      run.helpCommand(false).command("list").description("the runs of this repository, with what each has proven"),
      async (around) => (await import("../commands/run-list.ts")).runListCommand(around),
    );
}

function addDeciding(program: Command, bind: Bind): void {
  const lock = group(program, "lock", "what attempts may change");
  bind(
    withPerson(lock.command("release"))
      .argument("<id>", "a lock's id, or its task's")
      .description("free the locks of an attempt by ending it: a dead or silent one at once, one at work for a reason")
      .option("--reason <text>", "why an attempt at work must end; stands in the journal")
      .option("--run <id>", RUN_OPTION),
    async (around, flags, [id = ""]) => (await import("../commands/claim.ts")).lockReleaseCommand(id, flags, around),
  );
  bind(
    lock.command("list").description("which attempt may change which files now").option("--run <id>", RUN_OPTION),
    async (around, flags) => (await import("../commands/lock.ts")).lockListCommand(flags, around),
  );
  bind(
    withPerson(program.command("approve"))
      .argument("[id]", "the question's id, its task or feature; without it: what waits for a person")
      .description("say yes to exactly what was shown: a change that asks a person, a feature verified by hand")
      .option("--comment <text>", "stands in the journal")
      .option("--run <id>", RUN_OPTION)
      .option("--dry-run", DRY_RUN_OPTION),
    async (around, flags, [id]) => (await import("../commands/approve.ts")).approveCommand(id, flags, around),
  );
  bind(
    withPerson(program.command("reject"))
      .argument("<id>", "the question's id, or its task")
      .description("say no: the attempt has failed, and the next one gets your reason")
      .requiredOption("--reason <text>", "what is wrong; enters the next packet")
      .option("--run <id>", RUN_OPTION)
      .option("--dry-run", DRY_RUN_OPTION),
    async (around, flags, [id = ""]) => (await import("../commands/approve.ts")).rejectCommand(id, flags, around),
  );
}

function addSteering(program: Command, bind: Bind): void {
  const pausing = {
    pause: "let the turn at work finish, begin no other; also from another terminal",
    stop: "end the agent at work now, also from another terminal; its attempt is no failure of the task, but one of the run's",
  } as const;
  for (const how of ["pause", "stop"] as const)
    bind(
      withPerson(program.command(how)).description(pausing[how]).option("--run <id>", RUN_OPTION),
      async (around, flags) => (await import("../commands/steer.ts")).pauseCommand(how, flags, around),
    );
  bind(
    program
      .command("close")
      .description("end a run for good with what is proven; nothing more can be written to it")
      .requiredOption("--as <state>", "partial")
      .option("--by <name>", "who says so (default: the author recorded at init)")
      .requiredOption("--reason <text>", "why; stands in the journal")
      .option("--run <id>", RUN_OPTION)
      .option("--dry-run", DRY_RUN_OPTION),
    async (around, flags) => (await import("../commands/steer.ts")).closeCommand(flags, around),
  );
  bind(
    withPerson(program.command("land"))
      .description("move the branch checked out at init to the run's newest proven commit, when it can follow")
      .option("--squash", "as one commit with the same tree and all trailers")
      .option("--run <id>", RUN_OPTION)
      .option("--dry-run", DRY_RUN_OPTION),
    async (around, flags) => (await import("../commands/land.ts")).landCommand(flags, around),
  );
}
