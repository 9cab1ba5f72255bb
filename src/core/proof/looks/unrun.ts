import type { Finding } from "../../../errors.ts";
import type { TestResult } from "../../../schema/report.ts";
import { counted } from "../../text/counted.ts";
import type { ProofFacts } from "../judge.ts";
import { judgePassedOver } from "./passed-over.ts";
import { fileOf, withoutParameters } from "../test-ids.ts";

export const hasRun = ({ status }: TestResult): boolean => status === "passed" || status === "failed";

export const statusesOf = (tests: readonly TestResult[]): string =>
  [...new Set(tests.map(({ status }) => status))].join(", ");

/** Of the change's own tests a person has to want those that nobody saw pass, and that their text or a variable keeps from it. */
export function judgeUnrun(facts: ProofFacts): Finding[] {
  const { r2, baseline, edits, selected, gates, passedOver = [], feature, digest } = facts;
  const results = Map.groupBy(r2.report.tests, ({ id }) => withoutParameters(id));
  const variablesOf = (id: string): readonly string[] => gates?.get(fileOf(id)) ?? [];
  const ran = new Set(selected.map(withoutParameters).filter((id) => results.get(id)?.some(hasRun))).size;
  const unrun = edits.flatMap(({ kind, path, name, skipped = false }) => {
    const id = `${path}::${name}`;
    const found = results.get(id) ?? [];
    if (kind !== "added" || found.some(hasRun) || baseline.green.has(id) || feature.allowsChange(id)) return [];
    const isMeant = skipped || found.some(({ status }) => status === "xfail");
    if (!isMeant && found.every(({ status }) => status !== "skipped")) return [];
    return [{ id, found, why: isMeant ? "meant" : variablesOf(id).length > 0 ? "gated" : "elsewhere" }];
  });
  const { meant = [], gated = [], elsewhere = [] } = Object.groupBy(unrun, ({ why }) => why);
  const say = (tests: typeof unrun, one: string, several: string, more = ""): Finding[] => {
    const ids = tests.map(({ id }) => id);
    if (ids.length === 0) return [];
    const message = `${counted(ids.length, `test of this change ${one}`, `tests of this change ${several}`)}${more}; first: ${ids[0]}`;
    return [{ code: "TEST_SKIPPED", severity: "warning", ids, message }];
  };
  const ask = (findings: Finding[], about: string): Finding[] =>
    findings.map((finding) => ({
      ...finding,
      severity: "person",
      approval: digest([about, ...(finding.ids ?? []).toSorted()].join("\n")),
    }));
  const how = statusesOf(meant.flatMap(({ found }) => found)) || "not run";
  const away = say(elsewhere, "does", "do", ` not run here${ran > 0 ? `, and ${ran} more did` : ""}`);
  const names = [...new Set(gated.flatMap(({ id }) => variablesOf(id)))].join(" or ");
  return [
    ...ask(say(meant, "was", "were", ` never seen to pass (${how})`), "never seen to pass"),
    ...ask(say(gated, "runs", "run", ` only where ${names} is set, and nothing here sets it`), "gated"),
    // What most of them say nobody has seen here.
    ...(elsewhere.length > ran ? ask(away, "elsewhere") : away),
    ...judgePassedOver(
      passedOver.filter(({ path, ids }) => !feature.allowsChange(path) && !ids.every((id) => feature.allowsChange(id))),
      digest,
    ),
  ];
}
