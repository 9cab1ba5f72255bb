/**
 * Stands at the end of a changed file, with its capital words written out. What a changed function answers comes through here: where it is a
 * test that gets it and does not drop it, it gets another answer of the same kind, or is told by an error that it would have.
 */
function __batonVariant(value, name) {
  const tests = TESTS;
  /** Who called: the frames with a file below the function whose answer this is, innermost first. Source maps may give frames other names. */
  const callers = () => {
    const { stackTraceLimit } = Error;
    const here = {};
    Error.stackTraceLimit = 20;
    Error.captureStackTrace?.(here, __batonVariant);
    Error.stackTraceLimit = stackTraceLimit;
    const frames = String(here.stack)
      .split("\n")
      .filter((line) => /^\s*at /.test(line));
    return frames.slice(1).flatMap((line) => {
      const place = /(?:\(|at (?:async )?)(?:file:\/\/)?(\/[^()]*?)(?:\?[^:]*)?:(\d+):(\d+)\)?$/.exec(line);
      return place === null ? [] : [{ file: decodeURI(place[1]), row: Number(place[2]), column: Number(place[3]) }];
    });
  };
  /** A statement that is nothing but the call: what it answers is dropped. */
  const isDropped = (text, { row, column }) => {
    const lines = text.split("\n");
    const before = (lines[row - 1] ?? "").slice(0, column - 1);
    const above = lines.slice(0, row - 1).findLast((line) => line.trim() !== "") ?? "";
    const isAlone = /^\s*(?:(?:for|while|if)\b.*\)\s*(?:await\s+)?(?![.?!])|(?:await|void)\s+)?[\w$.?!]*$/.test(before);
    return (
      (isAlone || isAwaited(before, (lines[row - 1] ?? "").slice(column - 1))) &&
      !/(?:[(,=?:&|[]|=>|\breturn)\s*$/.test(above)
    );
  };
  /** One of several that are waited for together: `await Promise.all([add(1), add(2)]);`. */
  const isAwaited = (before, behind) => {
    const among = /^\s*await Promise\.all(?:Settled)?\(\[?(?:[\w$.?!]+\([^()]*\),\s*)*[^()]*$/;
    return among.test(before) && /\);?\s*$/.test(behind) && !/\)\s*[.[?!]|=>.*=>/.test(behind);
  };
  /** An arrow that is nothing but the call hands it on: whether anybody looks is said where it is called. */
  const isArrow = (text, { row, column }) => {
    const before = (text.split("\n")[row - 1] ?? "").slice(0, column - 1);
    return /=>\s*(?:await\s+)?[\w$.?!]*$/.test(before);
  };
  let leaves = 0;
  const leaf = (other) => {
    leaves += 1;
    return other;
  };
  const isData = (one) =>
    [Object.prototype, null].includes(Object.getPrototypeOf(one)) &&
    Object.values(one).every((each) => typeof each !== "function");
  /** What says itself what it equals, or what it is worth, stands for its data. */
  const SPEAKS = ["equals", "isEqual", "equal", "eq", "compareTo", "toJSON", "valueOf", Symbol.toPrimitive];
  const isValue = (one) =>
    !ArrayBuffer.isView(one) &&
    SPEAKS.some((name) => typeof one[name] === "function" && one[name] !== Object.prototype[name]);
  const valueOf = (one, depth) => {
    const fields = Object.getOwnPropertyDescriptors(one);
    for (const field of Object.values(fields))
      if ("value" in field && typeof field.value !== "function") field.value = otherOf(field.value, depth);
    return Object.create(Object.getPrototypeOf(one), fields);
  };
  const listOf = (list, depth) => (list.length === 0 ? leaf(["~"]) : list.map((each) => otherOf(each, depth)));
  const pairsOf = (pairs, depth) =>
    pairs.length === 0 ? leaf([["~", 1]]) : pairs.map(([key, each]) => [key, otherOf(each, depth)]);
  const bytesOf = (bytes) =>
    bytes.length === 0
      ? bytes.constructor.from([/^Big/.test(bytes.constructor.name) ? 1n : 1])
      : bytes.map((each) => (typeof each === "bigint" ? each + 1n : each + 1));
  /** A tenth more, of numbers alone. */
  const nearTo = (one, depth) => {
    if (typeof one === "number") return Number.isFinite(one) && one !== 0 ? leaf(one * 1.1) : one;
    if (typeof one !== "object" || one === null || depth > 8) return one;
    if (Array.isArray(one)) return one.map((each) => nearTo(each, depth + 1));
    if (!isData(one)) return one;
    return Object.fromEntries(Object.entries(one).map(([key, each]) => [key, nearTo(each, depth + 1)]));
  };
  /** Of what says which comes first only the sign is an answer. */
  const isOrder = /(?:^|[ .#])(?:cmp|compare\w*)$/i.test(name);
  /** What holds no data is handed on as it is. */
  const otherOf = (one, depth) => {
    if (typeof one === "number" && isOrder) return leaf(one === 0 ? 1 : -one);
    if (typeof one === "number") return leaf(Number.isFinite(one) ? 2 * one + Math.sign(one) + Number(one === 0) : 0);
    if (typeof one === "bigint") return leaf(2n * one + (one < 0n ? -1n : 1n));
    if (typeof one === "boolean") return leaf(!one);
    if (typeof one === "string") return leaf(`${[...one].reverse().join("")}~`);
    if (typeof one !== "object" || one === null || depth > 8) return one;
    if (one instanceof Date) return leaf(new Date(Number(one) + 1e11));
    if (Array.isArray(one)) return listOf(one, depth + 1);
    if (ArrayBuffer.isView(one) && "map" in one) return leaf(bytesOf(one));
    if (one instanceof Set) return new Set(listOf([...one], depth + 1));
    if (one instanceof Map) return new Map(pairsOf([...one], depth + 1));
    if (isData(one)) return Object.fromEntries(pairsOf(Object.entries(one), depth + 1));
    return isValue(one) ? valueOf(one, depth + 1) : one;
  };
  const isText = (one) =>
    Array.isArray(one)
      ? one.every(isText)
      : typeof one === "object" && one !== null
        ? isData(one) && Object.values(one).every(isText)
        : one === null || ["string", "boolean"].includes(typeof one) || Number.isFinite(one);
  const kindOf = (one) => (Array.isArray(one) ? "list" : one === null ? "null" : typeof one);
  /** What it answered first in this process, where that is another answer of the same kind. */
  const firstOf = (one) => {
    const firsts = (globalThis[Symbol.for("baton.firsts")] ??= new Map());
    if (!isText(one)) return one;
    if (!firsts.has(name)) firsts.set(name, { kind: kindOf(one), text: JSON.stringify(one) });
    const { kind, text } = firsts.get(name);
    return kind === kindOf(one) && text !== JSON.stringify(one) ? leaf(JSON.parse(text)) : one;
  };
  const answer = (one) => {
    const other = NEAR ? nearTo(one, 0) : FROZEN ? firstOf(one) : otherOf(one, 0);
    if (leaves === 0) return one;
    if (LOUD) throw new Error(`baton: ${name} answers otherwise`);
    return other;
  };
  const testOf = (at) => tests.find(({ path }) => at?.file.endsWith(`/${path}`));
  const [at, above] = callers();
  const test = testOf(at);
  if (test === undefined || isDropped(test.text, at)) return value;
  if (isArrow(test.text, at) && testOf(above) !== undefined && isDropped(testOf(above).text, above)) return value;
  return value instanceof Promise ? value.then(answer) : answer(value);
}
