import type { SourceTool } from "../../checks/source/port.ts";

/** The files that a language reads. */
export function filesOf<F extends { readonly path: string }>(tool: SourceTool, files: readonly F[]): F[] {
  return files.filter(({ path }) => tool.extensions.some((extension) => path.endsWith(extension)));
}

/** What each language says of its own files; one that cannot be asked says nothing. */
export async function askAll<F extends { readonly path: string }, R>(
  tools: readonly SourceTool[],
  files: readonly F[],
  ask: (tool: SourceTool, own: F[]) => Promise<readonly R[]> | undefined,
): Promise<R[]> {
  const answers = await Promise.all(tools.map(async (tool) => (await ask(tool, filesOf(tool, files))) ?? []));
  return answers.flat();
}
