/** Extras of setuptools by their names, each with its requirements as far as they are written out there. */
export type Extras = Readonly<Record<string, readonly string[]>>;

/** Reads `setup.py` and `setup.cfg`, joined, and runs neither: names as keys, lists of plain texts; what is put together is named alone. */
export const setuptoolsExtras = (text: string): Extras => ({ ...ofScript(text), ...ofSettings(text) });

/** What `tests_require` of `setup.py` lists; setuptools itself no longer reads it. */
export const testsRequire = (text: string): readonly string[] =>
  [...text.matchAll(new RegExp(String.raw`\btests_require\s*=\s*${LIST}`, "g"))].flatMap(([, list]) => textsIn(list));

const LIST = String.raw`(\[(?:[\s,]|"[^"\n]*"|'[^'\n]*'|#[^\n]*\n)*\])`;
const KEY = new RegExp(String.raw`["']([\w.-]+)["']\s*(?::|\]\s*=)\s*(?:${LIST}|(?=[\[\w(]))`, "g");

function ofScript(text: string): Extras {
  if (!/\bextras_require\s*=/.test(text)) return {};
  return Object.fromEntries([...text.matchAll(KEY)].map(([, name = "", list]) => [name, textsIn(list)]));
}

const textsIn = (list = ""): string[] =>
  [...list.replaceAll(/(?:^|\s)#[^\n]*/g, "").matchAll(/"([^"\n]*)"|'([^'\n]*)'/g)].map(
    ([, double, single]) => double ?? single ?? "",
  );

function ofSettings(text: string): Extras {
  const [, section = ""] = /^\[options\.extras_require\][ \t]*\n((?:(?!\[).*\n?)*)/m.exec(text) ?? [];
  const extras: Record<string, string[]> = {};
  let name: string | null = null;
  for (const line of section.split("\n")) {
    const [, key, first] = /^([\w.-]+)\s*[=:](.*)$/.exec(line) ?? [];
    if (key !== undefined) name = key;
    if (name === null || line.trim() === "" || line.trim().startsWith("#")) continue;
    // In one line they are parted by semicolons; on lines of their own these begin a marker.
    const listed = first === undefined ? [line] : first.split(";");
    (extras[name] ??= []).push(...listed.map((one) => one.trim()).filter((one) => one !== ""));
  }
  return extras;
}
