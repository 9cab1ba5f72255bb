import { LONGEST_LINE } from "../text/by-hand.ts";

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
