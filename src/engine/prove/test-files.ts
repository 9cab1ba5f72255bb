import type { SourceTool } from "../../checks/source/port.ts";
import { fileOf, withoutParameters } from "../../core/proof/test-ids.ts";
import { holdsTests } from "../../core/proof/paths.ts";
import type { SourceFile } from "../../schema/source.ts";
import { askAll } from "./ask-tools.ts";
import type { RoledChange } from "./compose.ts";
import type { Subject } from "./subject.ts";

/**
 * The change with every file as a test that runners found tests in, wherever it lies: a project says itself where its tests
 * are, and examples in documentation are some, too. Code with tests beside it stays code.
 */
export async function withTestFiles(
  subject: Subject,
  tools: readonly SourceTool[],
  ran: ReadonlySet<string>,
): Promise<Subject> {
  const files = new Set([...ran].map(fileOf));
  const unclear = subject.changes.filter(
    ({ role, path }) => (role === "implementation" || role === "documentation") && files.has(path),
  );
  if (unclear.length === 0) return subject;
  const texts = unclear.flatMap(({ path, base, head }): SourceFile[] =>
    [base === null ? null : subject.base.read(path), head === null ? null : subject.head.read(path)].flatMap((text) =>
      text === null ? [] : [{ path, text }],
    ),
  );
  const stems = new Set([...ran].map(withoutParameters));
  const apart = tools.filter(({ testsInCode }) => testsInCode !== true);
  const written = await askAll(apart, texts.filter(isApart), (tool, files) => tool.tests(files));
  const own = written.filter(({ path, name, helper }) => !helper && (name === null || stems.has(`${path}::${name}`)));
  const held = new Set(own.map(({ path }) => path));
  const isTest = (change: RoledChange): boolean =>
    unclear.includes(change) && (held.has(change.path) || change.role === "documentation" || !holdsTests(change.path));
  return {
    ...subject,
    changes: subject.changes.map((change) => (isTest(change) ? { ...change, role: "test" } : change)),
  };
}

/** Vitest lets code and tests stand in one file. */
const isApart = ({ text }: SourceFile): boolean => !text.includes("import.meta.vitest");
