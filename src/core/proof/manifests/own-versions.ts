import { parse } from "smol-toml";

/** The project's own packages whose version the change sets anew, by their names: those that need them may follow. */
export type OwnVersions = ReadonlyMap<string, string>;

interface ManifestChange {
  readonly path: string;
  readonly base: string | null;
  readonly head: string | null;
}

/** By package.json, pyproject.toml and Cargo.toml. */
export function ownVersions(changes: readonly ManifestChange[]): OwnVersions {
  const own = new Map<string, string>();
  for (const { path, base, head } of changes) {
    const [before, after] = [packageOf(path, base), packageOf(path, head)];
    if (after !== null && before?.name === after.name) own.set(after.name, after.version);
  }
  return own;
}

const PACKAGES: Readonly<Record<string, (text: string) => unknown>> = {
  "package.json": (text) => JSON.parse(text),
  "pyproject.toml": (text) => parse(text)["project"],
  "Cargo.toml": (text) => parse(text)["package"],
};

function packageOf(path: string, text: string | null): { readonly name: string; readonly version: string } | null {
  const read = PACKAGES[path.slice(path.lastIndexOf("/") + 1)];
  if (read === undefined || text === null) return null;
  try {
    const { name, version } = (read(text) ?? {}) as Record<string, unknown>;
    return typeof name === "string" && typeof version === "string" ? { name, version } : null;
  } catch {
    return null;
  }
}

const RANGE = /^(?:workspace:)?[\^~=]?/;

/** Whether one version, or range from one, becomes that of an own package: `^0.3.0`, `workspace:~0.4.0`. */
export function followsOwn(own: OwnVersions, name: string, base: unknown, head: unknown): boolean {
  if (typeof base !== "string" || typeof head !== "string" || !/^\d[\w.+-]*$/.test(base.replace(RANGE, "")))
    return false;
  return own.get(name) === head.replace(RANGE, "");
}

/** A text of requirements as Python has them, without what it says of the versions of own packages: `acme-events>=2.2`. */
export function withoutOwn(own: OwnVersions, text: string): string {
  const alike = (name: string): string =>
    name
      .split(/[-_.]+/)
      .map((part) => RegExp.escape(part))
      .join("[-_.]+");
  const bound = String.raw`\s*(?:[<>=~!]==?|[<>])\s*[\w.*+]+`;
  return [...own.keys()].reduce(
    (now, name) =>
      now.replaceAll(
        new RegExp(String.raw`(?<=^|["'\s])(${alike(name)})${bound}(?:\s*,${bound})*(?=$|["'\s])`, "gim"),
        "$1",
      ),
    text,
  );
}
