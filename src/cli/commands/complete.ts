import type { Command } from "commander";
import { BatonError } from "../../errors.ts";
import { SCRIPTS, SHELLS } from "../completion/scripts.ts";
import { valuesOf } from "../completion/values.ts";
import { wantedNext } from "../completion/words.ts";
import { answered, type Answer } from "../output.ts";
import { plain } from "../render/plain.ts";
import type { Surroundings } from "../surroundings.ts";
import { oneLine } from "../../core/text/one-line.ts";

/**
 * `baton complete SHELL`: the script that the shell loads; with the words of a line, what may stand where the last of them is
 * (surfaces.md, Command line 9). Where nothing can be read, nothing is offered: a Tab is no place for errors.
 */
export async function completeCommand(
  program: Command,
  given: string,
  line: readonly string[],
  around: Surroundings,
): Promise<Answer> {
  const shell = SHELLS.find((name) => name === given);
  if (shell === undefined)
    throw new BatonError("USAGE_INVALID", `no completion for ${JSON.stringify(given)}`, {
      hint: `There is one for ${SHELLS.join(", ")}: eval "$(baton complete bash)".`,
    });
  if (line.length === 0) return answered({ shell, script: SCRIPTS[shell] }, SCRIPTS[shell]);
  const { words, kind } = wantedNext(program, line);
  const values = kind === null ? [] : await valuesOf(kind, around.repository).catch(() => []);
  const last = line.at(-1) ?? "";
  const fitting = [...words, ...values].filter(({ value }) => value.startsWith(last));
  const lines = fitting.map(({ value, text }) => `${value}\t${oneLine(plain(text)).slice(0, 80)}`);
  return answered({ shell, candidates: fitting }, lines);
}
