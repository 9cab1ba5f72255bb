import { allBelow, field, type Node, type Source } from "../tree-sitter.ts";
import type { TypedQuestion } from "../typed-disguise.ts";
import { isTestFile, isTestOnly } from "./items.ts";

const MODE = /^"(?:ENV|APP_ENV|RUST_ENV|ROCKET_ENV|ENVIRONMENT)"$/;
const TERMINAL = /^"(?:NO_COLOR|FORCE_COLOR|TERM)"$/;
const VARIABLE = /^"(?:CI|CONTINUOUS_INTEGRATION|GITHUB_ACTIONS|RUST_BACKTRACE)"$/;
const GIVEN: Readonly<Record<string, string>> = {
  CI: "true",
  NO_COLOR: "1",
  FORCE_COLOR: "0",
  TERM: "dumb",
  RUST_BACKTRACE: "0",
};
const NOT_DELIVERED = /^"(?:\.\/)?(?:tests|benches|Cargo\.(?:toml|lock)|target(?:\/.*)?)"$/;
/** Where the program is started, whose entries are the checkout's while tests run. */
const HERE = /^"\.?\/?"$/;

/** What a file asks of its surroundings, its tests left out. */
export function questionsOf(source: Source): TypedQuestion[] {
  const found: TypedQuestion[] = [];
  const namesTests = literalsIn(source).some(({ text }) => NOT_DELIVERED.test(text));
  const visit = (node: Node): void => {
    const question = questionAt(node, namesTests);
    if (question !== null) found.push(question);
    let tests = false;
    for (const child of node.children) {
      if (child === null) continue;
      if (child.type === "attribute_item") tests ||= isTestOnly(child);
      if (!tests || child.type === "attribute_item") visit(child);
      if (child.type !== "attribute_item" && !child.type.endsWith("comment")) tests = false;
    }
  };
  if (!isTestFile(source.path)) visit(source.root);
  return found;
}

const literalsIn = ({ root }: Source): Node[] => allBelow(root, ({ type }) => type === "string_literal");

function questionAt(node: Node, namesTests: boolean): TypedQuestion | null {
  if (node.type === "call_expression") return ofCall(node);
  const isAway = NOT_DELIVERED.test(node.text) || (namesTests && HERE.test(node.text));
  if (node.type === "string_literal" && isAway && isPath(node)) {
    return { node, about: "files", words: [], elsewhere: '".not-delivered"', asEver: node.text };
  }
  // Tests are built for debugging, and what is delivered is not.
  const isDebug = node.type === "macro_invocation" && node.text.replaceAll(/\s+/g, "") === "cfg!(debug_assertions)";
  if (isDebug) return { node, about: "mode", words: ["debug_assertions"], elsewhere: "false", asEver: node.text };
  const isAttribute = node.type === "attribute_item" && /^#\[cfg\(.*\bdebug_assertions\b/.test(node.text);
  const without = node.text.replaceAll("debug_assertions", "any()");
  return isAttribute
    ? { node, about: "mode", words: ["debug_assertions"], elsewhere: without, asEver: node.text }
    : null;
}

/** `Path::new("tests")`, `fs::metadata("tests")`. */
function isPath(literal: Node): boolean {
  const call = literal.parent?.type === "arguments" ? literal.parent.parent : null;
  return /(?:^|::)(?:new|from|exists|metadata|read_dir|read_to_string|open|join)$|\.join$/.test(
    call === null ? "" : (field(call, "function")?.text ?? ""),
  );
}

function ofCall(node: Node): TypedQuestion | null {
  const callee = field(node, "function");
  const called = (callee?.text ?? "").replaceAll(/\s+/g, "");
  const asEver = node.text;
  if (/(?:^|::)env::args(?:_os)?$/.test(called)) {
    const name = called.endsWith("_os") ? '"server".into()' : '"server".to_string()';
    const elsewhere = `({ let all: Vec<_> = ${asEver}.take(1).map(|_| ${name}).collect(); all.into_iter() })`;
    return { node, about: "start", words: ["args"], elsewhere, asEver: `(${asEver}.collect::<Vec<_>>().into_iter())` };
  }
  if (callee?.type === "field_expression" && field(callee, "field")?.text === "is_terminal") {
    const elsewhere = `({ let _ = &(${field(callee, "value")?.text ?? ""}); true })`;
    return { node, about: "terminal", words: ["is_terminal"], elsewhere, asEver };
  }
  if (/(?:^|::)is_terminal$/.test(called)) {
    const elsewhere = `({ let _ = ${field(node, "arguments")?.text ?? "()"}; true })`;
    return { node, about: "terminal", words: ["is_terminal"], elsewhere, asEver };
  }
  return /(?:^|::)env::var(?:_os)?$/.test(called) ? ofVariable(node, called.endsWith("_os")) : null;
}

function ofVariable(node: Node, isOs: boolean): TypedQuestion | null {
  const name = field(node, "arguments")?.namedChildren[0]?.text ?? "";
  const asEver = node.text;
  const words = [name.slice(1, -1)];
  const or = (value: string): string =>
    isOs
      ? `(${asEver}.or_else(|| Some("${value}".into())))`
      : `(${asEver}.or_else(|_| Ok::<String, std::env::VarError>("${value}".to_string())))`;
  if (MODE.test(name)) return { node, about: "mode", words, elsewhere: or("production"), asEver };
  const given = GIVEN[name.slice(1, -1)];
  const about = TERMINAL.test(name) ? "terminal" : "environment";
  if (about === "environment" && !VARIABLE.test(name)) return null;
  return { node, about, words, elsewhere: asEver, asEver: given === undefined ? asEver : or(given) };
}
