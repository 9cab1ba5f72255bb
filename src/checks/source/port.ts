/** The port as the languages see it: a language sits one folder deeper than the linter lets an adapter reach `schema`. */
export type {
  Asking,
  AssertionStrength,
  CanarySource,
  ChangedSource,
  DisguisedSource,
  FlippedSource,
  MutatedSource,
  Signal,
  SourceFile,
  SourceTool,
  StubbedSource,
  StubValue,
  Surrounding,
  TestWords,
  WrittenBody,
  WrittenTest,
} from "../../schema/source.ts";
