import type { MockedChange } from "../port.ts";
import { exportedBy, ownPath } from "./changed-names.ts";
import { keyName } from "./constants.ts";
import { moduleFrom, moduleOf } from "./modules.ts";
import { EXTENSIONS, parseSource } from "./parse.ts";
import { createScope, type Scope } from "./registrations.ts";
import { placeOf } from "./replaced.ts";

/** Something of a file: its export, and a member of that. */
export interface Place {
  readonly file: string;
  readonly path: readonly string[];
}

export interface Modules {
  /** Files that a specifier of another file may name. */
  filesOf(from: string, specifier: string): readonly string[];
  /** Where a name of a module may come from: the file itself, and those that it hands names on from. */
  placesOf(from: string, specifier: string, path: readonly string[]): Promise<Place[]>;
}

const ALIAS = /^(?:[@~#]\/|#)/;
const DEPTH_LIMIT = 4;

export function createModules({ paths, read }: Pick<MockedChange, "paths" | "read">): Modules {
  const code = [...paths].filter((path) => EXTENSIONS.some((ending) => path.endsWith(ending)));
  const byModule = Map.groupBy(code, moduleOf);
  const filesOf = (from: string, specifier: string): readonly string[] => {
    if (!ALIAS.test(specifier)) return byModule.get(moduleFrom(from, specifier)) ?? [];
    // What an alias stands for is the configuration's: the end of the path tells.
    const end = moduleOf(specifier.replace(ALIAS, ""));
    return code.filter((path) => `/${moduleOf(path)}`.endsWith(`/${end}`));
  };
  const scopeOf = async (file: string): Promise<Scope | null> => {
    const [text] = read([file]);
    const source = text === undefined ? null : await parseSource(text);
    return source === null ? null : createScope(source);
  };
  const scopes = new Map<string, Promise<Scope | null>>();
  const known = new Map<string, Promise<Place[]>>();
  const placesIn = (file: string, path: readonly string[], depth: number): Promise<Place[]> => {
    const key = `${depth} ${file} ${path.join(".")}`;
    const places = known.get(key) ?? findPlaces(file, path, depth);
    known.set(key, places);
    return places;
  };
  const findPlaces = async (file: string, path: readonly string[], depth: number): Promise<Place[]> => {
    const parsed = depth > DEPTH_LIMIT ? null : (scopes.get(file) ?? scopeOf(file));
    if (parsed !== null) scopes.set(file, parsed);
    const scope = await parsed;
    if (scope === null) return [{ file, path }];
    const { source } = scope;
    const found: Place[] = [{ file, path: ownPath(source, path) }];
    const follow = async (specifier: string, to: readonly string[]): Promise<void> => {
      for (const next of filesOf(file, specifier)) found.push(...(await placesIn(next, to, depth + 1)));
    };
    const [name, ...rest] = path;
    for (const statement of source.program.body) {
      if (statement.type === "ExportAllDeclaration") await follow(statement.source.value, path);
      else if (statement.type === "ExportNamedDeclaration" && statement.source) {
        for (const one of statement.specifiers) {
          if (name !== undefined && keyName(one.exported, false) !== name) continue;
          const local = one.type === "ExportSpecifier" ? [keyName(one.local, false) ?? ""] : [];
          await follow(statement.source.value, [...local, ...rest]);
        }
      } else {
        for (const [exported, value] of exportedBy(statement)) {
          const from = name === undefined || exported === name ? placeOf(value, scope) : null;
          if (from !== null) await follow(from.module, [...from.path, ...rest]);
        }
      }
    }
    return found;
  };
  const placesOf = async (from: string, specifier: string, path: readonly string[]): Promise<Place[]> => {
    const found: Place[] = [];
    for (const file of filesOf(from, specifier)) found.push(...(await placesIn(file, path, 0)));
    return found;
  };
  return { filesOf, placesOf };
}
