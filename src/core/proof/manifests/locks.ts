import { additive, control, isSame } from "./manifest-words.ts";
import type { ProtectedVerdict } from "../protected.ts";

const LOCKS_MORE = additive("new locked dependencies; every existing entry stays");

/**
 * Classes a change of a lock file: additive when every entry of base stands unchanged and each new one has its
 * integrity and no install script.
 */
export function lockVerdict(path: string, base: string | null, head: string | null): ProtectedVerdict {
  if (head === null) return control("the lock file is gone");
  if (/(?:package-lock|npm-shrinkwrap)\.json$/.test(path)) return npmLockVerdict(base, head);
  if (path.endsWith("Cargo.lock")) return cargoLockVerdict(base ?? "", head);
  const before = significantLines(base ?? "");
  const after = new Set(significantLines(head));
  return before.every((line) => after.has(line)) ? LOCKS_MORE : control("existing lock entries are moved or removed");
}

function npmLockVerdict(base: string | null, head: string): ProtectedVerdict {
  const before = packagesOf(base ?? "{}");
  const after = packagesOf(head);
  if (before === null || after === null) return control("is not a lock file of npm 7 or newer");
  for (const [name, entry] of before) {
    // The repository's own packages follow their manifests, as in Cargo.lock.
    if (!name.includes("node_modules/") && after.has(name)) continue;
    const now = after.get(name);
    if (name !== "" && (now === undefined || !isSame(installed(now), installed(entry)))) {
      const [from, to] = [entry["version"], now?.["version"]];
      const moves = from === to ? "is another one under its version" : `goes from ${String(from)} to ${String(to)}`;
      const how = now === undefined ? "is removed" : moves;
      return control(`the lock entry of ${name} ${how}`);
    }
  }
  for (const [name, entry] of after) {
    if (before.has(name) || name === "" || !name.includes("node_modules/") || entry["link"] === true) continue;
    if (typeof entry["integrity"] !== "string") return control(`the new lock entry ${name} has no integrity`);
    if (entry["hasInstallScript"] === true) return control(`the new dependency ${name} runs an install script`);
    const source = entry["resolved"];
    if (typeof source === "string" && /^(?:git|file:|http:)/.test(source))
      return control(`${name} does not come from a registry`);
  }
  return LOCKS_MORE;
}

/** What of an entry is installed: who needs it (`dev`, `peer`) follows the manifests, and its bytes stay the same. */
function installed(entry: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(entry).filter(([key]) => !NEEDED_BY.has(key)));
}
const NEEDED_BY: ReadonlySet<string> = new Set(["dev", "optional", "devOptional", "peer", "extraneous"]);

/** What has no source is the repository's own: its version and what it needs follow its manifest. */
function cargoLockVerdict(base: string, head: string): ProtectedVerdict {
  const entriesOf = (text: string): string[] =>
    text.split(/^(?=\[\[package\]\])/m).filter((entry) => /^source = /m.test(entry));
  const normal = (entry: string): string => significantLines(entry).join("\n");
  const [before, after] = [entriesOf(base).map(normal), entriesOf(head).map(normal)];
  if (!before.every((entry) => after.includes(entry))) return control("existing lock entries are moved or removed");
  const added = after.filter((entry) => !before.includes(entry));
  const isOpen = (entry: string): boolean => !/^source = "registry\+/m.test(entry) || !/^checksum = "/m.test(entry);
  return added.some(isOpen) ? control("a new lock entry does not come from a registry with a checksum") : LOCKS_MORE;
}

function packagesOf(text: string): Map<string, Readonly<Record<string, unknown>>> | null {
  try {
    const lock = JSON.parse(text) as { packages?: Record<string, Record<string, unknown>> } | null;
    return new Map(Object.entries(lock?.packages ?? {}));
  } catch {
    return null;
  }
}

function significantLines(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trimEnd())
    .filter((line) => line !== "" && !line.startsWith("#"));
}
