import { addedSignals, type Role, signalAt } from "../added-signals.ts";
import type { ChangedSource, Signal } from "../port.ts";
import { field, type Node, normalised, type Parse, parts, type Source, walk } from "../tree-sitter.ts";
import { assertionsIn } from "./assertions.ts";
import { nameOf } from "./members.ts";

/** Suspicious constructs that head adds. Both texts are read as the compiler reads them. */
export const signalsIn = (parse: Parse, file: ChangedSource, role: Role): Signal[] =>
  addedSignals(
    parse,
    { ...file, base: file.base === null ? null : withoutEscapes(file.base), head: withoutEscapes(file.head) },
    (source) => found(source, role),
  );

/** `\\u0065` stands for its letter anywhere, not only in texts (Java Language Specification 3.3). */
const withoutEscapes = (text: string): string =>
  text.replaceAll(/(?<!\\)((?:\\\\)*)\\u+([\dA-Fa-f]{4})/g, (_, before: string, code: string) => {
    return before + String.fromCharCode(Number.parseInt(code, 16));
  });

/** A node's words without comments and spaces: neither hides what is called. */
const words = (node: Node | null): string => (node === null ? "" : normalised(node).replaceAll(" ", ""));

function found(source: Source, role: Role): Signal[] {
  const list: Signal[] = [];
  walk(source.root, (node) => {
    const kind = signalOf(node, role);
    if (kind !== null) list.push(signalAt(source, kind, node));
  });
  return list;
}

const OUTCOMES =
  /surefire-reports|TEST-[\w.]*\.xml|^"baton\.|META-INF\/services\/org\.junit|junit-platform\.properties/;
const UNDER_TEST =
  /^"(?:\/?org[./]junit[\w./]*|surefire[\w.]*|baton[\w.]*|BATON_\w*|java\.class\.path|sun\.java\.command|basedir|[\w./]*test-classes\/?)"$/;
const TEST_LIBRARY =
  /^import(?:static)?(?:junit|org\.junit|org\.mockito|org\.assertj|org\.hamcrest|org\.opentest4j|org\.testng|com\.google\.common\.truth)\./;
/** A class of the project in one of these packages hides the one that tests mean. */
const OF_LIBRARY =
  /^package(?:baton|junit|org\.(?:junit|opentest4j|assertj|hamcrest|mockito|easymock|testng|spockframework|xmlunit|awaitility|skyscreamer|apache\.maven\.surefire)|com\.google\.common\.truth|io\.(?:cucumber|kotest)|net\.jqwik|kotlin\.test)[.;]/;
/** What stands between a test and its outcome. */
const LISTENERS =
  /\b(?:InvocationInterceptor|TestExecutionExceptionHandler|LifecycleMethodExecutionExceptionHandler|TestExecutionListener|LauncherSessionListener|LauncherInterceptor|PostDiscoveryFilter|TestEngine|ExecutionCondition)\b/;

function signalOf(node: Node, role: Role): Signal["kind"] | null {
  switch (node.type) {
    case "method_invocation":
      return callSignal(node, role);
    case "string_literal":
      if (OUTCOMES.test(node.text)) return "runner_hook";
      return role === "implementation" && UNDER_TEST.test(node.text) ? "test_environment" : null;
    case "import_declaration":
      return role === "implementation" && TEST_LIBRARY.test(words(node)) ? "test_library_in_code" : null;
    case "package_declaration":
      return OF_LIBRARY.test(words(node)) ? "runner_hook" : null;
    case "superclass":
    case "super_interfaces":
      return LISTENERS.test(normalised(node)) ? "runner_hook" : null;
    case "method_declaration":
      return methodSignal(node);
    case "class_declaration":
    case "interface_declaration":
    case "enum_declaration":
    case "record_declaration":
      return typeSignal(node, role);
    case "annotation":
    case "marker_annotation":
      return annotationSignal(node);
    case "line_comment":
    case "block_comment":
      return /\b(?:NOPMD|NOSONAR|CHECKSTYLE[:.]OFF|noinspection|spotbugs:off)\b/i.test(node.text)
        ? "suppression"
        : null;
    default:
      return null;
  }
}

function callSignal(node: Node, role: Role): Signal["kind"] | null {
  const name = nameOf(node);
  const called = `${words(field(node, "object"))}.${name}`;
  if (/(?:^|\.)System\.exit$|getRuntime\(\)\.(?:exit|halt)$/.test(called)) return "early_exit";
  if (/^(?:getStackTrace|getAllStackTraces|getCallerClass)$/.test(name) || /\bStackWalker\b/.test(called))
    return role === "implementation" ? "stack_inspection" : null;
  const asks =
    /\binfo\(\)\.(?:commandLine|arguments)$|\.getInputArguments$/.test(called) ||
    (name === "getenv" && /^\(\s*"(?:CI|MAVEN_\w+|BATON\w*|GITHUB_\w+)"/.test(field(node, "arguments")?.text ?? ""));
  return asks && role === "implementation" ? "test_environment" : null;
}

/**
 * Assertions of its own in the implementation, by the library's name: tests that import the whole library get a class of
 * their own package before it.
 */
function typeSignal(node: Node, role: Role): Signal["kind"] | null {
  if (/^Assertion(?:Failed)?Error$/.test(nameOf(node))) return "assertion_patch";
  const isNamed = role === "implementation" && /^(?:Assert(?:ions)?|MatcherAssert|Truth)$/.test(nameOf(node));
  const methods = parts(field(node, "body")).filter(({ type }) => type === "method_declaration");
  return isNamed && methods.some((method) => PATCHED.test(nameOf(method))) ? "test_library_in_code" : null;
}

/** An assertion by its name that asserts nothing; overloads that do are anybody's own. */
function methodSignal(node: Node): Signal["kind"] | null {
  const body = field(node, "body");
  const only = parts(body);
  if (nameOf(node) === "equals" && only.length === 1 && /^return\s+true\s*;$/.test(only[0]?.text ?? ""))
    return "always_equal";
  if (body === null || field(node, "type")?.type !== "void_type" || !PATCHED.test(nameOf(node))) return null;
  return assertionsIn(body).length === 0 && !body.text.includes("throw") ? "assertion_patch" : null;
}

const PATCHED = /^assert(?:Equals|NotEquals|True|False|That|Null|NotNull|Same|Throws|ArrayEquals)$|^fail$/;

/** A generated class is left out of coverage; which warnings are unused code or serialization is nobody's concern. */
function annotationSignal(node: Node): Signal["kind"] | null {
  const name = nameOf(node).split(".").at(-1) ?? "";
  if (/^(?:Generated|SuppressFBWarnings|SuppressForbidden|ExcludeFromJacocoGeneratedReport)$/.test(name))
    return "suppression";
  if (name !== "SuppressWarnings") return null;
  return /"(?:serial|unused|unchecked|rawtypes)"/.test(node.text) && !/"all"/.test(node.text) ? null : "suppression";
}
