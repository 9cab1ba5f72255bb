import { isObject, jsonOrNull, objectOf, type JsonObject } from "../../../schema/json.ts";
import { additive, addsOnly, control, isSame, keysOf, movedDependency, newKeys } from "./manifest-words.ts";
import { followsOwn, type OwnVersions } from "./own-versions.ts";
import type { ProtectedVerdict } from "../protected.ts";

const DEPENDENCY_KEYS = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"];
/** Keys that say nothing about how tests run. */
const FREE_KEYS = new Set(
  `name version description keywords license author contributors homepage bugs repository funding bin main module types
   typings exports files private browser peerDependenciesMeta publishConfig sideEffects directories man
   engines maintainers icon`.split(/\s+/),
);
/** npm runs these around others by itself; a new one changes what an old command does. */
const LIFECYCLE = /^(?:pre|post)|^(?:install|prepare|prepublish|test)$/;

/** Of packages that run tests or assert in them; a package of the project that is called so takes their place. */
const OF_TESTS =
  /^@?(?:vitest|jest|mocha|chai|sinon|expect|tinypool|tinyspy|jasmine|ava|tap|tape|playwright|cypress)(?:[/-]|$)/;

/** `inNewFolder`: base has nothing else where a new package lies. */
export function packageVerdict(
  baseText: string | null,
  headText: string,
  inNewFolder: boolean,
  own: OwnVersions,
): ProtectedVerdict {
  const head = jsonOrNull(headText);
  if (!isObject(head)) return control("is not valid JSON");
  const { name } = head;
  if (baseText === null && typeof name === "string" && OF_TESTS.test(name))
    return control(`a new package takes the name of ${name}`);
  if (baseText === null && inNewFolder) return additive("a new package");
  const base = objectOf(jsonOrNull(baseText ?? ""));
  for (const key of keysOf(base, head)) {
    if (FREE_KEYS.has(key) || isSame(base[key], head[key])) continue;
    if (key === "scripts") {
      const moved = movedScript(objectOf(base[key]), objectOf(head[key]));
      if (moved !== null) return control(`script ${JSON.stringify(moved)} is changed, removed or run by itself`);
    } else if (DEPENDENCY_KEYS.includes(key)) {
      const [before, after] = [objectOf(base[key]), objectOf(head[key])];
      const moved = movedEntry(before, after, own);
      if (moved !== null) return movedDependency(moved, before[moved], after[moved]);
    } else if (key === "workspaces" && onlyAddsPackages(base[key] ?? [], head[key])) continue;
    else return control(`${JSON.stringify(key)} is changed`);
  }
  return addsOnly(DEPENDENCY_KEYS.flatMap((key) => newKeys(objectOf(base[key]), objectOf(head[key]))));
}

/** A pattern more, for packages more; one with `!` takes some away. */
function onlyAddsPackages(base: unknown, head: unknown): boolean {
  if (!Array.isArray(base) || !Array.isArray(head)) return false;
  const added: readonly unknown[] = head.filter((one) => !base.includes(one));
  return (
    base.every((one) => head.includes(one)) && added.every((one) => typeof one === "string" && !one.startsWith("!"))
  );
}

function movedScript(base: JsonObject, head: JsonObject): string | null {
  const changed = Object.keys(base).find((name) => base[name] !== head[name]);
  return changed ?? newKeys(base, head).find((name) => LIFECYCLE.test(name)) ?? null;
}

function movedEntry(base: JsonObject, head: JsonObject, own: OwnVersions): string | null {
  const moved = Object.keys(base).find(
    (name) => base[name] !== head[name] && !followsOwn(own, name, base[name], head[name]),
  );
  const isForeign = (name: string): boolean => /^(?:git|file:|link:|https?:|github:)|\//.test(String(head[name]));
  return moved ?? newKeys(base, head).find(isForeign) ?? null;
}
