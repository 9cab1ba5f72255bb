import type { AssertionStrength, WrittenTest } from "../../schema/source.ts";
import { allSaid } from "./said.ts";

/** More than any test says; helpers that call each other end here, too. */
const MOST_ASSERTIONS = 200;

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
    const all = [...assertions];
    for (const { name, most, counted } of calls) {
      const helper = all.length < MOST_ASSERTIONS ? find(name, path) : undefined;
      if (helper === undefined || around.includes(helper)) continue;
      used.add(helper);
      const byName = counted === undefined ? -1 : all.indexOf(counted);
      if (byName >= 0) all.splice(byName, 1);
      all.push(...asserted(helper, [...around, helper], used).map((strength) => (strength < most ? strength : most)));
    }
    return all.slice(0, MOST_ASSERTIONS);
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
