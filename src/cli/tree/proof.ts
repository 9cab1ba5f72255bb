import type { Command } from "commander";
import type { Bind } from "./bind.ts";

/** Commands that need no run. */
export function addProofCommands(program: Command, bind: Bind): void {
  bind(
    program
      .command("prove")
      .argument("[range]", "BASE..HEAD, or a BASE alone, up to HEAD (default HEAD~1..HEAD)")
      .description("judge whether a commit's tests honestly prove its change")
      .option("--feature <text>", "what the change is for; may hold criteria (bullets) and a `Changes:` line")
      .option(
        "--kind <kind>",
        "feature (default), fix (also: bug, bugfix) or refactor: what has to be shown of it (docs/proof.md)",
      )
      .option("--test <command>", "the command that selects the change's tests")
      .option("--policy <file>", "policy to judge by, JSON or YAML (- is standard input)")
      .option("--config <file>", "configuration to use instead of base's baton.config.*")
      .option("--approve <id...>", "approve findings a person looked at, by the ids they show; stands after the range")
      .option("--flip", "R5: also flip what every RED test expects; each must then fail")
      .option(
        "--mutation [percent]",
        "R6: also take away the body of each changed function; percent that tests must notice (85)",
      )
      .option(
        "--held-out <folder>",
        "R7: also run tests that the change's author never saw, laid out like the repository",
      )
      .option("--ctrf <file>", "also write the tests on head, with what the proof says of each, as CTRF (JSON)")
      .option("--thorough", "class every new test, not only as many as the verdict needs"),
    async (around, flags, [range]) => (await import("../commands/prove.ts")).proveCommand(range, flags, around),
  );
  bind(
    program
      .command("doctor")
      .description("look at the repository, the tools and the environment")
      .option("--checks", "run the suite once in a slot")
      .option("--config <file>", "configuration to use instead of baton.config.*"),
    async (around, flags) => (await import("../commands/doctor.ts")).doctorCommand(flags, around),
  );
}
