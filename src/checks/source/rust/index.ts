import type { SourceTool } from "../port.ts";
import { testWords, writtenBodies } from "./bodies.ts";
import { withCanaries } from "./canary.ts";
import { flipped } from "./flip.ts";
import { grafted } from "./graft.ts";
import { withBaseTests } from "./keep.ts";
import { disguisedFile } from "../typed-disguise.ts";
import { questionsOf } from "./asks.ts";
import { createRustParser } from "./parser.ts";
import { saysOnly } from "../says-only.ts";
import { signalsIn } from "./signals.ts";
import { stubbed, withoutBodies } from "./stub.ts";
import { writtenTests } from "./tests.ts";
import { varied } from "./vary.ts";

/** The port for Rust. It loads its grammar at the first use. */
export function createRustSource(): SourceTool {
  const each = createRustParser();
  return {
    name: "rust",
    extensions: [".rs"],
    testsInCode: true,
    tests: (files) => each(files, writtenTests),
    stub: (files, value) => each(files, (parse, file) => stubbed(parse, file, value), "torn"),
    mark: (files) => each(files, (parse, file) => stubbed(parse, file, "mark"), "torn"),
    vary: (files, variation) => each(files, (parse, file) => varied(parse, file, variation)),
    graft: (files, isEmpty) => each(files, (parse, file) => grafted(parse, file, isEmpty)),
    mutants: (files) => each(files, withoutBodies),
    flip: (files, which) => each(files, (parse, file) => flipped(parse, file, which)),
    canary: (files, token) => each(files, (parse, file) => withCanaries(parse, file, token)),
    keep: (files) => each(files, withBaseTests),
    disguise: (files, hidden) => each(files, (parse, file) => disguisedFile(parse, file, hidden, questionsOf), "torn"),
    signals: (files, role) => each(files, (parse, file) => signalsIn(parse, file, role), "torn"),
    bodies: (files) => each(files, writtenBodies, "torn"),
    words: (files) => each(files, testWords),
    saysOnly: (files) => each(files, saysOnly),
  };
}
