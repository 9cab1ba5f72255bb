import type { Word } from "./shell-words.ts";

/** A package manager's call: a script with what is given to it, a program of the dependencies, or more than we follow. */
export type PackageCall =
  | { readonly kind: "script"; readonly name: string; readonly extra: readonly Word[] }
  | { readonly kind: "program"; readonly words: readonly Word[] }
  | { readonly kind: "either"; readonly words: readonly Word[] }
  | { readonly kind: "unknown" };

/** Flags that leave the package or look for others. */
const ELSEWHERE =
  /^(?:-w|-ws|--workspaces?|--prefix|-C|--dir|--cwd|--filter|-F|-r|--recursive|--include-workspace-root)(?:=|$)/;
const UNKNOWN: PackageCall = { kind: "unknown" };
const NPM_TEST = new Set(["test", "t", "tst"]);
const RUN = new Set(["run", "run-script", "rum", "urn"]);

/** Reads what npm, pnpm, yarn and npx are asked to do; null for another program. */
export function packageCall(program: string, words: readonly Word[]): PackageCall | null {
  if (program === "npx" || program === "pnpx") return npxCall(words);
  if (program !== "npm" && program !== "pnpm" && program !== "yarn") return null;
  const leading = words.findIndex(({ text }) => !text.startsWith("-"));
  const flags = words.slice(0, leading === -1 ? words.length : leading);
  const [command, ...rest] = leading === -1 ? [] : words.slice(leading);
  if (command === undefined || flags.some(({ text }) => ELSEWHERE.test(text))) return UNKNOWN;
  if (RUN.has(command.text)) return runCall(program, rest);
  if (NPM_TEST.has(command.text)) return scriptCall(program, "test", rest);
  if (command.text === "exec" || (program === "npm" && command.text === "x")) {
    return rest[0]?.text.startsWith("-") === true && rest[0].text !== "--" ? UNKNOWN : programCall(rest);
  }
  if (program === "npm" || ["dlx", "workspace", "workspaces", "node"].includes(command.text)) return UNKNOWN;
  return { kind: "either", words: [command, ...rest] };
}

function npxCall(words: readonly Word[]): PackageCall {
  const own = /^(?:--no-install|--no|--yes|-y|--quiet|-q|--prefer-offline|--offline|--)$/;
  const first = words.findIndex(({ text }) => !own.test(text));
  if (first === -1 || words[first]?.text.startsWith("-") === true) return UNKNOWN;
  return { kind: "program", words: words.slice(first) };
}

function programCall(words: readonly Word[]): PackageCall {
  const rest = words[0]?.text === "--" ? words.slice(1) : words;
  return rest.length === 0 ? UNKNOWN : { kind: "program", words: rest };
}

function runCall(program: string, words: readonly Word[]): PackageCall {
  const at = words.findIndex(({ text }) => !text.startsWith("-"));
  if (at === -1 || words.slice(0, at).some(({ text }) => ELSEWHERE.test(text))) return UNKNOWN;
  return scriptCall(program, words[at]?.text ?? "", words.slice(at + 1));
}

/** npm keeps flags before `--` for itself and hands on the rest; pnpm and yarn hand on everything. */
function scriptCall(program: string, name: string, words: readonly Word[]): PackageCall {
  const end = words.findIndex(({ text }) => text === "--");
  const own = end === -1 ? words : words.slice(0, end);
  const given = end === -1 ? [] : words.slice(end + 1);
  if (program !== "npm") return { kind: "script", name, extra: [...own, ...given] };
  if (own.some(({ text }) => ELSEWHERE.test(text))) return UNKNOWN;
  return { kind: "script", name, extra: [...own.filter(({ text }) => !text.startsWith("-")), ...given] };
}

/** What of npm-run-all says how scripts run, and not which. */
const HOW =
  /^(?:-[slpnc]|--(?:serial|sequential|parallel|print-label|print-name|silent|aggregate-output|continue-on-error))$/;

/** The chain of scripts that `run-s lint test:*`, `run-p` or `npm-run-all` start, side by side or not; null for another program. */
export function scriptsTogether(program: string, words: readonly Word[], names: readonly string[]): string | null {
  if (!/^(?:run-[sp]|npm-run-all2?)$/.test(program)) return null;
  const tasks = words.map(({ text }) => text).filter((text) => !HOW.test(text));
  const found = tasks.map((task) => {
    const [name = "", ...given] = task.split(" ");
    const pattern = RegExp.escape(name).replaceAll("\\*\\*", ".*").replaceAll("\\*", "[^:]*");
    const matching = names.filter((one) => new RegExp(`^${pattern}$`).test(one));
    return matching.map((one) => ["npm run", one, ...given].join(" "));
  });
  return tasks.length === 0 || found.some((one) => one.length === 0) ? null : found.flat().join(" && ");
}
