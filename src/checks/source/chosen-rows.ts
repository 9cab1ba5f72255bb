import { field, type Node, parts, walk } from "./tree-sitter.ts";

/** Rows, what is done with each of them, and the names that it has there; no `rows`: it is counted, or a runner gives them. */
export interface Loop {
  readonly rows: readonly Node[];
  readonly body: Node;
  readonly names: readonly string[];
}

/** A statement that lets only some rows go on. */
export interface Branch {
  readonly condition: Node;
  /** What is done where it holds; null of an assumption, without which the test ends. */
  readonly inside: readonly Node[] | null;
  readonly otherwise: Node | null;
}

/** Rows that a call leaves out of others. */
export interface Picked {
  /** What they are asked. */
  readonly by: readonly Node[];
  readonly keeps: boolean;
  /** Of which rows. */
  readonly of: readonly Node[];
}

/** How a language says so. */
export interface RowGrammar {
  readonly loops: (unit: Node) => readonly Loop[];
  /** The statements of a block; null for any other node. */
  readonly statements: (node: Node) => readonly Node[] | null;
  readonly branch: (statement: Node) => Branch | null;
  readonly leaves: (statements: readonly Node[]) => boolean;
  readonly fails: (statement: Node) => boolean;
  readonly asserts: (node: Node) => boolean;
  /** Functions of the project that a node itself asks. */
  readonly asked: (node: Node) => readonly string[];
  /** What a name is given, but for rows. */
  readonly given: (name: Node) => readonly Node[];
  /** Functions of the tests that a node calls, or is. */
  readonly functions: (node: Node) => readonly Node[];
  readonly parameters: (of: Node) => readonly string[];
  readonly returned: (of: Node) => readonly Node[];
  readonly compared: (node: Node) => { readonly sides: readonly [Node, Node]; readonly isEqual: boolean } | null;
  readonly picked: (call: Node) => Picked | null;
  /** What a call puts a row into. */
  readonly added: (call: Node) => Node | null;
}

interface Pick {
  readonly condition: Node;
  readonly keeps: boolean;
  readonly names: readonly string[];
}

interface Guard extends Omit<Pick, "names"> {
  readonly kept: readonly Node[];
}

interface Place {
  readonly unit: Node;
  readonly loops: readonly Loop[];
  readonly grammar: RowGrammar;
}

/**
 * Where a test goes through rows that the code which it asserts about chooses itself: only those that it answers as they want, before
 * the loop (`rows.filter(…)`) or in it (`if total(row.of) != row.want { continue }`).
 */
export function chosenRows(unit: Node, grammar: RowGrammar): Node[] {
  const loops = grammar.loops(unit);
  const place = { unit, loops, grammar };
  const found = loops.flatMap(({ rows, body, names }) => {
    const picked = rows.filter((one) => isChosen(picksOf(one, place), [body], grammar));
    const guarded = guardsIn(body, grammar).filter((one) => isChosen([{ ...one, names }], one.kept, grammar));
    return [...picked, ...guarded.map(({ condition }) => condition)];
  });
  return [...new Map(found.map((node) => [node.id, node])).values()];
}

/** Conditions in a body, each with the statements that are come to only where it holds, or does not. */
function guardsIn(body: Node, grammar: RowGrammar): Guard[] {
  const found: Guard[] = [];
  walk(body, (node) => {
    const statements = grammar.statements(node) ?? [];
    for (const [at, statement] of statements.entries()) {
      const branch = grammar.branch(statement);
      if (branch === null) continue;
      const { condition, inside, otherwise } = branch;
      const rest = statements.slice(at + 1);
      const leaves = inside !== null && grammar.leaves(inside) && !inside.some(grammar.asserts);
      const kept = leaves || inside === null ? rest : inside;
      const isAssertion = kept.some(grammar.fails) || (!leaves && otherwise !== null && grammar.asserts(otherwise));
      if (!isAssertion) found.push({ condition, keeps: !leaves, kept });
    }
  });
  return found;
}

/** Whether what is asserted about is what the picks compare with something of the row. */
function isChosen(picks: readonly Pick[], kept: readonly Node[], grammar: RowGrammar): boolean {
  if (picks.length === 0 || !kept.some(grammar.asserts)) return false;
  const about = new Set(kept.flatMap((one) => [...askedBy(one, grammar)]));
  return picks.some((one) => wantedBy(one, grammar).some((name) => about.has(name)));
}

