import { readFileSync } from "node:fs";
import { format, resolveConfig } from "prettier";
import { describeCommands } from "../src/cli/describe.ts";
import { jsonSchema, SCHEMAS } from "../src/cli/commands/schema.ts";
import { createProgram } from "../src/cli/program.ts";
import { withCorpus } from "./corpus-page.ts";
import { commandsPage, errorPages, errorsIndex } from "./reference.ts";
import { withTools } from "./tools-page.ts";
import { references } from "./references.ts";

/** Every generated file by its path, in memory: written by `npm run generate`, compared by the repository's own test. */
export async function generatedFiles(root: string): Promise<Map<string, string>> {
  const program = createProgram(new AbortController().signal, { exitCode: 0 });
  const names = Object.keys(SCHEMAS) as (keyof typeof SCHEMAS)[];
  const texts: [string, string][] = [
    ["docs/errors.md", errorsIndex()],
    ...errorPages(),
    ["docs/proof-measured.md", withCorpus(readFileSync(`${root}/docs/proof-measured.md`, "utf8"))],
    ["docs/mcp.md", withTools(readFileSync(`${root}/docs/mcp.md`, "utf8"))],
    ...references(describeCommands(program).commands).map(([path, text]): [string, string] => [path, text]),
    ["docs/cli.md", commandsPage(describeCommands(program))],
    ...names.map((name): [string, string] => [
      `docs/reference/${name}.schema.json`,
      `${JSON.stringify(jsonSchema(name), null, 2)}\n`,
    ]),
  ];
  const files = new Map<string, string>();
  for (const [path, text] of texts)
    files.set(path, path.endsWith(".schema.json") ? text : await formatted(root, path, text));
  return files;
}

/** Formatted as `npm run format` would, so that the two never fight over a file. */
async function formatted(root: string, path: string, text: string): Promise<string> {
  const filepath = `${root}/${path}`;
  return format(text, { ...(await resolveConfig(filepath)), filepath });
}
