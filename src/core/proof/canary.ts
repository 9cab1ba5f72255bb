import type { Finding } from "../../errors.ts";
import { whyUnread } from "./file-errors.ts";
import { lastWord } from "./last-words.ts";
import { fileOf } from "./test-ids.ts";
import type { ProofFacts } from "./judge.ts";
import { byId } from "./red.ts";

/** Where a whole class runs once for each row of a table, its canaries do, and may be called after the row. */
const HOLDS = /[ _]holds(?:\[.*\])?$/s;
const FAILS = /[ _]fails(?:\[.*\])?$/s;

/**
 * R4: two tests with a random name beside the change's own. The one that must fail has to fail by assertion, the one
 * that must pass has to pass; else outcomes are forged. RED tests run a second time here and must pass again.
 */
export function judgeCanary({ r4, search, level }: ProofFacts): Finding[] {
  if (level === "P1" || search === null || search.red.size === 0) return [];
  if (r4 === null) {
    return [
      { code: "NOT_MEASURED", severity: "error", message: "no canary could be planted beside the change's tests" },
    ];
  }
  const [only] = r4.run.units;
  if (level === "P2" && r4.run.report.tests.length === 0 && only !== undefined) {
    const message = `\`${only.command}\` ran no test once two were planted: ${lastWord(only.output)}`;
    return [{ code: "NOT_MEASURED", severity: "error", message }];
  }
  const canaries = r4.run.report.tests.filter(
    ({ id }) => id.includes(`baton_${r4.token}`) || id.includes(`baton ${r4.token}`),
  );
  const forged = r4.files.flatMap((file) => {
    const here = canaries.filter((test) => test.file === file);
    const holds = here.filter(({ id }) => HOLDS.test(id));
    const fails = here.filter(({ id }) => FAILS.test(id));
    if (holds.length === 0 || fails.length === 0) {
      const unread = whyUnread(r4.run, () => true);
      return [{ file, what: `planted tests were not run${unread === null ? "" : `; ${unread}`}` }];
    }
    if (fails.some(({ status }) => status !== "failed")) return [{ file, what: "a test that must fail did not" }];
    if (holds.some(({ status }) => status !== "passed")) return [{ file, what: "a test that must pass did not" }];
    if (fails.every(({ failure }) => failure?.kind !== "assertion"))
      return [{ file, what: "a failing assertion was not seen as one" }];
    return [];
  });
  // Tests that do not compile are one failure, however many files it takes with it.
  const findings = [...Map.groupBy(forged, ({ what }) => what)].map(([what, all]): Finding => {
    const files = all.map(({ file }) => file);
    const [path = ""] = files;
    return { code: "CANARY_FAILED", severity: "error", path, message: `${files.join(", ")}: ${what}` };
  });
  const again = byId(r4.run);
  const unsteady = [...search.red.keys()].filter(
    (id) => r4.files.includes(fileOf(id)) && again.get(id)?.status !== "passed",
  );
  if (findings.length === 0 && unsteady.length > 0) {
    const tests = unsteady.length === 1 ? "1 test" : `${unsteady.length} tests`;
    const message = `${tests} of this change passed once and not again, over the same code in other words and within R1's time limits`;
    findings.push({ code: "TEST_FAILED", severity: "error", ids: unsteady, message });
  }
  return findings;
}