/** Everything below, what its names are given, and what functions of the tests do that it calls. */
function reach(root: Node, grammar: RowGrammar, visit: (node: Node) => void, seen = new Set<number>()): void {
  walk(root, (node) => {
    if (seen.has(node.id)) return false;
    seen.add(node.id);
    visit(node);
    const more = node.type === "identifier" ? grammar.given(node) : grammar.functions(node);
    for (const one of more) reach(one, grammar, visit, seen);
    return true;
  });
}

function askedBy(root: Node, grammar: RowGrammar): Set<string> {
  const found = new Set<string>();
  reach(root, grammar, (node) => {
    for (const name of grammar.asked(node)) found.add(name);
  });
  return found;
}

function mentions(root: Node, names: readonly string[], grammar: RowGrammar): boolean {
  let found = false;
  reach(root, grammar, (node) => {
    found ||= node.type === "identifier" && names.includes(node.text);
  });
  return found;
}

/** Functions whose answer has to be, or must not be, what the row says. */
function wantedBy({ condition, keeps, names }: Pick, grammar: RowGrammar, seen = new Set<number>()): string[] {
  if (seen.has(condition.id)) return [];
  seen.add(condition.id);
  const further = (nodes: readonly Node[], changed: Partial<Pick> = {}): string[] =>
    nodes.flatMap((node) => wantedBy({ keeps, names, ...changed, condition: node }, grammar, seen));
  const comparison = grammar.compared(condition);
  if (comparison !== null) {
    if (comparison.isEqual !== keeps) return [];
    const [left, right] = comparison.sides;
    const isWanted = (side: Node): boolean => askedBy(side, grammar).size === 0 && mentions(side, names, grammar);
    return [...(isWanted(right) ? askedBy(left, grammar) : []), ...(isWanted(left) ? askedBy(right, grammar) : [])];
  }
  if (condition.type === "identifier") return further(grammar.given(condition));
  if (condition.type === "unary_expression")
    return further(parts(condition), { keeps: keeps !== condition.text.startsWith("!") });
  if (/^(?:parenthesized|binary)_expression$/.test(condition.type)) return further(parts(condition));
  return grammar
    .functions(condition)
    .flatMap((one) => further(grammar.returned(one), { names: grammar.parameters(one) }));
}

/** What is asked of rows on their way. */
function picksOf(rows: Node, place: Place, seen = new Set<number>()): Pick[] {
  if (seen.has(rows.id)) return [];
  seen.add(rows.id);
  const { grammar } = place;
  const next = (nodes: readonly Node[]): Pick[] => nodes.flatMap((one) => picksOf(one, place, seen));
  if (rows.type === "identifier") return [...picksOfName(rows, place), ...next(grammar.given(rows))];
  const picked = grammar.picked(rows);
  if (picked !== null) return [...byPredicate(picked, grammar), ...next(picked.of)];
  const made = grammar.functions(rows).flatMap(grammar.returned);
  const from = field(rows, "object") ?? field(field(rows, "function") ?? rows, "value");
  const inner = /^(?:reference|parenthesized)_expression$/.test(rows.type) ? parts(rows) : [];
  return next([...made, ...(from === null ? inner : [from])]);
}

/** Of calls on a name: `rows.retain(…)`, and `good.push(row)` in a branch. */
function picksOfName(name: Node, { unit, loops, grammar }: Place): Pick[] {
  const found: Pick[] = [];
  walk(unit, (node) => {
    const picked = node.parent?.type === "expression_statement" ? grammar.picked(node) : null;
    if (picked?.of.some(({ text }) => text === name.text) === true) found.push(...byPredicate(picked, grammar));
    if (grammar.added(node)?.text !== name.text) return;
    const isKept = (one: Node): boolean => one.startIndex <= node.startIndex && node.endIndex <= one.endIndex;
    for (const { body, names } of loops)
      for (const guard of guardsIn(body, grammar)) if (guard.kept.some(isKept)) found.push({ ...guard, names });
  });
  return found;
}

const byPredicate = ({ by, keeps }: Picked, grammar: RowGrammar): Pick[] =>
  by
    .flatMap((one) => (one.type === "identifier" ? grammar.given(one) : grammar.functions(one)))
    .flatMap((one) => grammar.returned(one).map((condition) => ({ condition, keeps, names: grammar.parameters(one) })));
