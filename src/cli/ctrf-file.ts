import { lstatSync, rmSync } from "node:fs";
import { relative, resolve } from "node:path";
import { jsonText } from "../core/views/text.ts";
import { BatonError, coding } from "../errors.ts";
import type { Ctrf } from "../schema/ctrf.ts";
import { apart, writeFileAtomic } from "../util/atomic-file.ts";
import { redactDeep, type Redact } from "../util/redact.ts";
import { counted } from "../core/text/counted.ts";
import { plain } from "./render/plain.ts";
import { atNamed } from "./unwritable.ts";

const NAME_ONE = "Name a file that can be written: --ctrf FILE";

/** The file that `--ctrf` names, tried before anything long begins. Throws USAGE_INVALID, STATE_UNWRITABLE, DISK_FULL. */
export function openCtrf(given: string, redact: Redact) {
  if (given.trim() === "") throw new BatonError("USAGE_INVALID", "--ctrf is empty", { hint: NAME_ONE });
  const path = resolve(given);
  const there = atNamed(NAME_ONE, () => coding(path, () => lstatSync(path, { throwIfNoEntry: false })));
  if (there?.isFile() === false)
    throw new BatonError("USAGE_INVALID", `--ctrf names a file, and ${path} is none`, { hint: NAME_ONE });
  const trial = apart(path);
  atNamed(NAME_ONE, () => writeFileAtomic(trial, ""));
  coding(trial, () => rmSync(trial));
  return {
    path,
    /** Of an earlier report nothing is left: where none follows, nobody must read it as this one's. */
    discard: (): void => coding(path, () => rmSync(path, { force: true })),
    /** Answers in words what was written. */
    write(report: Ctrf): string {
      const content = jsonText(redactDeep(report, redact)).toWellFormed();
      atNamed(NAME_ONE, () => writeFileAtomic(path, content, { temporary: apart(path) }));
      return `${counted(report.results.tests.length, "test")} as CTRF: ${plain(relative(process.cwd(), path))}`;
    },
  };
}
