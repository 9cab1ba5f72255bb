import type { Finding } from "../../../errors.ts";
import type { ChangedSource } from "../../../schema/source.ts";
import { newMatches } from "../new-matches.ts";

/** An element's beginning: its name and what it is given, arrows of functions among that. */
const ELEMENT = /<([A-Za-z][\w-]*)\b((?:[^<>=]|=>|=)*)>/g;
const HIDDEN = /[\s:](?:aria-hidden(?:\s*=\s*(?:\\?["']true\\?["']|\{true\}|true\b)|(?=[\s/]|$))|inert(?=[\s/=]|$))/;
/** What people work with, or all of a page. */
const USED = /^(?:input|button|select|textarea|form|fieldset|label|main|body|dialog)$/i;
/** What stands directly in it: another element, or a text by its name. */
const WITHIN = /^\s*(?:<([A-Za-z][\w-]*)\b|\$?\{\s*(\w+)\s*\})/;

/** Controls that a change hides from those who do not see: an audit finds nothing in what is hidden. An icon's text is no control. */
export function judgeHiddenPages(code: readonly ChangedSource[], approvalOf: (words: string) => string): Finding[] {
  return code.flatMap((file) =>
    newMatches(file, hiddenIn).map(({ line, excerpt }): Finding => {
      const { path } = file;
      const message = `${path}:${line} hides what people work with from assistive technology, and from every audit: ${excerpt}`;
      const approval = approvalOf(`aria-hidden ${path} ${excerpt}`);
      return { code: "CHECK_SUPPRESSED", severity: "person", path, message, approval };
    }),
  );
}

function hiddenIn(text: string): { index: number; key: string }[] {
  return [...text.matchAll(ELEMENT)].flatMap(({ 0: whole, 1: tag = "", 2: given = "", index }) => {
    if (!HIDDEN.test(given)) return [];
    const [, child = "", name] = WITHIN.exec(text.slice(index + whole.length, index + whole.length + 200)) ?? [];
    const used =
      [tag, child].find((one) => USED.test(one)) ?? (name !== undefined && holdsControl(text, name) ? name : null);
    return used === null ? [] : [{ index, key: used }];
  });
}

/** A name for a text with a control in it. */
const holdsControl = (text: string, name: string): boolean =>
  new RegExp(String.raw`\b${name}\s*=[^;\n]{0,40}<(?:input|button|select|textarea|form)\b`).test(text);
