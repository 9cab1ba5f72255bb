import type { Finding } from "../../../errors.ts";
import type { ChangedSource } from "../../../schema/source.ts";
import { LONGEST_LINE } from "../../text/by-hand.ts";
import { bodyAt, titleOf, wordsOfTitle } from "./test-titles.ts";

/** What says that something is there, or of a kind, in Python, JavaScript and Java. */
const THERE =
  /^\s*(?:assert\s+(?:(?:(?!\b(?:and|or)\b|==).)+\s+is\s+not\s+None|(?:isinstance|hasattr|callable)\(.*\)|[\w.]+)\s*(?:,.*)?$|self\.assert(?:IsNotNone|IsInstance)\(.*\)\s*$|(?:await\s+)?expect\([^()]*(?:\([^()]*\))?[^()]*\)\.(?:toBeDefined\(\)|toBeTruthy\(\)|not\.toBeNull\(\)|not\.toBeUndefined\(\)|toBeInstanceOf\([\w.]+\)|to\.exist|to\.be\.ok|to\.be\.an?\("\w+"\)|to\.be\.an?\('\w+'\));?\s*$|assert(?:\.ok)?\((?:!!)?[\w.]+(?:\s+instanceof\s+\w+|\s*!==?\s*(?:null|undefined))?(?:,.*)?\);?\s*$|assert(?:NotNull|InstanceOf)\(.*\);\s*$|assertThat\([^()]*(?:\([^()]*\))?\)\.is(?:NotNull\(\)|InstanceOf\([\w.]+\));\s*$)/;
const ASSERTS =
  /assert|\bexpect\b|\bshould\b|\braises\b|\bfail\w*\(|\bthrow\b|\bverify|\bsnapshot|\bexpectTypeOf|\bcheck\w*\(|\bexists?\(/i;
/** That something is there, of a kind or comes to its end is what such a test is about. */
const OF_BEING =
  /creat|init|construct|instan|instance|exist|defin|return|type|smoke|render|import|load|export|expose|mount|boot|start|present|there|optional|avail|regist|null|none|truthy|\bhas\b|\bhave\b|provid|accept|valid|support|find|found|detect|open|connect|pars|work|run|compil|build|default|config|basic|simple|class|method|attribute|propert|abstract|inherit|interface|protocol|implement|contract|public|api|is an?\b|object|singleton|factory|usage|example|does not|doesn't|without|no error|not raise|not throw|never throw|enabled|active|truth|true|ready|success|\bok\b|empty|\b(?:set|got|get|new)\b/i;
const FEWEST = 2;
/** Of the new tests of a file. */
const SHARE = 1 / 3;

/** New tests that promise more by their names than that something is there, and look at nothing else. */
export function judgeOnlyThere(tests: readonly ChangedSource[], approvalOf: (words: string) => string): Finding[] {
  return tests.flatMap(({ path, base, head }): Finding[] => {
    const lines = head.split("\n");
    const fresh = lines.flatMap((line, at) => {
      const title = titleOf(line);
      return title === null || base?.includes(title) === true ? [] : [{ title, body: bodyAt(path, lines, at) }];
    });
    const bare = fresh.filter(({ title, body }) => !OF_BEING.test(wordsOfTitle(title)) && looksOnlyThere(body));
    if (bare.length < FEWEST || bare.length < fresh.length * SHARE) return [];
    const names = bare.map(({ title }) => title).join("; ");
    const message = `${path}: ${bare.length} of ${fresh.length} new tests look only whether something is there, or of a kind (${names.slice(0, 200)}); compare it with what is right`;
    const approval = approvalOf(`only there ${path} ${names}`);
    return [{ code: "TEST_HOLLOW", severity: "person", path, message, approval }];
  });
}

function looksOnlyThere(body: readonly string[]): boolean {
  if (body.some((line) => line.length > LONGEST_LINE)) return false;
  const asserted = body.filter((line) => ASSERTS.test(line) && !/^\s*(?:\/\/|#|\*)/.test(line));
  return asserted.length > 0 && asserted.every((line) => THERE.test(line));
}
