import type { Finding } from "../../../errors.ts";
import type { ChangedSource } from "../../../schema/source.ts";
import { LONGEST_LINE } from "../../text/by-hand.ts";

/** A comment that says so; what is only to be better, faster or tidier one day is done, and whoever asks does not say. */
const SAYS =
  /(?:\/\/|#|\/\*|^\s*\*)\s*(?:(?:TODO|FIXME)\b|(?:.*\b)?(?:[nN]ot (?:yet )?(?:implemented|written|done|handled)|[uU]nimplemented|[uU]nfinished)\b)/;
const MAYBE =
  /\?|\b(?:should|could|might|maybe|consider|perhaps|refactor|rename|optimi[sz]e|faster|clean|tidy|move|remove|deprecat\w*|upstream|docs?|document|warn\w*|log)\b/i;
/** A statement that answers nothing, or does nothing. */
const NOTHING =
  /^\s*(?:return(?:\s+(?:null|None|nil|undefined|false|true|-?\d+|""|''|``|\[\]|\{\}|\(\)|Ok\(\(\)\)|Vec::new\(\)|String::new\(\)|Optional\.empty\(\)|List\.of\(\)))?|pass|continue|break)\s*[;,]?\s*(?:(?:\/\/|#).*)?$/;
/** So many lines below a comment it may stand. */
const BELOW = 2;

/** New lines of code that say of themselves that something is not done, where nothing is answered. */
export function judgeLeftUndone(code: readonly ChangedSource[], approvalOf: (words: string) => string): Finding[] {
  return code.flatMap(({ path, base, head }) => {
    const known = new Set(base?.split("\n").map((line) => line.trim()));
    const lines = head.split("\n");
    return lines.flatMap((line, at): Finding[] => {
      if (known.has(line.trim()) || line.length > LONGEST_LINE || !SAYS.test(line) || MAYBE.test(line)) return [];
      const below = lines.slice(at + 1).filter((one) => one.trim() !== "");
      if (!NOTHING.test(line) && !answersNothing(below.slice(0, BELOW))) return [];
      const message = `${path}:${at + 1} says that something is not done, and answers nothing there: ${line.trim().slice(0, 120)}; do it, or take it out of what the change promises`;
      const approval = approvalOf(`left undone ${path} ${line.trim()}`);
      return [{ code: "CODE_SUSPICIOUS", severity: "person", path, message, approval }];
    });
  });
}

/** The first line that is no comment; a comment may take two. */
function answersNothing(below: readonly string[]): boolean {
  const first = below.find((line) => !/^\s*(?:\/\/|#|\*)/.test(line));
  return first !== undefined && NOTHING.test(first);
}
