import { addedSignals, looserSignals, lostSignal, type Role, signalAt } from "../added-signals.ts";
import type { ChangedSource, Signal } from "../port.ts";
import {
  field,
  hasBelow,
  type Node,
  normalised,
  type Parse,
  parts,
  readBoth,
  type Source,
  walk,
} from "../tree-sitter.ts";
import { comparedAliases } from "./alias.ts";
import { assertionsIn } from "./assertions.ts";
import { chosenIn } from "./chosen.ts";
import { equalitiesOf } from "./looser.ts";
import { createJoinedText } from "./joined-text.ts";
import { heldBy, nameOf } from "./members.ts";
import { partialEqualities } from "./own-equality.ts";
import { missesError } from "./refusals.ts";
import { swallowsAssertion } from "./swallowed.ts";

/** Suspicious constructs that head adds. Both texts are read as the compiler reads them. */
export function signalsIn(parse: Parse, file: ChangedSource, role: Role): Signal[] {
  const plain = {
    ...file,
    base: file.base === null ? null : withoutEscapes(file.base),
    head: withoutEscapes(file.head),
  };
  const added = addedSignals(parse, plain, (source) => found(source, role));
  return role === "test"
    ? added
    : [...added, ...looserSignals(parse, plain, equalitiesOf), ...partialSignals(parse, plain)];
}

function partialSignals(parse: Parse, file: ChangedSource): Signal[] {
  const both = readBoth(parse, file);
  if (both === null) return [];
  return partialEqualities(both.base, both.head).map((one) => lostSignal(both.head, "own_equality", one));
}

/** `\\u0065` stands for its letter anywhere, not only in texts (Java Language Specification 3.3). */
const withoutEscapes = (text: string): string =>
  text.replaceAll(/(?<!\\)((?:\\\\)*)\\u+([\dA-Fa-f]{4})/g, (_, before: string, code: string) => {
    return before + String.fromCharCode(Number.parseInt(code, 16));
  });

/** A node's words without comments and spaces: neither hides what is called. */
const words = (node: Node | null): string => (node === null ? "" : normalised(node).replaceAll(" ", ""));

function found(source: Source, role: Role): Signal[] {
  const list: Signal[] = [];
  const joined = createJoinedText(source.root);
  // What one of its literals says by itself is told of that literal.
  const sums = (node: Node): boolean =>
    namesTests(`"${joined(node) ?? ""}"`) &&
    !node.descendantsOfType("string_literal").some(({ text }) => namesTests(text));
  walk(source.root, (node) => {
    const kind = signalOf(node, role) ?? (role === "implementation" && sums(node) ? "test_environment" : null);
    if (kind !== null) list.push(signalAt(source, kind, node));
  });
  if (role === "test") {
    list.push(...chosenIn(source).map((node) => signalAt(source, "chosen_rows", node)));
    list.push(...comparedAliases(source).map((node) => signalAt(source, "void_truth", node)));
  }
  return list;
}

const OUTCOMES =
  /surefire-reports|\btest-results\/|TEST-[\w.]*\.xml|^"baton\.|META-INF\/services\/org\.(?:junit|testng)|junit-platform\.properties|\bBUILD SUCCESS|\bTests run:/;
const UNDER_TEST =
  /^"(?:org\.gradle[\w.]*|surefire[\w.]*|baton[\w.]*|BATON_\w*|\/proc\/self\/(?:cmdline|environ|exe)|java\.class\.path|sun\.java\.command|basedir|[\w./]*test-classes\/?|[\w./]*classes\/\w+\/test\/?|(?:[\w.]+\/)*src\/test(?:\/[\w./]*)?)"$/;
/** Classes and files of test libraries: where they are on the class path, tests run. */
const OF_TEST_LIBRARY =
  /^"\/?(?:META-INF\/\w+\/)?(?:org[./](?:junit|apiguardian|opentest4j|hamcrest|mockito|testng|assertj|apache[./]maven[./]surefire)|junit[./](?:framework|textui|runner))(?:[./$-][\w./$-]*)?"$/;
const TEST_LIBRARY =
  /^import(?:static)?(?:junit|org\.junit|org\.mockito|org\.assertj|org\.hamcrest|org\.opentest4j|org\.testng|com\.google\.common\.truth)\./;
/** A class of the project in one of these packages hides the one that tests mean. */
const OF_LIBRARY =
  /^package(?:baton|junit|org\.(?:junit|opentest4j|assertj|hamcrest|mockito|easymock|testng|spockframework|xmlunit|awaitility|skyscreamer|apache\.maven\.surefire)|com\.google\.common\.truth|io\.(?:cucumber|kotest)|net\.jqwik|kotlin\.test)[.;]/;
/** What stands between a test and its outcome. */
const LISTENERS =
  /\b(?:InvocationInterceptor|TestExecutionExceptionHandler|LifecycleMethodExecutionExceptionHandler|TestExecutionListener|LauncherSessionListener|LauncherInterceptor|PostDiscoveryFilter|TestEngine|ExecutionCondition|TestRule|MethodRule|RunListener|BlockJUnit4ClassRunner|ParentRunner|IHookable|IConfigurable|IAnnotationTransformer\d?|IMethodInterceptor|IInvokedMethodListener\d?)\b/;

