import type * as t from "@babel/types";
import { constantString, keyName, memberName } from "../constants.ts";
import { initsOf } from "../inits.ts";
import type { Source } from "../parse.ts";
import type { Scope } from "../registrations.ts";
import { isCall, isMember, type Node, unwrap } from "../tree.ts";

const LIBRARIES =
  /^(vitest|jest|mocha|chai|sinon|ava|tap|tape|jasmine|nock|supertest|should|expect|uvu|cypress|enzyme|power-assert|node:test|bun:test|@jest\/.+|@vitest\/.+|@sinonjs\/.+|@testing-library\/.+|@playwright\/test|(jest|chai|sinon)-.+)(\/.*)?$/;
const SUPPRESSION =
  /\b(istanbul|c8|v8) ignore\b|node:coverage (disable|ignore)|\b(eslint|oxlint|tslint|biome|secretlint|deno-lint)[-:](disable|ignore)|@ts-(ignore|nocheck|expect-error)|Stryker disable|\bnosec\b|nosemgrep|NOSONAR|gitleaks:allow|codeql\[|lgtm\[|\$FlowFixMe/i;

/** A test library that code of the product loads. Types alone leave nothing behind at run time. */
export function testLibraryInCode(node: Node, scope: Scope): Node | null {
  return loadsLibrary(node, scope) ? node : null;
}

function loadsLibrary(node: Node, scope: Scope): boolean {
  if (node.type === "ImportDeclaration") return node.importKind !== "type" && isLibrary(node.source);
  if (node.type === "ExportNamedDeclaration" || node.type === "ExportAllDeclaration") {
    return node.exportKind !== "type" && node.source !== null && node.source !== undefined && isLibrary(node.source);
  }
  if (node.type === "ImportExpression") return isLibrary(node.source);
  return node.type === "TSExternalModuleReference" ? isLibrary(node.expression) : isLoadingCall(node, scope);
}

/** `require("vitest")`, and whether it could be loaded: `import.meta.resolve("vitest/package.json")`. */
function isLoadingCall(node: Node, scope: Scope): boolean {
  if (!isCall(node)) return false;
  const callee = unwrap(node.callee);
  const [first] = node.arguments;
  if (first === undefined || !isLibrary(first)) return false;
  return callee.type === "Import" || isLoader(callee, scope) || isResolver(callee, scope);
}

function isLoader(callee: Node, scope: Scope): boolean {
  if (callee.type !== "Identifier") return false;
  return (
    callee.name === "require" ||
    initsOf(callee.name, scope).some((init) => MAKES_LOADER.test(scope.source.textOf(init)))
  );
}

const MAKES_LOADER = /^(?:\w+\.)?createRequire\(/;

/** `require.resolve`, `require.resolve.paths`, `import.meta.resolve`. */
function isResolver(callee: Node, scope: Scope): boolean {
  if (!isMember(callee)) return false;
  const object = unwrap(callee.object);
  if (memberName(callee) === "paths") return isResolver(object, scope);
  return memberName(callee) === "resolve" && (object.type === "MetaProperty" || isLoader(object, scope));
}

function isLibrary(specifier: Node): boolean {
  return LIBRARIES.test(constantString(specifier) ?? "");
}

export function focusedTest(node: Node, scope: Scope): Node | null {
  const registration = scope.registration(node);
  if (registration === null || registration.kind === "hook") return null;
  const isOption = registration.options?.properties.some(
    (property) =>
      property.type === "ObjectProperty" &&
      keyName(property.key, property.computed) === "only" &&
      !(property.value.type === "BooleanLiteral" && !property.value.value),
  );
  if (!registration.modifiers.includes("only") && isOption !== true) return null;
  return registration.call;
}

/** Comments that tell a checker to look away. */
export function suppressions(source: Source): t.Comment[] {
  return source.comments.filter((comment) => SUPPRESSION.test(comment.value));
}
