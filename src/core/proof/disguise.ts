import type { Finding } from "../../errors.ts";
import type { Asking, Surrounding } from "../../schema/source.ts";

/** The RED tests once more, where the change was answered as where no tests run; null: it asks nothing. */
export interface DisguiseFacts {
  /** Whether every RED test passes there, also those that speak of what they mean. */
  readonly allPass: boolean;
  readonly asks: readonly Asking[];
  /** Tests that fail there and pass where the same questions are answered as ever, with what they fail for. */
  readonly failing: ReadonlyMap<string, readonly Surrounding[]>;
}

/** Code that does its work only while tests run has none to show anywhere else: a person looks at what it asks. */
export function judgeDisguise(facts: DisguiseFacts | null, digest: (text: string) => string): Finding[] {
  if (facts === null || facts.failing.size === 0) return [];
  const ids = [...facts.failing.keys()];
  const causes = new Set([...facts.failing.values()].flat());
  const asked = facts.asks.filter(({ about }) => causes.has(about));
  const places = new Map(asked.map((one) => [`${one.path}:${one.line}`, one]));
  const tests = ids.length === 1 ? "a RED test fails" : `${ids.length} RED tests fail`;
  return [...places].map(([place, { path, excerpt }]) => ({
    code: "CODE_SUSPICIOUS",
    severity: "person",
    path,
    ids,
    message: `${place} asks what is around it, and ${tests} where nothing tells of tests: ${excerpt}`,
    approval: digest(`disguise ${path} ${excerpt} ${ids.toSorted().join(" ")}`),
  }));
}
