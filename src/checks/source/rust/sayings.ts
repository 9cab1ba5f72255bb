import type { SaidByTest } from "../port.ts";
import { field, type Node, type Parse, type Source } from "../tree-sitter.ts";
import { type Assertion, weighed } from "./assertions.ts";
import { attributePath, type RustItem } from "./items.ts";
import { helpedBy, saidBy } from "./said.ts";
import { scopesIn } from "./scope.ts";

/** A function of tests, with what it asserts and calls. */
interface Weighed {
  readonly item: RustItem;
  readonly found: readonly Assertion[];
  readonly calls: readonly { readonly name: string }[];
}

/** What the tests of a file say, and what asserts for them. */
export interface Sayings {
  readonly byFunction: (item: RustItem, found: readonly Assertion[]) => SaidByTest;
  readonly byMacro: (definition: Node) => SaidByTest;
}

export function createSayings(parse: Parse, source: Source, functions: readonly Weighed[]): Sayings {
  const file = scopesIn(parse, source);
  const asserting = assertingNames(functions);
  return {
    byFunction: ({ node, attributes }, found) => {
      const unit = sameIn(file.root, node);
      const scope = file.of(unit);
      const exact = exactIn(found).map((one) => sameIn(file.root, one));
      const rows = attributes.filter((one) => ROWS.test(attributePath(one)));
      return saidBy({ node: unit, attributes: rows, exact, calls: helpedBy(unit, scope, asserting), scope });
    },
    byMacro: (definition) => {
      const said = file.rules(definition).map(({ source: made, body, scope }) => {
        const exact = exactIn(weighed(parse, made.root).found).map((one) => sameIn(body, one));
        return saidBy({ node: body, attributes: [], exact, calls: helpedBy(body, scope, asserting), scope });
      });
      return together(said);
    },
  };
}

function together(said: readonly SaidByTest[]): SaidByTest {
  return {
    pinned: said.flatMap(({ pinned }) => pinned),
    constants: said.flatMap(({ constants }) => constants),
    words: said.flatMap(({ words }) => words),
    asked: said.flatMap(({ asked }) => asked),
    uses: said.flatMap(({ uses }) => uses),
    through: said.flatMap(({ through }) => through),
  };
}

const ROWS = /^(?:case|values)\b|(?:^|::)(?:case|test_case|test_matrix)$|^should_panic$/;

const exactIn = (found: readonly Assertion[]): Node[] =>
  found.filter(({ strength }) => strength === 3).map(({ node }) => node);

/** The node at the same place of another reading of a text. */
function sameIn(root: Node, { startIndex, endIndex }: Node): Node {
  let node = root.descendantForIndex(startIndex, endIndex - 1) ?? root;
  while (node.endIndex < endIndex && node.parent !== null) node = node.parent;
  return node;
}

/** Names of the functions with an exact assertion, or that call one. */
function assertingNames(functions: readonly Weighed[]): ReadonlySet<string> {
  const nameOf = ({ item }: Weighed): string => field(item.node, "name")?.text ?? "";
  const helpers = functions.filter(({ item }) => !item.isTest);
  const names = new Set(helpers.filter(({ found }) => exactIn(found).length > 0).map(nameOf));
  for (let before = -1; before < names.size;) {
    before = names.size;
    for (const one of helpers) if (one.calls.some(({ name }) => names.has(name))) names.add(nameOf(one));
  }
  return names;
}
