import { LONGEST_LINE } from "../../text/by-hand.ts";

/** How tests begin, with their names: `def test_x(`, `it("x"`, `func TestX(`, `t.Run("x"`, `fn x(`, `void x(`. */
const BEGINS =
  /^[ \t]*(?:(?:async )?def (test\w*)\(|(?:it|test|specify)(?:\.\w+(?:\([^()]*\))?)*\(\s*(["'`])(.+?)\2|func (Test\w+)\(|t\.Run\("([^"]+)"|(?:pub )?(?:async )?fn (\w+)\(\)|(?:public )?void (\w+)\(\))/;

/** The name of the test that begins on a line; null: none does. */
export function titleOf(line: string): string | null {
  if (line.length > LONGEST_LINE) return null;
  const groups = BEGINS.exec(line)?.slice(1) ?? [];
  return groups.findLast((part, group) => part !== undefined && group !== 1) ?? null;
}

/** `sortsByDate`, `sorts_by_date`: words. */
export const wordsOfTitle = (name: string): string =>
  name.replaceAll(/([a-z\d])([A-Z])/g, "$1 $2").replaceAll("_", " ");

/** Whether a test that ran is one of that title; what stands for values of its rows and what follows them is free. */
export function hasTitle(id: string, title: string): boolean {
  const [fixed = ""] = title.split(/%\w|\$\{?\w/);
  const name = id.split("::").slice(1).join("::");
  const last = name.split(" > ").at(-1) ?? "";
  return fixed === title ? last === title : fixed !== "" && last.startsWith(fixed);
}

/** Down to what stands no deeper and ends it or begins something else; texts may stand there as well. */
export function bodyAt(path: string, lines: readonly string[], at: number): readonly string[] {
  const [depth = ""] = /^[ \t]*/.exec(lines[at] ?? "") ?? [];
  const isEnd = (line: string): boolean =>
    path.endsWith(".py")
      ? /^(?:def|class|async def|@)/.test(line.trimStart()) && line.search(/\S/) <= depth.length
      : line.startsWith(`${depth}}`);
  const below = lines.slice(at + 1);
  const end = below.findIndex((line) => isEnd(line));
  return end === -1 ? below : below.slice(0, end);
}
