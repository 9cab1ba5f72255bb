import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { MULTIPLY, spec } from "../support/calc-project.ts";
import { eventOf, openScene, type Scene } from "../support/scene.ts";

let scene: Scene | null = null;
afterEach(() => scene?.remove());

const COMPOSED = "é.txt".normalize("NFC");
const DECOMPOSED = "é.txt".normalize("NFD");
/** A disk allows 255 bytes. */
const LONG = `${"x".repeat(250)}.t`;

/** What is listed under `reports`, in a line of sed. */
const lists = (...names: string[]): string =>
  String.raw`envelope | sed 's|^  reports: \[\]|  reports:${names.map((name) => String.raw`\n  - artifacts/${name}`).join("")}|'`;

test("ENV-07 H3A-31 names that some disks take for one, dots at an end and hard links go back to the agent; a long name is kept", async () => {
  scene = await openScene(
    `mkdir -p artifacts; cd artifacts; echo 1 > ${COMPOSED}; echo 2 > ${DECOMPOSED}; echo 3 > a.; echo 4 > ${LONG}
ln -f ../package.json h.txt; cd ..
if [ -z "$ASKED" ]; then honest; ${lists(COMPOSED, DECOMPOSED, "a.", "h.txt", LONG)}; else ${lists(COMPOSED, LONG)}; fi`,
    { text: spec(MULTIPLY) },
  );
  const { code, json } = await scene.run();
  expect([code, json.data["completed"]]).toEqual([0, 1]);
  expect(eventOf(scene, "attempt_answered").violations).toEqual([]);
  const { directory } = scene.repository;
  const [run = ""] = readdirSync(join(directory, "runs"));
  const kept = readdirSync(join(directory, "runs", run, "artifacts/executor/T001/1/evidence")).toSorted();
  expect(kept).toEqual([expect.stringMatching(/^x{220,}~[0-9a-f]{12}\.t$/), COMPOSED]);
  expect((await scene.baton(["verify"])).code).toBe(0);
});

test("each of these is named when the answer stays as it is", async () => {
  scene = await openScene(
    `honest; mkdir -p artifacts; cd artifacts; echo 1 > ${COMPOSED}; echo 2 > ${DECOMPOSED}; echo 3 > a.
ln -f ../package.json h.txt; truncate -s 20971521 big.bin; cd ..
${lists(COMPOSED, DECOMPOSED, "a.", "h.txt", "big.bin", `${LONG}${LONG}`)}`,
    { text: spec(MULTIPLY) },
  );
  expect((await scene.run()).code).toBe(12);
  const { violations } = eventOf(scene, "attempt_answered");
  expect(violations.map(({ code }) => code)).toEqual(Array(6).fill("ENVELOPE_EVIDENCE_MISSING"));
  const words = [
    "by case or accents",
    "by case or accents",
    "ends in a dot",
    "hard link",
    "over 20 MiB",
    "longer than",
  ];
  words.forEach((word, at) => expect(violations[at]?.message).toContain(word));
});
