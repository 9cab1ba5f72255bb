import { additive, addsOnly, control } from "./manifest-words.ts";
import type { ProtectedVerdict } from "../protected.ts";

/** Requirements may be added; what is there stays, and nothing takes a module's place. */
export function goModVerdict(base: string | null, head: string): ProtectedVerdict {
  const lines = goModLines(head);
  if (lines.some((line) => /^(?:replace|exclude) /.test(line) && !goModLines(base ?? "").includes(line)))
    return control("a module is replaced or excluded");
  if (base === null) return additive("a new module");
  const moved = goModLines(base).find((line) => !lines.includes(line));
  if (moved !== undefined) return control(`"${moved}" is changed or removed`);
  const added = lines.filter((line) => !goModLines(base).includes(line));
  const other = added.find((line) => !line.startsWith("require "));
  if (other !== undefined) return control(`"${other}" is added`);
  return addsOnly(added.map((line) => line.split(" ")[1] ?? ""));
}

/** One line a directive, blocks opened: `require a v1.0.0`. */
function goModLines(text: string): string[] {
  let block = "";
  return text.split("\n").flatMap((raw) => {
    const line = raw
      .replace(/\/\/.*$/, "")
      .trim()
      .replaceAll(/\s+/g, " ");
    if (line === "") return [];
    const opened = /^(\w+) \($/.exec(line)?.[1];
    if (opened !== undefined) {
      block = `${opened} `;
      return [];
    }
    if (line === ")") {
      block = "";
      return [];
    }
    return [block + line];
  });
}
