import type { Command } from "commander";
import { DRY_RUN_OPTION, group, type Bind } from "./bind.ts";

const COMPARTMENT = "working_set, shared_reference, episodic or synthesis";

/** What this repository remembers from run to run: memory, and the patterns learned of outcomes (HRM §5, §6). */
export function addMemoryCommands(program: Command, bind: Bind): void {
  const memory = group(program, "memory", "what this repository remembers from run to run");
  addReading(memory, bind);
  addWriting(memory, bind);
  addPatterns(group(program, "pattern", "what was learned of the outcomes of attempts"), bind);
}

function addReading(memory: Command, bind: Bind): void {
  bind(
    memory
      .command("list")
      .description("everything that stands, or one compartment; of episodes the newest fifty")
      .option("--compartment <name>", COMPARTMENT)
      .option("--problem <id>", "only episodes of this problem (a task's id)")
      .option("--tag <tag...>", "only episodes with all these tags")
      .option("--type <type>", "only episodes of this type: decision, action, observation, reflection"),
    async (around, flags) => (await import("../commands/memory.ts")).memoryListCommand(flags, around),
  );
  bind(
    memory
      .command("get")
      .argument("<ref>", "a key, a citation like key@2, a problem, or an id")
      .description("one entry, a conclusion with its evidence")
      .option("--at <version>", "an older version of a shared reference"),
    async (around, flags, [ref = ""]) => (await import("../commands/memory.ts")).memoryGetCommand(ref, flags, around),
  );
  bind(
    memory
      .command("search")
      .argument("<words>", "words in quotes; an entry with any of them is found, the best first")
      .description("full-text search over what stands")
      .option("--compartment <name>", COMPARTMENT),
    async (around, flags, [words = ""]) =>
      (await import("../commands/memory.ts")).memorySearchCommand(words, flags, around),
  );
  bind(
    memory
      .command("versions")
      .argument("<key>", "a shared reference's key")
      .description("every version of it, oldest first"),
    async (around, _flags, [key = ""]) => (await import("../commands/memory.ts")).memoryVersionsCommand(key, around),
  );
}

function addWriting(memory: Command, bind: Bind): void {
  bind(
    withSignals(memory.command("add"))
      .argument("<key>", "its name")
      .argument("<text>", "what is to be remembered; JSON where it begins like it (- is standard input)")
      .description("remember a fact for every later assignment, if the write gate lets it")
      .option("--as <kind>", "shared, episode or working (default: shared)")
      .option("--problem <id>", "the problem it belongs to (a task's id)")
      .option("--dry-run", DRY_RUN_OPTION),
    async (around, flags, [key = "", text]) =>
      (await import("../commands/memory-write.ts")).memoryAddCommand(key, text, flags, around),
  );
  bind(
    withSignals(memory.command("promote"))
      .argument("<id>", "an episode")
      .description("make a shared reference of an episode, or a conclusion that rests on episodes")
      .option("--as <key>", "the shared reference's key")
      .option("--description <text>", "the conclusion in words")
      .option("--with <id...>", "further episodes that the conclusion rests on")
      .option("--type <type>", "what kind of conclusion (default: behavior)"),
    async (around, flags, [id = ""]) =>
      (await import("../commands/memory-write.ts")).memoryPromoteCommand(id, flags, around),
  );
  bind(
    withWeights(memory.command("rollback"))
      .argument("<key>", "a shared reference's key")
      .description("say again what an older version said, as a new version, if the write gate lets it")
      .requiredOption("--to <version>", "which version")
      .option("--dry-run", DRY_RUN_OPTION),
    async (around, flags, [key = ""]) =>
      (await import("../commands/memory-write.ts")).memoryRollbackCommand(key, flags, around),
  );
  bind(
    memory
      .command("retire")
      .argument("<ref>", "a key, or the id of a synthesis or pattern")
      .description("offer it to nobody any more; it stays readable by its name")
      .requiredOption("--reason <text>", "why; it is kept as an episode")
      .option("--dry-run", DRY_RUN_OPTION),
    async (around, flags, [ref = ""]) =>
      (await import("../commands/memory-write.ts")).memoryRetireCommand(ref, flags, around),
  );
}

const withSignals = (command: Command): Command =>
  withWeights(command.option("--source <name>", "whom or what it is from (default: your user name)"));

/** What the write gate weighs. */
const withWeights = (command: Command): Command =>
  command
    .option("--quality <share>", "how good the source is, 0 to 1 (default: 1)")
    .option("--alignment <share>", "how well it fits what is known, 0 to 1 (default: 1)")
    .option("--conflict <level>", "how far it contradicts what is known: none, low, medium, high (default: none)")
    .option("--blast <radius>", "how far it reaches if it is wrong: minimal, moderate, severe (default: minimal)");

function addPatterns(pattern: Command, bind: Bind): void {
  bind(
    pattern
      .command("list")
      .description("what was learned, the most certain first")
      .option("--general", "similar ones merged, as the generalizer does"),
    async (around, flags) => (await import("../commands/pattern.ts")).patternListCommand(flags, around),
  );
  bind(
    pattern.command("show").argument("<id>", "a pattern's id, or a unique beginning").description("one pattern"),
    async (around, _flags, [id = ""]) => (await import("../commands/pattern.ts")).patternShowCommand(id, around),
  );
  bind(
    pattern
      .command("explain")
      .argument("<id>", "a pattern's id, or a unique beginning")
      .description("why it is there: its evidence, what spoke against it, and its confidence in numbers"),
    async (around, _flags, [id = ""]) => (await import("../commands/pattern.ts")).patternExplainCommand(id, around),
  );
  bind(
    pattern
      .command("protect")
      .argument("<id>", "a pattern's id, or a unique beginning")
      .description("keep it from being retired")
      .option("--off", "lift that again"),
    async (around, flags, [id = ""]) =>
      (await import("../commands/pattern.ts")).patternProtectCommand(id, flags, around),
  );
}
