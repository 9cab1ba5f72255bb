import type { SourceTool } from "../port.ts";
import { testWords, writtenBodies } from "./bodies.ts";
import { withCanaries } from "./canary.ts";
import { disguised } from "./disguise.ts";
import { flipped } from "./flip.ts";
import { grafted } from "./graft.ts";
import { doublesAlone } from "./doubles-alone.ts";
import { withBaseTests } from "./keep.ts";
import { marked } from "./mark.ts";
import { hiddenState } from "./hidden-state.ts";
import { listedRows } from "./listed-rows.ts";
import { mockedChanges } from "./mocked-changes.ts";
import { EXTENSIONS, isSameCode, onlySaid } from "./parse.ts";
import { signalsIn } from "./signals.ts";
import { stubbed, withoutBodies } from "./stub.ts";
import { writtenTests } from "./tests.ts";
import { varied } from "./vary.ts";
import { echoed } from "./echo.ts";

/** The port for JavaScript and TypeScript, with JSX. It loads its parser at the first use. */
export function createJavaScriptSource(): SourceTool {
  return {
    name: "javascript",
    extensions: EXTENSIONS,
    tests: writtenTests,
    sameCode: isSameCode,
    stub: stubbed,
    mark: marked,
    vary: varied,
    echo: echoed,
    graft: async (files, isEmpty) => (isEmpty === true ? [] : grafted(files)),
    mutants: withoutBodies,
    flip: flipped,
    keep: withBaseTests,
    canary: withCanaries,
    disguise: disguised,
    signals: signalsIn,
    together: async (change) => [
      ...(await mockedChanges(change)),
      ...(await hiddenState(change)),
      ...(await listedRows(change)),
      ...(await doublesAlone(change)),
    ],
    bodies: writtenBodies,
    saysOnly: onlySaid,
    words: (files, role) => testWords(role === "test" ? files : []),
  };
}
