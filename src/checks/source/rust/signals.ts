import { addedSignals, looserSignals, type Role, signalAt } from "../added-signals.ts";
import type { ChangedSource, Signal } from "../port.ts";
import { chosenIn } from "./chosen.ts";
import { attributeArguments, attributePath, isTestFile, isTestOnly } from "./items.ts";
import { field, hasBelow, line, type Node, type Parse, readBoth, type Source } from "../tree-sitter.ts";
import { equalitiesOf } from "./looser.ts";
import { ownEqualities } from "./own-equality.ts";

/** Suspicious constructs that head adds. */
export function signalsIn(parse: Parse, file: ChangedSource, role: Role): Signal[] {
  const added = addedSignals(parse, file, (source) => [
    ...found(source, role),
    ...chosenIn(parse, source).map((node) => signalAt(source, "chosen_rows", node)),
  ]);
  if (role === "test") return added;
  const looser = looserSignals(parse, file, equalitiesOf);
  return [...added, ...looser, ...ownSignals(parse, file, looser)];
}

/** Equalities that a change writes by itself; those that are known as looser are told once. */
function ownSignals(parse: Parse, file: ChangedSource, looser: readonly Signal[]): Signal[] {
  const both = readBoth(parse, file);
  if (both === null) return [];
  const told = new Set(looser.map((one) => one.line));
  return ownEqualities(both.base, both.head)
    .filter((node) => !told.has(line(node)))
    .map((node) => signalAt(both.head, "own_equality", node));
}

const OUTCOMES = /test result: (?:ok|FAILED)|\.\.\. (?:ok|FAILED)|^"--logfile|^"running \d+ test/;
const UNDER_TEST =
  /^"(?:RUST_TEST_\w+|NEXTEST\w*|BATON_\w+|CARGO_?"|CARGO_TARGET_\w+|\/proc\/self\/(?:cmdline|environ|exe)"|--test-threads|--nocapture|--exact)/;
const SUPPRESSED = /^(?:allow|expect|coverage|no_coverage|mutants::skip)$/;
/** A file in a folder that is there for tests, as a literal names it. */
const OF_TESTS = /"(?:[^"]*\/)?tests\//;
/** What is set only where such assertions are on: in tests, and not in a release. */
const SETS_IN_DEBUG = /^(?:\w+\s*::\s*)*debug_assert\w*\s*!.*[{;(]\s*\w+\s*[-+*/|&^]?=(?![=>])/s;
/** `cfg!(…)`, with what it asks for. */
const CFG = /\bcfg!\s*\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/g;
const TEXTS = /"(?:[^"\\]|\\.)*"/gs;
const BEFORE_MAIN = /^(?:ctor|ctor::ctor|link_section|no_main|test_runner|reexport_test_harness_main)$/;

function found(source: Source, role: Role): Signal[] {
  const list: Signal[] = [];
  const visit = (node: Node, place: Role): void => {
    const kind = signalOf(node, place);
    if (kind !== null) list.push(signalAt(source, kind, node));
    let tests = false;
    for (const child of node.children) {
      if (child === null) continue;
      if (child.type === "attribute_item") tests ||= isTestOnly(child);
      visit(child, tests && child.type !== "attribute_item" ? "test" : place);
      if (child.type !== "attribute_item" && !child.type.endsWith("comment")) tests = false;
    }
  };
  visit(source.root, role === "test" || isTestFile(source.path) ? "test" : "implementation");
  return list;
}

function signalOf(node: Node, role: Role): Signal["kind"] | null {
  switch (node.type) {
    case "attribute_item":
    case "inner_attribute_item":
      return attributeSignal(node, role);
    case "call_expression":
      return callSignal(node, role);
    case "string_literal":
      if (OUTCOMES.test(node.text)) return "runner_hook";
      return role === "implementation" && UNDER_TEST.test(node.text) ? "test_environment" : null;
    case "macro_definition":
      return /^(?:debug_)?assert(?:_eq|_ne)?$|^panic$/.test(field(node, "name")?.text ?? "") ? "assertion_patch" : null;
    case "use_as_clause":
      return /^(?:debug_)?assert(?:_eq|_ne)?$|^panic$/.test(field(node, "alias")?.text ?? "")
        ? "assertion_patch"
        : null;
    case "macro_invocation":
      return role === "implementation" ? macroSignal(node) : null;
    case "impl_item":
      return equalsEverything(node) ? "always_equal" : null;
    default:
      return null;
  }
}

