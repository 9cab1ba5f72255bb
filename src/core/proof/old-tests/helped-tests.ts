import type { AssertionStrength, WrittenTest } from "../../../schema/source.ts";
import { allSaid } from "./said.ts";

/** More than helpers say for any test; helpers that call each other end here, too. What a test says itself is never cut. */
const MOST_HELPED = 200;

/**
 * Tests with what the helpers assert that they call, of their own file or of another one, no more than the place of the call lets
 * through. What calls a helper and no longer does says less, though its own text never asserted.
 */
export function withHelpers(tests: readonly WrittenTest[]): WrittenTest[] {
  const helpers = Map.groupBy(
    tests.filter(({ helper, name }) => helper && name !== null),
    lastName,
  );
  const find = (name: string, path: string): WrittenTest | undefined => {
    const known = helpers.get(name) ?? [];
    return known.find((one) => one.path === path) ?? known.toSorted(byAssertions)[0];
  };
  const asserted = (
    { path, assertions, calls = [] }: WrittenTest,
    around: readonly WrittenTest[],
    used: Set<WrittenTest>,
  ): AssertionStrength[] => {
    const own = [...assertions];
    const helped: AssertionStrength[] = [];
    for (const { name, most, counted } of calls) {
      const helper = helped.length < MOST_HELPED ? find(name, path) : undefined;
      if (helper === undefined || around.includes(helper)) continue;
      used.add(helper);
      const byName = counted === undefined ? -1 : own.indexOf(counted);
      if (byName >= 0) own.splice(byName, 1);
      const said = asserted(helper, [...around, helper], used);
      helped.push(...said.map((strength) => (strength < most ? strength : most)));
    }
    return [...own, ...helped.slice(0, MOST_HELPED)];
  };
  return tests.map((test) => {
    if (test.helper) return test;
    const used = new Set<WrittenTest>();
    const assertions = asserted(test, [], used);
    const said = [test, ...used].flatMap((one) => (one === test || one.assertions.length > 0 ? (one.said ?? []) : []));
    return { ...test, assertions, ...(said.length === 0 ? {} : { said: allSaid(said) }) };
  });
}

const lastName = ({ name }: WrittenTest): string => name?.split(" > ").at(-1) ?? "";
const byAssertions = (a: WrittenTest, b: WrittenTest): number => b.assertions.length - a.assertions.length;
