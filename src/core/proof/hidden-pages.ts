import type { Finding } from "../../errors.ts";
import type { ChangedSource } from "../../schema/source.ts";

const HIDDEN = String.raw`aria-hidden=(?:\\?["']true\\?["']|\{true\}|true\b)`;
/** What people work with, or all of a page. */
const USED = "(?:input|button|select|textarea|form|fieldset|label|main|body|dialog)";
/** A hidden element that is one of these, or holds one at once. */
const HIDES = new RegExp(
  String.raw`<${USED}\b[^<>]*\s${HIDDEN}|\b${HIDDEN}[^<>]*>\s*(?:<${USED}\b|\$?\{\s*(\w+)\s*\})`,
  "g",
);
/** A name for a text with a control in it. */
const holdsControl = (text: string, name: string): boolean =>
  new RegExp(String.raw`\b${name}\s*=[^;\n]{0,40}<${USED}\b`).test(text);

/** Controls that a change hides from those who do not see: an audit finds nothing in what is hidden. An icon's text is no control. */
export function judgeHiddenPages(code: readonly ChangedSource[], approvalOf: (words: string) => string): Finding[] {
  return code.flatMap(({ path, base, head }): Finding[] => {
    const found = [...head.matchAll(HIDES)].find(
      ({ 0: text, 1: name }) => !(base ?? "").includes(text) && (name === undefined || holdsControl(head, name)),
    );
    if (found === undefined) return [];
    const line = head.slice(0, found.index).split("\n").length;
    const excerpt = (head.split("\n")[line - 1] ?? "").trim().slice(0, 160);
    const message = `${path}:${line} hides what people work with from assistive technology, and from every audit: ${excerpt}`;
    return [
      {
        code: "CHECK_SUPPRESSED",
        severity: "person",
        path,
        message,
        approval: approvalOf(`aria-hidden ${path} ${excerpt}`),
      },
    ];
  });
}
