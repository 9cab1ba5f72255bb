import type { Command } from "commander";
import { PRIORITIES, VERIFICATION_METHODS } from "../../schema/words.ts";
import {
  DRY_RUN_OPTION,
  group,
  RUN_OPTION,
  TOKEN_OPTION,
  withApart,
  withPages,
  withPerson,
  type Bind,
} from "./bind.ts";

const REASON_OPTION = "why; stands in the journal";

/** Commands by which a person changes a run's plan (decisions.md, Changing the plan). */
export function addPlanCommands(program: Command, bind: Bind): void {
  addFeatureCommands(group(program, "feature", "the features of a run: see and change them"), bind);
  addTaskCommands(group(program, "task", "the tasks of a run: see and guide them"), bind);
  bind(
    withPerson(program.command("note"))
      .argument("<task>", "the task's id")
      .argument("<text>", "what the next agent shall know (- is standard input)")
      .description("add a note to a task's next packet, quoted as from you")
      .option("--run <id>", RUN_OPTION)
      .option("--dry-run", DRY_RUN_OPTION),
    async (around, flags, [task = "", text]) =>
      (await import("../commands/note.ts")).noteCommand(task, text, flags, around),
  );
}

function addFeatureCommands(feature: Command, bind: Bind): void {
  bind(
    withPages(feature.command("list").description("every feature with its state").option("--run <id>", RUN_OPTION)),
    async (around, flags) => (await import("../commands/feature-list.ts")).featureListCommand(flags, around),
  );
  bind(
    withFeatureOptions(feature.command("add"))
      .description("add a feature, or with --spec each one that the plan lacks")
      .option("--id <id>", "its id (default: the next number and its words)")
      .option("--spec <file>", "a Markdown spec (- is standard input)")
      .option("--reason <text>", "why; stands in the journal (default with --spec: where from)"),
    async (around, flags) => (await import("../commands/feature.ts")).featureAddCommand(flags, around),
  );
  bind(
    withFeatureOptions(feature.command("edit").argument("<id>", "the feature's id, or a unique beginning"))
      .description("change a feature; its proof is void when what it stands on changes, no other is touched")
      .requiredOption("--reason <text>", REASON_OPTION),
    async (around, flags, [id = ""]) => (await import("../commands/feature.ts")).featureEditCommand(id, flags, around),
  );
  bind(
    withPerson(feature.command("template"))
      .argument("<id>", "the feature's id, or a unique beginning")
      .description("write a test from a feature's steps that fails until it is there, and have it verified by that")
      .option("--e2e", "a Playwright test, end to end")
      .option("--out <file>", "where to (default: e2e/<id>.spec.js)")
      .option("--reason <text>", "why; needed where the feature is proven already")
      .option("--run <id>", RUN_OPTION)
      .option("--dry-run", DRY_RUN_OPTION),
    async (around, flags, [id = ""]) =>
      (await import("../commands/feature-template.ts")).featureTemplateCommand(id, flags, around),
  );
  const moves = {
    defer: ["deferred", "set a feature aside for now"],
    drop: ["dropped", "take a feature out of the plan for good"],
    reopen: ["open", "take a deferred or dropped feature back into the plan"],
  } as const;
  for (const name of ["defer", "drop", "reopen"] as const)
    bind(
      withPerson(feature.command(name))
        .argument("<id>", "the feature's id, or a unique beginning")
        .description(moves[name][1])
        .requiredOption("--reason <text>", REASON_OPTION)
        .option("--run <id>", RUN_OPTION)
        .option("--dry-run", DRY_RUN_OPTION),
      async (around, flags, [id = ""]) =>
        (await import("../commands/feature.ts")).featureMoveCommand(id, moves[name][0], flags, around),
    );
}

function withFeatureOptions(command: Command): Command {
  return withPerson(command)
    .option("--description <text>", "what it does, in one line")
    .option("--step <text...>", "how it is verified, a step each")
    .option("--acceptance <text...>", "criteria, one each")
    .option("--test <command>", "the command that selects its tests")
    .option("--priority <level>", PRIORITIES.join(", "))
    .option("--verify <how>", VERIFICATION_METHODS.join(", "))
    .option("--file <glob...>", "what an agent may change (default: everything that is not protected)")
    .option("--shared-file <glob...>", "what nobody may change meanwhile; others may count on it too")
    .option("--changes <name...>", "behaviour it is meant to change, so that base tests may fall")
    .option("--depends <id...>", 'features that come first ("" clears the list)')
    .option("--timeout-seconds <n>", "how long an attempt at it may last")
    .option("--heartbeat-seconds <n>", "how often a sign of life is due from whoever works at it")
    .option("--category <word>", "its category")
    .option("--detail <text>", "what an agent needs to know besides")
    .option("--run <id>", RUN_OPTION)
    .option("--dry-run", DRY_RUN_OPTION);
}