function signalOf(node: Node, role: Role): Signal["kind"] | null {
  switch (node.type) {
    case "method_invocation":
      return callSignal(node, role);
    case "method_reference":
      return namedSignal(words(node).replace("::", "."), role);
    case "assert_statement":
      // Whether assertions are on is what tests and those who use the code differ in.
      return role === "implementation" && parts(node)[0]?.type === "assignment_expression" ? "test_environment" : null;
    case "string_literal":
      if (OUTCOMES.test(node.text)) return "runner_hook";
      return role === "implementation" && namesTests(node.text) ? "test_environment" : null;
    case "import_declaration":
      return role === "implementation" && TEST_LIBRARY.test(words(node)) ? "test_library_in_code" : null;
    case "package_declaration":
      return OF_LIBRARY.test(words(node)) ? "runner_hook" : null;
    case "superclass":
    case "super_interfaces":
      return LISTENERS.test(normalised(node)) ? "runner_hook" : null;
    case "object_creation_expression":
      return LISTENERS.test(field(node, "type")?.text ?? "") && parts(node).some(({ type }) => type === "class_body")
        ? "runner_hook"
        : null;
    case "lambda_expression":
      return LISTENERS.test(field(node.parent?.parent ?? node, "type")?.text ?? "") ? "runner_hook" : null;
    case "try_statement":
    case "try_with_resources_statement":
      if (role !== "test") return null;
      return swallowsAssertion(node) ? "swallowed_assertion" : missesError(node) ? "missing_error" : null;
    case "method_declaration":
      return methodSignal(node, role);
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

const namesTests = (literal: string): boolean => UNDER_TEST.test(literal) || OF_TEST_LIBRARY.test(literal);

function callSignal(node: Node, role: Role): Signal["kind"] | null {
  const [called, args] = [`${words(field(node, "object"))}.${nameOf(node)}`, words(field(node, "arguments"))];
  const signal = namedSignal(called, role);
  if (signal !== null || role === "test") return signal;
  if (/^new[\w.]*(?:Throwable|Exception|Error)\(.*\.printStackTrace$/.test(called) && args !== "()")
    return "stack_inspection";
  const asks =
    (nameOf(node) === "getenv" && /^\("(?:(?:MAVEN|GRADLE)_\w+|JAVA_TOOL_OPTIONS|BATON\w*|GITHUB_\w+)"/.test(args)) ||
    (/^(?:forName|(?:load|find)Class|(?:get|find)Resource\w*)$/.test(nameOf(node)) && CLASS_OF_TESTS.test(args)) ||
    args.includes('"src","test"');
  return asks ? "test_environment" : null;
}

/** By the name of what is called, or handed on as a method reference. */
function namedSignal(called: string, role: Role): Signal["kind"] | null {
  if (/(?:^|\.)System\.exit$|getRuntime\(\)\.(?:exit|halt)$/.test(called)) return "early_exit";
  if (role === "test") return null;
  if (/\.(?:getStackTrace|getAllStackTraces|getCallerClass|getClassContext)$|\bStackWalker\b/.test(called))
    return "stack_inspection";
  const asks =
    /\binfo\(\)\.(?:commandLine|arguments)$|\.(?:getInputArguments|getClassPath|desiredAssertionStatus)$|getRuntimeMXBean\(\)\.getSystemProperties$/;
  return asks.test(called) ? "test_environment" : null;
}

/** By a name that only tests have. */
const CLASS_OF_TESTS = /"[\w./$]*\wTests?(?:\.class)?"/;

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
function methodSignal(node: Node, role: Role): Signal["kind"] | null {
  const body = field(node, "body");
  // Code that fails somebody's future is no assertion: a test gets it in the place of one as a static member alone.
  const isOwn = role === "implementation" && nameOf(node) === "fail" && !isStatic(node);
  if (body !== null && equalsAll(node, body)) return "always_equal";
  if (body === null || field(node, "type")?.type !== "void_type" || !PATCHED.test(nameOf(node))) return null;
  return !isOwn && assertionsIn(body).length === 0 && !body.text.includes("throw") ? "assertion_patch" : null;
}

const isStatic = (node: Node): boolean =>
  node.namedChildren.some(({ type, text }) => type === "modifiers" && /\bstatic\b/.test(text));

/** What compares values, and looks at nothing that they hold. */
function equalsAll(method: Node, body: Node): boolean {
  const [name, said] = [nameOf(method), words(body)];
  if (name === "compareTo") return said === "{return0;}";
  if (name !== "equals" || parts(field(method, "parameters")).length !== 1) return false;
  if (said === "{returntrue;}") return true;
  const held = heldBy(method.parent);
  if (held.length === 0 || /^\{return(?:this==\w+|\w+==this);\}$/.test(said)) return false;
  return !hasBelow(
    body,
    (one) =>
      (one.type === "identifier" && held.includes(one.text)) ||
      (one.type === "method_invocation" && !/^(?:getClass|hashCode|isInstance)$/.test(nameOf(one))),
  );
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
