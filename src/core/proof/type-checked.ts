import { jsonOrNull, objectOf } from "../../schema/json.ts";

const TYPE_CHECK = /(?:^|[\s;&|(/])(?:vue-)?tsc\b/;
const CALLED = /\b(?:npm|pnpm|yarn|bun)\s+(?:run\s+)?(?:-\S+\s+)*([\w:.-]+)/g;

/**
 * Whether the test command of a package checks the types of a file before its tests run: what `expectTypeOf` says there is heard. `path` is
 * the file's below the package; `settings`: its tsconfig.json, null where it has none.
 */
export function isTypeChecked(path: string, manifest: string, settings: string | null): boolean {
  const scripts = objectOf(objectOf(jsonOrNull(manifest))["scripts"]);
  const textOf = (name: string): string => (typeof scripts[name] === "string" ? scripts[name] : "");
  const own = `${textOf("pretest")} && ${textOf("test")}`;
  const called = [...own.matchAll(CALLED)].map(([, name = ""]) => textOf(name));
  return settings !== null && TYPE_CHECK.test([own, ...called].join(" && ")) && includes(settings, path);
}

/** Read as text: a tsconfig.json may have comments and trailing commas. */
function includes(settings: string, path: string): boolean {
  const listed = (name: string): string[] | null => {
    const list = new RegExp(String.raw`"${name}"\s*:\s*\[([^\]]*)\]`).exec(settings)?.[1];
    return list === undefined ? null : [...list.matchAll(/"([^"]+)"/g)].map(([, one = ""]) => one.replace(/^\.\//, ""));
  };
  const isBelow = (place: string): boolean => {
    const folder = place.replace(/\/?(?:\*.*)?$/, "");
    return folder === "" || path === folder || path.startsWith(`${folder}/`);
  };
  const isLeftOut = (place: string): boolean => /\btests?\b|\bspecs?\b/.test(place) || isBelow(place);
  return (listed("include") ?? [""]).some(isBelow) && !(listed("exclude") ?? []).some(isLeftOut);
}
