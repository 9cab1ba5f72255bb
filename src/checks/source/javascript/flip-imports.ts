import type { CallAssertion } from "./assertions.ts";
import type { Source } from "./parse.ts";
import { descendants } from "./tree.ts";

/** Finds another member of the module that a bare assertion function was imported from. */
export interface Imports {
  /** An expression for the method beside the one called; null when its module is not known. */
  qualified(assertion: CallAssertion, method: string): string | null;
  /** Imports to add at the end of the file: they are hoisted, so no line moves. */
  lines(): string[];
}

const NAME = "__batonFlip";

export function createImports(source: Source): Imports {
  const isModule = usesModules(source);
  const names = new Map<string, string>();
  const memberOf = (module: string): string => {
    if (!isModule) return `require(${JSON.stringify(module)})`;
    const name = names.get(module) ?? `${NAME}${names.size}`;
    names.set(module, name);
    return name;
  };
  return {
    qualified(assertion, method) {
      const { origin } = assertion;
      if (!origin?.module || origin.module === "local" || origin.module === "parameter") return null;
      const path = assertion.method === "" ? origin.path : origin.path.slice(0, -1);
      return [memberOf(origin.module), ...path, method].join(".");
    },
    lines: () => [...names].map(([module, name]) => `import * as ${name} from ${JSON.stringify(module)};`),
  };
}

export function usesModules(source: Source): boolean {
  const isModuleSyntax = source.program.body.some((statement) => /^(Import|Export)/.test(statement.type));
  return isModuleSyntax || /\.m[jt]s$/.test(source.path) || usesImportMeta(source);
}

function usesImportMeta(source: Source): boolean {
  return (
    source.text.includes("import.meta") && descendants(source.program).some((node) => node.type === "MetaProperty")
  );
}
