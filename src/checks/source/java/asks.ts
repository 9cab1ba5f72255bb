import { field, hasBelow, type Node, normalised, parts, type Source, walk } from "../tree-sitter.ts";
import type { TypedQuestion } from "../typed-disguise.ts";
import { nameOf } from "./members.ts";

const MODE = /^"(?:ENV|APP_ENV|ENVIRONMENT|JAVA_ENV|SPRING_PROFILES_ACTIVE)"$/;
const GIVEN: Readonly<Record<string, string>> = {
  '"CI"': "true",
  '"NO_COLOR"': "1",
  '"FORCE_COLOR"': "0",
  '"TERM"': "dumb",
};

/** Of these no copy is delivered. */
const NOT_DELIVERED =
  /^"(?:\.\/)?(?:src(?:\/test\b.*)?|target(?:\/.*)?|pom\.xml|build\.gradle(?:\.kts)?|mvnw?|\.mvn)"$/;
/** Where the program is started, whose entries are the checkout's while tests run. */
const HERE = /^"\.?\/?"$/;

/** What a file asks of its surroundings. */
export function questionsOf(source: Source): TypedQuestion[] {
  const found: TypedQuestion[] = [];
  const namesTests = hasBelow(source.root, (node) => node.type === "string_literal" && NOT_DELIVERED.test(node.text));
  walk(source.root, (node) => {
    const question =
      node.type === "method_invocation"
        ? ofVariable(node)
        : node.type === "string_literal"
          ? ofPath(node, namesTests)
          : ofConsole(node);
    if (question !== null) found.push(question);
  });
  return found;
}

/** `new File("pom.xml")`, `Path.of("src")` */
function ofPath(node: Node, namesTests: boolean): TypedQuestion | null {
  if (!NOT_DELIVERED.test(node.text) && !(namesTests && HERE.test(node.text))) return null;
  const call = node.parent?.type === "argument_list" ? node.parent.parent : null;
  const isPath =
    call?.type === "object_creation_expression"
      ? /(?:^|\.)File(?:Reader|InputStream)?$/.test(field(call, "type")?.text ?? "")
      : call?.type === "method_invocation" &&
        /(?:^|\.)(?:Paths?|FileSystem|getDefault\(\))$/.test(field(call, "object")?.text ?? "");
  return isPath ? { node, about: "files", words: [], elsewhere: '".not-delivered"', asEver: node.text } : null;
}

/** `System.getenv("CI")` */
function ofVariable(node: Node): TypedQuestion | null {
  const [name, ...more] = parts(field(node, "arguments"));
  if (nameOf(node) !== "getenv" || name === undefined || more.length > 0) return null;
  const words = [name.text.slice(1, -1)];
  const asEver = node.text;
  const or = (value: string): string => `java.util.Objects.requireNonNullElse(${asEver}, "${value}")`;
  if (MODE.test(name.text)) return { node, about: "mode", words, elsewhere: or("production"), asEver };
  const given = GIVEN[name.text];
  if (given === undefined) return null;
  const about = name.text === '"CI"' ? "environment" : "terminal";
  return { node, about, words, elsewhere: asEver, asEver: or(given) };
}

/** `System.console() == null`: there is one where somebody sits at a terminal. */
function ofConsole(node: Node): TypedQuestion | null {
  if (node.type !== "binary_expression") return null;
  const [left, right] = [field(node, "left"), field(node, "right")];
  const sides = [left, right].map((side) => (side === null ? "" : normalised(side).replaceAll(" ", "")));
  if (!sides.includes("null") || !sides.some((side) => /(?:^|\.)System\.console\(\)$/.test(side))) return null;
  const isSame = field(node, "operator")?.text === "==";
  const elsewhere = `(${node.text} ${isSame ? "&& false" : "|| true"})`;
  return { node, about: "terminal", words: ["console"], elsewhere, asEver: node.text };
}
