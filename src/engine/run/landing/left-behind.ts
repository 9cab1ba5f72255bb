import { hash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { oneLine } from "../../../core/text/one-line.ts";
import type { RunState } from "../../../core/run/state.ts";
import type { LeftBehind } from "../../../schema/left-behind.ts";
import { hashOfFile } from "../../../util/hash-file.ts";
import { namesIn } from "../../../util/list-folder.ts";
import { MASK } from "../../../util/secret-shapes.ts";
import type { Redact } from "../../../util/redact.ts";
import type { Project } from "../project.ts";

/** What git obeys in a repository, as it was read: its configuration as text, its hooks by their hashes. */
export interface Obeyed {
  readonly config: string;
  readonly hooks: ReadonlyMap<string, string>;
}

export const readObeyed = ({ places }: Pick<Project, "places">): Obeyed => ({
  config: textOf(join(places.commonDirectory, "config")),
  hooks: hooksIn(join(places.commonDirectory, "hooks")),
});

const textOf = (path: string): string => (existsSync(path) ? readFileSync(path, "utf8") : "");

/** What git would run: its own samples it never does. */
export function hooksIn(folder: string): Map<string, string> {
  const names = namesIn(folder).filter((name) => !name.endsWith(".sample"));
  const isFile = (name: string): boolean => statSync(join(folder, name), { throwIfNoEntry: false })?.isFile() === true;
  return new Map(
    names.toSorted().map((name) => [name, isFile(name) ? (hashOfFile(join(folder, name)) ?? "") : ""] as const),
  );
}

/** Keys whose value git runs, or has a program of the user run (git-config(1)). Of an alias only what begins with `!`. */
const RUN_BY_GIT =
  /^(?:core\.(?:hookspath|fsmonitor|sshcommand|editor|pager|askpass|gitproxy|alternaterefscommand)|sequence\.editor|(?:gpg|gpg\..*)\.program|credential\.(?:.*\.)?helper|diff\.external|diff\..*\.(?:command|textconv)|interactive\.difffilter|filter\..*\.(?:clean|smudge|process)|merge\..*\.driver|(?:difftool|mergetool|browser|man)\..*\.cmd|pager\..*|trailer\..*\.(?:command|cmd)|remote\..*\.(?:uploadpack|receivepack|vcs)|uploadpack\.packobjectshook|include\.path|includeif\..*\.path)$/;

/** What a user's git would run in a repository, and the harness never does: keys of its configuration, and hooks. */
export function runByGit(project: Pick<Project, "git" | "places">): {
  readonly keys: string[];
  readonly hooks: string[];
} {
  const { config, hooks } = readObeyed(project);
  const values = [...(valuesIn(project, config) ?? [])];
  const isCommand = (key: string, given: readonly string[]): boolean =>
    key.startsWith("alias.")
      ? given.some((value) => value.startsWith("!"))
      : RUN_BY_GIT.test(key.toLowerCase()) && !given.every((value) => /^(?:true|false)?$/i.test(value));
  return { keys: values.flatMap(([key, given]) => (isCommand(key, given) ? [key] : [])), hooks: [...hooks.keys()] };
}

type Values = ReadonlyMap<string, readonly string[]>;

/** Every key with its values, as git reads the text: it is data, which no git of ours obeys. Null: git cannot read it. */
function valuesIn({ git }: Pick<Project, "git">, config: string): Values | null {
  const listed = git.attempt(["config", "--file", "-", "--no-includes", "--null", "--list"], { input: config });
  if (listed === null) return null;
  const values = new Map<string, string[]>();
  for (const entry of listed.split("\0").filter(Boolean)) {
    const end = entry.indexOf("\n");
    const [key, value] = end < 0 ? [entry, "true"] : [entry.slice(0, end), entry.slice(end + 1)];
    values.set(key, [...(values.get(key) ?? []), value]);
  }
  return values;
}

/** What changed of it, key by key and hook by hook. */
export function changesBetween(project: Project, before: Obeyed, after: Obeyed, redact: Redact): LeftBehind[] {
  const hooks = namesOf(before.hooks, after.hooks).map((name) => hookChange(project, name, before, after));
  const [was, is] = [valuesIn(project, before.config), valuesIn(project, after.config)];
  if (before.config === after.config || was === null || is === null) return hooks;
  const keys = namesOf(was, is).filter((key) => digestOf(was, key) !== digestOf(is, key));
  return [...keys.map((key) => keyChange(key, was, is, redact)), ...hooks];
}

function namesOf(one: ReadonlyMap<string, unknown>, other: ReadonlyMap<string, unknown>): string[] {
  const names = [...new Set([...one.keys(), ...other.keys()])];
  return names.filter((name) => one.get(name) !== other.get(name)).toSorted();
}

function keyChange(key: string, was: Values, is: Values, redact: Redact): LeftBehind {
  const shown = (value: string): string => (SECRET_KEY.test(key) ? MASK : short(redact(oneLine(value))));
  const words = (values: readonly string[] = []): string => values.map(shown).join(", ");
  const [before, after] = [was.get(key), is.get(key)];
  const change = [
    after === undefined ? `${short(key)} is gone` : `${short(key)} = ${words(after)}`,
    before === undefined ? "it was not set" : `it was ${words(before)}`,
  ];
  return {
    place: ".git/config",
    name: key,
    before: digestOf(was, key),
    after: digestOf(is, key),
    change: `${change[0]} (${change[1]})`,
    undo: undoOf(key, before, shown),
  };
}

/** A value is put back only where a person can read it here: what is hidden, or is several, is theirs to mend. */
function undoOf(key: string, before: readonly string[] | undefined, shown: (value: string) => string): string {
  if (!/^[\x20-\x7E]+$/.test(key)) return "git config --edit";
  if (before === undefined) return `git config --unset-all ${word(key)}`;
  const [value = ""] = before;
  return before.length > 1 || shown(value) !== value ? "git config --edit" : `git config ${word(key)} ${word(value)}`;
}

/** Headers and helpers that carry a login. */
const SECRET_KEY = /(?:extraheader|password|passwd|secret|token|apikey|smtppass)$/i;
const SHOWN = 80;
const short = (text: string): string => (text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}…`);

/** One shell word, whatever it holds. */
const word = (text: string): string =>
  /^[\w./@:+,=-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

function hookChange(
  { root, places }: Project,
  name: string,
  { hooks: was }: Obeyed,
  { hooks: is }: Obeyed,
): LeftBehind {
  const path = join(relative(root, places.commonDirectory) || ".git", "hooks", name);
  const what = !was.has(name) ? "is new" : is.has(name) ? "is another one" : "is gone";
  const undo = was.has(name) ? `put ${word(path)} back from a copy of yours` : `rm -r ${word(path)}`;
  const digest = (of: Obeyed["hooks"]): string | null => (of.has(name) ? sha256(of.get(name) ?? "") : null);
  const change = `the hook ${short(oneLine(name))} ${what}`;
  return { place: ".git/hooks", name, before: digest(was), after: digest(is), change, undo };
}

function digestOf(values: Values, key: string): string | null {
  const found = values.get(key);
  return found === undefined ? null : sha256(JSON.stringify(found));
}

const sha256 = (text: string): string => hash("sha256", text);

/** What attempts of a run left in the user's repository, and is there still. */
export function stillLeft(project: Project, { leftBehind }: Pick<RunState, "leftBehind">): RunState["leftBehind"] {
  if (leftBehind.length === 0) return [];
  const now = readObeyed(project);
  const values = valuesIn(project, now.config);
  return leftBehind.filter(({ place, name, after }) => {
    if (place === ".git/config") return values !== null && digestOf(values, name) === after;
    const found = now.hooks.get(name);
    return (found === undefined ? null : sha256(found)) === after;
  });
}
