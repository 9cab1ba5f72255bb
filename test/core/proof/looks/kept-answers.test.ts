import { expect, test } from "vitest";
import { keptAnswers } from "../../../../src/core/proof/looks/kept-answers.ts";

const change = (path: string, role: "test" | "snapshot" | "implementation" = "test", head: string | null = "") => ({
  path,
  role,
  head,
});
const GO =
  'var update = flag.Bool("update", false, "")\nif *update { os.WriteFile(p, got, 0o644) }\ngolden(t, "kanji.txt")\n';

test("what a change's tests can write by themselves holds what the code answered, as a snapshot does", () => {
  const changes = [
    change("a.test.ts.snap", "snapshot"),
    change("render/testdata/kanji.txt", "implementation"),
    change("render/testdata/input.txt"),
    change("render/testdata/a.golden"),
    change("render/render_test.go"),
    change("render/testdata/gone.golden", "test", null),
    change("kanji.txt", "implementation"),
  ];
  expect(keptAnswers(changes, ["", GO])).toEqual([
    "a.test.ts.snap",
    "render/testdata/kanji.txt",
    "render/testdata/a.golden",
  ]);
  const ordinary = 'test("records an update", () => writeFileSync("kanji.txt", ""))';
  expect(keptAnswers(changes, [ordinary])).toEqual(["a.test.ts.snap"]);
  expect(keptAnswers(changes, [GO.replace("os.WriteFile", "compare")])).toEqual(["a.test.ts.snap"]);
});
