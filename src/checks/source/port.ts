/** The port as the languages see it: a language sits one folder deeper than the linter lets an adapter reach `schema`. */
export type {
  AssertionStrength,
  CanarySource,
  ChangedSource,
  FlippedSource,
  MutatedSource,
  Signal,
  SourceFile,
  SourceTool,
  StubbedSource,
  StubValue,
  WrittenTest,
} from "../../schema/source.ts";
