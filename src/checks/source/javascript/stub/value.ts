import type { StubValue } from "../../port.ts";

/** The function that answers a stub's value. Declared at the end of the file: declarations are hoisted. */
export const STUB_FUNCTION = "__batonStub";

/**
 * A function that is its own member, result and instance. What libraries ask a value for to find out what it is answers
 * as for a plain function: a promise (`then`), a matcher, an element or an error would be taken apart without end. Bound,
 * so that it has no own keys; every millionth use throws, so that `while (node.next)` ends.
 */
const PROXY = (any: string, { isFull = false, isFalse = false } = {}): string[] => [
  `(() => {`,
  `    const absent = new Set${any === "" ? "" : "<unknown>"}(["then", "toJSON", "nodeType", "$$typeof", "isReactComponent", "asymmetricMatch", "displayName", "inspect", "stack", "_isMockFunction", "getMockName"]);`,
  `    const target${any} = function () {}.bind(null);`,
  `    delete target.name;`,
  `    delete target.length;`,
  `    let uses = 0;`,
  `    const use = (value${any})${any} => {`,
  `      uses += 1;`,
  `      if (uses < 1e6) return value;`,
  `      uses = 0;`,
  `      throw new Error("a stubbed value was used too often: is this a loop without end?");`,
  `    };`,
  `    const self${any} = new Proxy(target, {`,
  `      get(_target${any}, key${any}) {`,
  `        if (key === Symbol.toPrimitive || key === "toString" || key === "toLocaleString") return () => "${isFull ? "1" : ""}";`,
  `        if (key === Symbol.iterator) return () => [${isFull ? "use(self)" : ""}][Symbol.iterator]();`,
  `        if (key === Symbol.asyncIterator) return async function* () {${isFull ? " yield use(self); " : ""}};`,
  `        if (typeof key === "symbol" || absent.has(key) || key.startsWith("@@")) return undefined;`,
  `        if (key === "should") return Reflect.get(target, key, self);`,
  `        if (key === "name") return "stub";`,
  `        if (key === "length" || key === "size") return ${isFull ? 1 : 0};`,
  `        if (key === "constructor") return Function;`,
  `        return use(${isFalse ? "member" : "self"});`,
  `      },`,
  `      set: () => true,`,
  `      defineProperty: () => true,`,
  `      deleteProperty: () => true,`,
  `      setPrototypeOf: () => true,`,
  `      preventExtensions: () => false,`,
  `      apply: () => use(self),`,
  `      construct: () => use(self),`,
  `    });`,
  ...(isFalse ? [`    const member${any} = new Proxy(self, { apply: () => false });`] : []),
  `    return self;`,
  `  })()`,
];

/** The stub function's lines. Values with an identity are made once a process, frozen, and shared by all stubbed files. */
export function stubFunction(value: StubValue, isTypeScript: boolean): string[] {
  const any = isTypeScript ? ": any" : "";
  const global = isTypeScript ? "(globalThis as any)" : "globalThis";
  if (value === "object") return objectFunction(any, global);
  const body = valueLines(value, any);
  const key = `Symbol.for("baton.stub.${value}")`;
  const isShared = isProxy(value) || value === "array";
  const lines = isShared
    ? [`  return ${global}[${key}] ??= ${body[0] ?? ""}`, ...body.slice(1)]
    : [`  return ${body[0] ?? ""}`];
  const last = lines.pop() ?? "";
  return [`function ${STUB_FUNCTION}()${any} {`, ...lines, `${last};`, `}`];
}

/**
 * Under this one value constants differ from what functions return: else `expect(sizeOf(5)).toBe(SMALL)` would hold
 * whatever the code does.
 */
function objectFunction(any: string, global: string): string[] {
  return [
    `function ${STUB_FUNCTION}(isConstant${any} = false)${any} {`,
    `  if (isConstant) return ${global}[Symbol.for("baton.stub.constant")] ??= Object.freeze({ constant: true });`,
    `  return ${global}[Symbol.for("baton.stub.object")] ??= Object.freeze({});`,
    `}`,
  ];
}

export const isProxy = (value: StubValue): boolean => value.endsWith("proxy");

function valueLines(value: StubValue, any: string): string[] {
  switch (value) {
    case "undefined":
      return ["void 0"];
    case "null":
      return ["null"];
    case "zero":
      return ["0"];
    case "empty_string":
      return ['""'];
    case "array":
      return ["Object.freeze([])"];
    case "object":
      return ["Object.freeze({})"];
    case "proxy":
      return PROXY(any);
    case "full_proxy":
      return PROXY(any, { isFull: true });
    case "false_proxy":
      return PROXY(any, { isFalse: true });
  }
}
