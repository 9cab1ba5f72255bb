import { cargoVerdict } from "./cargo-manifest.ts";
import { goModVerdict } from "./go-manifest.ts";
import { catalogVerdict, gradleVerdict } from "./gradle-manifest.ts";
import { control } from "./manifest-words.ts";
import { type OwnVersions, withoutOwn } from "./own-versions.ts";
import { packageVerdict } from "./package-manifest.ts";
import { pomVerdict } from "./pom-manifest.ts";
import type { ProtectedVerdict } from "../protected.ts";
import { pipfileVerdict, requirementsVerdict, setupVerdict } from "./python-manifest.ts";
import { sectionsVerdict } from "./sections-manifest.ts";

/**
 * Classes a change of package.json, go.mod, Cargo.toml, pom.xml, build.gradle, Gradle's catalog of versions, pyproject.toml, setup.cfg,
 * setup.py, tox.ini, a Pipfile or a file of requirements. `inNewFolder`: base has nothing else where the manifest lies, so that a new one decides about new files alone. `joins`: see `joinsOld`.
 * `own`: see `ownVersions`.
 */
export function manifestVerdict(
  path: string,
  base: string | null,
  head: string | null,
  { inNewFolder, joins, own }: ManifestFacts,
): ProtectedVerdict {
  if (head === null) return control("the manifest is gone");
  if (path.endsWith("go.mod")) return goModVerdict(base, head);
  if (path.endsWith("Cargo.toml")) return cargoVerdict(path, base, head, own);
  if (path.endsWith("pom.xml")) return pomVerdict(base, head, joins);
  if (/\.gradle(?:\.kts)?$/.test(path)) return gradleVerdict(path, base, head);
  if (path.endsWith("libs.versions.toml")) return catalogVerdict(base, head);
  if (path.endsWith("Pipfile")) return pipfileVerdict(base, head);
  if (path.endsWith("setup.py"))
    return setupVerdict(base === null ? null : withoutOwn(own, base), withoutOwn(own, head));
  if (/\.(?:txt|in)$/.test(path)) return requirementsVerdict(base, head, own);
  if (!path.endsWith("package.json")) return sectionsVerdict(withoutOwn(own, base ?? ""), withoutOwn(own, head));
  return packageVerdict(base, head, inNewFolder, own);
}

export interface ManifestFacts {
  readonly inNewFolder: boolean;
  readonly joins: boolean;
  readonly own: OwnVersions;
}

/** Whether an old manifest of the same name changes, too: then a new one is built together with what base has. */
export const joinsOld = (
  path: string,
  changes: readonly { readonly path: string; readonly base: unknown }[],
): boolean => changes.some((other) => other.base !== null && nameOf(other.path) === nameOf(path));

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
