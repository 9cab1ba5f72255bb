import { field, type Node, parts, type Source } from "../tree-sitter.ts";
import { compared } from "./arguments.ts";
import { assertionsIn, startOf } from "./assertions.ts";
import { nameOf } from "./members.ts";
import { type Names, namesIn } from "./names.ts";

const EQUAL = /^assert(?:Equals|Same|IterableEquals|ArrayEquals)$/;
const EQUAL_LINK = /^(?:isEqualTo|isSameAs|containsExactlyElementsOf|isEqualToComparingFieldByField)$/;
/** What cannot change; of a number or a text one name says as much as the other. */
const UNCHANGING =
  /^(?:byte|short|int|long|float|double|boolean|char|Byte|Short|Integer|Long|Float|Double|Boolean|Character|String|BigDecimal|BigInteger)$/;
const GETTER = /^(?:(?:get|is|has)[A-Z]\w*|toString|size)$/;
const CHAIN_LIMIT = 8;

/** `var before = config; migrate(config); assertEquals(before, config)`: an object is equal to itself whatever happens to it. */
export function comparedAliases(source: Source): Node[] {
  const calls = source.root
    .descendantsOfType("method_invocation")
    .flatMap((one) => (one === null || !(EQUAL.test(nameOf(one)) || EQUAL_LINK.test(nameOf(one))) ? [] : [one]));
  if (calls.length === 0) return [];
  const names = namesIn(source);
  return calls.filter((call) => {
    const [one, other] = sidesOf(call);
    return (
      one !== undefined && other !== undefined && isOneValue(one, other, names) && actsBefore(call, [one, other], names)
    );
  });
}

function sidesOf(call: Node): readonly (Node | undefined)[] {
  if (EQUAL.test(nameOf(call))) return compared(call).slice(0, 2);
  const start = startOf(call);
  return start === null ? [] : [parts(field(start, "arguments"))[0], parts(field(call, "arguments"))[0]];
}

/** Whether anything is called since the second name is there: what an object says of itself is for its `equals` to say. */
function actsBefore(call: Node, sides: readonly Node[], names: Names): boolean {
  const given = sides.flatMap((side) => names.givenTo(rootName(side))).map(({ at }) => at.startIndex);
  const since = Math.max(...given);
  const method = names.methodAround(call);
  const statements = method?.descendantsOfType(["expression_statement", "local_variable_declaration"]) ?? [];
  return statements.some(
    (one) =>
      one !== null &&
      since < one.startIndex &&
      one.endIndex <= call.startIndex &&
      one.descendantsOfType("method_invocation").length > 0 &&
      assertionsIn(one).length === 0,
  );
}

const rootName = (side: Node): Node => {
  let at = side;
  for (let object = field(at, "object"); object !== null; object = field(at, "object")) at = object;
  return at;
};

/** Two names of one value, or the same getter of it under both. */
function isOneValue(one: Node, other: Node, names: Names): boolean {
  if (one.type === "method_invocation" && other.type === "method_invocation") {
    const [left, right] = [field(one, "object"), field(other, "object")];
    const isPlain = [one, other].every((call) => parts(field(call, "arguments")).length === 0);
    return (
      isPlain &&
      GETTER.test(nameOf(one)) &&
      nameOf(one) === nameOf(other) &&
      left !== null &&
      right !== null &&
      isOneValue(left, right, names)
    );
  }
  if (one.type !== "identifier" || other.type !== "identifier" || one.text === other.text) return false;
  const root = rootOf(one, names);
  return root !== null && root === rootOf(other, names);
}

/** Where the value of a name was first given to one; null where it may be another by now, or cannot change. */
function rootOf(name: Node, names: Names): number | null {
  let at = name;
  for (let depth = 0; depth < CHAIN_LIMIT; depth += 1) {
    const all = names.givenTo(at);
    const [given] = all;
    const type = names.typeOf(at);
    if (
      given === undefined ||
      all.some((one) => one.at.id !== given.at.id) ||
      type === undefined ||
      UNCHANGING.test(type?.text ?? "")
    )
      return null;
    if (/_literal$|^(?:true|false|string_literal)$/.test(given.value.type)) return null;
    if (given.isRow || given.value.type !== "identifier") return given.at.id;
    at = given.value;
  }
  return null;
}
