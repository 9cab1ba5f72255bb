import { Priority, VerificationMethod } from "../../schema/feature-list.ts";
import type { Draft, KeyEntry } from "./block.ts";
import { bindingOf } from "./criterion.ts";
import { commandOf, globsOf, namesOf, secondsOf } from "./keys.ts";
import type { Key } from "./keys.ts";
import { parsePattern } from "../pattern/pattern.ts";
import { plainInline } from "./markdown.ts";
import type { SpecCode } from "../../errors.ts";
import type { SpecFeature, SpecProblem } from "./spec-feature.ts";
import { slugOf } from "./title.ts";

/** A feature whose `Depends:` still holds the author's words. */
export interface SettledFeature {
  readonly feature: Omit<SpecFeature, "dependsOn">;
  readonly label: string | null;
  readonly depends: readonly KeyEntry[];
}

type Warn = (code: SpecCode, line: number, message: string, severity?: SpecProblem["severity"]) => void;

/** Gives ids by position and reads the values of the keys; what cannot be read keeps its default and is named. */
export function settle(drafts: readonly Draft[], problems: SpecProblem[]): SettledFeature[] {
  return drafts.map((draft, index) =>
    settleOne(draft, index + 1, (code, line, message, severity = "warning") => {
      problems.push({ severity, code, line, message: `"${draft.description}": ${message}` });
    }),
  );
}

function settleOne(draft: Draft, number: number, warn: Warn): SettledFeature {
  const all = (key: Key): KeyEntry[] => draft.keys.filter((entry) => entry.key === key);
  const steps = [...draft.steps];
  const test = single(all("test"), warn);
  const command = test === null ? null : commandOf(test.value);
  if (test !== null && command?.command === null) {
    warn("TEST_UNCLEAR", test.line, `Test: ${command.reason}; write \`Test: <command>\``);
    if (test.value.includes(" ")) steps.push(plainInline(test.raw));
  }
  const verify = choice(single(all("verify"), warn), VerificationMethod.options, "automated", "VERIFY_INVALID", warn);
  if (verify.unread?.includes(" ") === true) steps.push(plainInline(`Verify: ${verify.unread}`));
  const priority = choice(single(all("priority"), warn), Priority.options, "medium", "PRIORITY_INVALID", warn);
  const category = single(all("category"), warn);
  const testCommand = command?.command ?? null;
  if (steps.length === 0 && draft.acceptance.length === 0 && testCommand === null) {
    warn("FEATURE_UNCLEAR", draft.line, "has no steps and no Test: line; say in bullets how it is verified");
  }
  // What a person verifies, a person decides.
  for (const criterion of verify.value === "manual" ? [] : [...steps, ...draft.acceptance]) {
    const { doubt } = bindingOf(criterion);
    if (doubt !== null) warn("CRITERION_UNCLEAR", draft.line, doubt);
  }
  const feature = {
    id: `feat_${String(number).padStart(3, "0")}_${slugOf(draft.description)}`,
    line: draft.line,
    description: draft.description,
    category: category === null ? "functional" : plainInline(category.value),
    priority: priority.value,
    verify: verify.value,
    testCommand,
    steps,
    acceptance: [...draft.acceptance],
    detail: draft.detail.join("\n\n").trim(),
    files: all("files").flatMap((entry) => patterns("Files", entry, warn)),
    sharedFiles: all("shared").flatMap((entry) => patterns("Shared files", entry, warn)),
    changes: all("changes").flatMap((entry) => namesOf(entry.value)),
    timeoutSeconds: time(single(all("timeout"), warn), warn),
    heartbeatSeconds: time(single(all("heartbeat"), warn), warn),
  };
  return { feature, label: draft.label, depends: all("depends") };
}

function single(entries: readonly KeyEntry[], warn: Warn): KeyEntry | null {
  const [first, second] = entries;
  if (second !== undefined)
    warn("KEY_REPEATED", second.line, `gives the same key twice; the one on line ${first?.line} counts`);
  return first ?? null;
}

/** A pattern that cannot be read would allow nothing and hold everything, so it is no warning. */
function patterns(key: string, { value, line }: KeyEntry, warn: Warn): string[] {
  const written = globsOf(value);
  for (const pattern of written) {
    const parsed = parsePattern(pattern);
    if ("flaw" in parsed) warn("FILES_INVALID", line, `${key}: ${pattern} ${parsed.flaw}`, "error");
  }
  return written;
}

function time(entry: KeyEntry | null, warn: Warn): number | null {
  if (entry === null) return null;
  const seconds = secondsOf(entry.value);
  if (seconds === null)
    warn(
      "TIME_INVALID",
      entry.line,
      `"${plainInline(entry.value)}" is no time; write 600, 10 min or 2 h, a week at most`,
    );
  return seconds;
}

interface Choice<T> {
  readonly value: T;
  /** What stood there instead of one of the options. */
  readonly unread: string | null;
}

function choice<T extends string>(
  entry: KeyEntry | null,
  options: readonly T[],
  fallback: T,
  code: SpecCode,
  warn: Warn,
): Choice<T> {
  if (entry === null) return { value: fallback, unread: null };
  const word = plainInline(entry.value).replace(/[.!]$/, "").toLowerCase();
  const found = options.find((option) => option === word);
  if (found !== undefined) return { value: found, unread: null };
  warn(code, entry.line, `"${plainInline(entry.value)}" is not one of ${options.join(", ")}; ${fallback} is taken`);
  return { value: fallback, unread: entry.value };
}
