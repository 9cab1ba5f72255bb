import type { ProtectedVerdict } from "../protected.ts";

export const control = (reason: string): ProtectedVerdict => ({ kind: "control", reason });
export const additive = (reason: string): ProtectedVerdict => ({ kind: "additive", reason: `only adds: ${reason}` });

/** The verdict on a change that touches nothing else than these new dependencies, and what is free. */
export const addsOnly = (dependencies: readonly string[]): ProtectedVerdict =>
  additive(
    dependencies.length > 0 ? `new dependencies ${dependencies.join(", ")}` : "nothing that decides how tests run",
  );

/** The verdict on a dependency that is not only added; each version as its manifest writes it. */
export function movedDependency(name: string, base: unknown, head: unknown): ProtectedVerdict {
  const written = (version: unknown): string => (typeof version === "string" ? version : JSON.stringify(version));
  if (base === undefined) return control(`the new dependency ${name} is not from a registry: ${written(head)}`);
  if (head === undefined) return control(`dependency ${name} is removed`);
  return control(`dependency ${name} goes from ${written(base)} to ${written(head)}`);
}

/** The names that either side has. */
export const keysOf = (base: object, head: object): Set<string> =>
  new Set([...Object.keys(base), ...Object.keys(head)]);

/** The names that head has besides base's. */
export const newKeys = (base: object, head: object): string[] =>
  Object.keys(head).filter((name) => !Object.hasOwn(base, name));

/** Values of JSON or TOML that are written the same. */
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