function attributeSignal(node: Node, role: Role): Signal["kind"] | null {
  const path = attributePath(node);
  const given = attributeArguments(node).replaceAll(/\s+/g, "");
  if (BEFORE_MAIN.test(path) || /^#!?\[feature\(.*custom_test_frameworks/.test(node.text)) return "runner_hook";
  if (path === "cfg" && role === "implementation" && /not\((?:all\(|any\()?test\b/.test(given))
    return "test_environment";
  if (path === "cfg" && role === "implementation" && isTestOnly(node) && isInBody(node)) return "test_environment";
  if (path === "should_panic" && role === "test") return takesAnyPanic(node) ? "any_failure" : null;
  if (!SUPPRESSED.test(path)) return null;
  return given.includes("clippy::") || /coverage|mutants/.test(path) || /unsafe|warnings|unused/.test(given)
    ? "suppression"
    : null;
}

/** Of a statement or an arm: what a function does, and no item of the tests. */
function isInBody(attribute: Node): boolean {
  let next = attribute.nextNamedSibling;
  while (next !== null && /^(?:attribute_item|\w*comment)$/.test(next.type)) next = next.nextNamedSibling;
  const isStatement = next !== null && !/_item$|^use_declaration$/.test(next.type);
  return isStatement && /^(?:block|match_arm|match_block)$/.test(attribute.parent?.type ?? "");
}

/** Where the panic is the test's own: what `unwrap` says of any failure, or nothing, where the test unwraps or asserts itself. */
function takesAnyPanic(attribute: Node): boolean {
  const said = /should_panic\s*(?:\(\s*expected\s*)?=\s*"((?:[^"\\]|\\.)*)"/.exec(attribute.text)?.[1];
  if (said !== undefined) return /unwrap\(\)`?$|`(?:Err|None)` value$/.test(said.trim());
  let next = attribute.nextNamedSibling;
  while (next !== null && next.type !== "function_item") next = next.nextNamedSibling;
  const statements = next === null ? [] : (field(next, "body")?.namedChildren ?? []);
  const last = statements.findLast((one) => one !== null && !one.type.endsWith("comment"));
  return /\.\s*(?:unwrap|expect)(?:_err)?\s*\([^()]*\)\s*;?\s*$|^assert(?:_eq|_ne)?!/.test(last?.text ?? "");
}

function callSignal(node: Node, role: Role): Signal["kind"] | null {
  const called = (field(node, "function")?.text ?? "").replaceAll(/\s+/g, "");
  if (/(?:^|::)(?:process::(?:exit|abort)|_exit)$/.test(called)) {
    // A test program of its own ends with a code that it computed.
    return role === "test" && !/^\(\s*0\s*\)$/.test(field(node, "arguments")?.text ?? "") ? null : "early_exit";
  }
  if (/(?:^|::)panic::(?:set_hook|take_hook|update_hook)$/.test(called)) return "runner_hook";
  if (role === "test") return null;
  return askingSignal(`${called}${(field(node, "arguments")?.text ?? "").replaceAll(/\s+/g, "")}`);
}

/** What a call asks, by its text: a path and what it is given. */
function askingSignal(call: string): Signal["kind"] | null {
  // Set while cargo runs something, and not where the program is used.
  if (/^(?:\w+::)*(?:fs::read\w*|File::open)\(/.test(call) && OF_TESTS.test(call)) return "test_code_in_code";
  if (/^(?:\w+::)*env::(?:current_exe\(|var(?:_os)?\("CARGO)/.test(call)) return "test_environment";
  return /^(?:\w+::)*(?:thread::current\(\)\.name|Backtrace::(?:force_)?capture|Location::caller)\(/.test(call)
    ? "stack_inspection"
    : null;
}

/** Of what a macro is given only the words are known. */
function macroSignal(node: Node): Signal["kind"] | null {
  const text = node.text.replaceAll(/\s+/g, "");
  const said = node.text.replaceAll(TEXTS, '""');
  const asksForTests = [...said.matchAll(CFG)].some(([, asked = ""]) => /\btest\b/.test(asked));
  if (asksForTests || SETS_IN_DEBUG.test(said)) return "test_environment";
  if (/^(?:\w+::)*include(?:_str|_bytes)?!/.test(text) && OF_TESTS.test(text)) return "test_code_in_code";
  const calls = text.matchAll(/(?:\w+::)*\w+(?:\(\)\.name)?\((?:"\w*)?/g);
  for (const [call] of calls) {
    const kind = askingSignal(call);
    if (kind !== null) return kind;
  }
  return null;
}

/** `fn eq(&self, _: &Self) -> bool { true }`, or anything else that does not look at what it compares with. */
function equalsEverything(node: Node): boolean {
  if (!/(?:^|::)PartialEq\b/.test(field(node, "trait")?.text ?? "")) return false;
  return (field(node, "body")?.namedChildren ?? []).some((child) => {
    const body = field(child, "body");
    if (field(child, "name")?.text !== "eq" || body === null || /^\{\s*false\s*\}$/.test(body.text)) return false;
    const other = field(child, "parameters")?.namedChildren.find(({ type }) => type === "parameter") ?? null;
    const name = other === null ? null : field(other, "pattern");
    if (name !== null && name.type !== "identifier" && name.text !== "_") return false;
    // What a macro is given is tokens.
    const looks = (one: Node): boolean =>
      one.type === "token_tree" || (one.type === "identifier" && one.text === name?.text);
    return !hasBelow(body, looks);
  });
}