function addTaskCommands(task: Command, bind: Bind): void {
  bind(
    withPages(
      task
        .command("list")
        .description("every task: state, attempt, owner, what blocks it")
        .option("--run <id>", RUN_OPTION),
    ),
    async (around, flags) => (await import("../commands/task-list.ts")).taskListCommand(flags, around),
  );
  bind(
    task
      .command("show")
      .argument("<id>", "the task's id")
      .description("all of one task")
      .option("--run <id>", RUN_OPTION),
    async (around, flags, [id = ""]) => (await import("../commands/task.ts")).taskShowCommand(id, flags, around),
  );
  bind(
    withPerson(task.command("retry"))
      .argument("<id>", "the task's id")
      .description("have a task tried again with your guidance; its count begins anew")
      .requiredOption("--note <text>", "what to do differently; enters the next packet (- is standard input)")
      .option("--run <id>", RUN_OPTION)
      .option("--dry-run", DRY_RUN_OPTION),
    async (around, flags, [id = ""]) => (await import("../commands/task.ts")).taskRetryCommand(id, flags, around),
  );
  bind(
    withPerson(task.command("skip"))
      .argument("<id>", "the task's id")
      .description("take one of a feature's tasks out of the plan")
      .requiredOption("--reason <text>", REASON_OPTION)
      .option("--run <id>", RUN_OPTION)
      .option("--dry-run", DRY_RUN_OPTION),
    async (around, flags, [id = ""]) => (await import("../commands/task.ts")).taskSkipCommand(id, flags, around),
  );
  bind(
    withApart(withPerson(task.command("split")))
      .argument("<id>", "the task's id")
      .description("split a task into parts, worked one after the other")
      .option("--into <text...>", "the goal of a part; two or more")
      .option(
        "--planner <agent>",
        "an agent that says what the parts are; not metered, kept apart as the run's own agent",
      )
      .requiredOption("--reason <text>", REASON_OPTION)
      .option("--run <id>", RUN_OPTION)
      .option("--dry-run", DRY_RUN_OPTION),
    async (around, flags, [id = ""]) => (await import("../commands/task.ts")).taskSplitCommand(id, flags, around),
  );
  addClaims(task, bind);
  addObjections(task, bind);
}

const ATTEMPT_OPTION = "the number that `claim` gave; an older one is refused";

/** For workers outside of `run`: a person or a foreign agent that takes a task by hand. */
function addClaims(task: Command, bind: Bind): void {
  bind(
    task
      .command("claim")
      .argument("<id>", "the task's id")
      .description(
        "take a task for yourself, also beside a run: a clone, the prompt, a number that fences you, and a token",
      )
      .option("--as <name>", "whose work it is: nobody reviews what they made (default: the author recorded at init)")
      .option("--timeout-seconds <n>", "how long it may take, where the task says nothing else")
      .option("--heartbeat-seconds <n>", "how often you give a sign of life, where the task says nothing else")
      .option("--run <id>", RUN_OPTION),
    async (around, flags, [id = ""]) => (await import("../commands/claim.ts")).taskClaimCommand(id, flags, around),
  );
  bind(
    task
      .command("heartbeat")
      .argument("<id>", "the task's id")
      .description("say that you still work on what you claimed; after three missed ones it is lost")
      .requiredOption("--attempt <n>", ATTEMPT_OPTION)
      .option("--token <token>", TOKEN_OPTION)
      .option("--run <id>", RUN_OPTION),
    async (around, flags, [id = ""]) => (await import("../commands/claim.ts")).taskHeartbeatCommand(id, flags, around),
  );
  bind(
    task
      .command("release")
      .argument("<id>", "the task's id")
      .description(
        "give back what you claimed; it is no failure of the task, but one of the run's attempts; what you did is kept",
      )
      .requiredOption("--attempt <n>", ATTEMPT_OPTION)
      .option("--token <token>", TOKEN_OPTION)
      .requiredOption("--reason <text>", REASON_OPTION)
      .option("--run <id>", RUN_OPTION),
    async (around, flags, [id = ""]) => (await import("../commands/claim.ts")).taskReleaseCommand(id, flags, around),
  );
}

/** What says that a record or a handoff is not right. */
function addObjections(task: Command, bind: Bind): void {
  bind(
    withPerson(task.command("reject"))
      .argument("<id>", "the task's id")
      .description("send a handoff back: for the executor before it starts, for the validator before it validates")
      .requiredOption("--reason <text>", REASON_OPTION)
      .option("--run <id>", RUN_OPTION)
      .option("--dry-run", DRY_RUN_OPTION),
    async (around, flags, [id = ""]) => (await import("../commands/task.ts")).taskRejectCommand(id, flags, around),
  );
  bind(
    withPerson(task.command("correct"))
      .argument("<id>", "the task's id")
      .description("correct a recorded step by one more; what was recorded stays")
      .requiredOption("--agent <role>", "whose step it is: planner, executor or validator")
      .requiredOption("--set <key=value...>", "what is right; one or more")
      .requiredOption("--reason <text>", REASON_OPTION)
      .option("--run <id>", RUN_OPTION)
      .option("--dry-run", DRY_RUN_OPTION),
    async (around, flags, [id = ""]) => (await import("../commands/task.ts")).taskCorrectCommand(id, flags, around),
  );
}
