import { posix } from "node:path";
import { constantString, memberName } from "../constants.ts";
import type { Scope } from "../registrations.ts";
import { isCall, isMember, type Node, unwrap } from "../tree.ts";

/** A file in a folder that is there for tests, from where the code lies; `src/test/` may be a part of the product. */
const TEST_FOLDER =
  /^(?!(?:.*\/)?(?:src|lib|app)\/(?:.*\/)?(?:tests?|specs?)\/)(?:.*\/)?(?:tests?|specs?|__tests__|__mocks__|__fixtures__)\//;

const READS = /(?:^|\.)(?:readFile|readFileSync|createReadStream|openSync|readJSON|readJson|readJsonSync)$/;

/** Code of the product that loads code or reads answers from the tests' own folders: what ships does not have them. */
export function testCodeInCode(node: Node, scope: Scope): Node | null {
  const specifier = specifierOf(node);
  if (specifier === null || /[*?]/.test(specifier)) return null;
  const isRead = isCall(node) && READS.test(scope.source.textOf(unwrap(node.callee)));
  if (!isRead && !/^\.{1,2}\//.test(specifier)) return null;
  // What is read is named from the folder that the process runs in.
  const path = isRead ? posix.normalize(specifier) : posix.join(posix.dirname(scope.source.path), specifier);
  return TEST_FOLDER.test(path) && !TEST_FOLDER.test(scope.source.path) ? node : null;
}

const nameOf = (callee: Node): string =>
  callee.type === "Identifier" ? callee.name : isMember(callee) ? (memberName(callee) ?? "") : "";

/** What is imported, exported from, required, or given to `new URL(…, import.meta.url)`, `join(…)` and the like. */
function specifierOf(node: Node): string | null {
  if (node.type === "ImportDeclaration") return node.importKind === "type" ? null : node.source.value;
  if (node.type === "ExportNamedDeclaration" || node.type === "ExportAllDeclaration")
    return node.exportKind === "type" ? null : (node.source?.value ?? null);
  if (node.type === "ImportExpression") return constantString(node.source);
  if (isCall(node)) {
    const joined = constantString(node);
    if (joined !== null) return joined;
    const callee = unwrap(node.callee);
    const [first] = node.arguments;
    const loads = callee.type === "Import" || READS.test(nameOf(callee)) || nameOf(callee) === "require";
    return loads && first !== undefined ? constantString(first) : null;
  }
  if (node.type !== "NewExpression" || node.callee.type !== "Identifier" || node.callee.name !== "URL") return null;
  const [relative] = node.arguments;
  return relative === undefined ? null : constantString(relative);
}
