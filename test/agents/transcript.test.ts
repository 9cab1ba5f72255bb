import { expect, it } from "vitest";
import { jsonOrNull } from "../../src/schema/json.ts";
import { createTranscript } from "../../src/agents/transcript.ts";

const linesOf = (text: string): unknown[] =>
  text
    .trimEnd()
    .split("\n")
    .map((line): unknown => JSON.parse(line));

it("keeps the beginning and the end of a long turn by whole lines, and counts what is left out", () => {
  const transcript = createTranscript(1000);
  for (let at = 0; at < 1000; at += 1) transcript.add({ at });
  const lines = linesOf(transcript.text());
  expect(transcript.text().length).toBeLessThan(1100);
  expect(lines.slice(0, 2)).toEqual([{ at: 0 }, { at: 1 }]);
  expect(lines.at(-1)).toEqual({ at: 999 });
  expect(lines).toContainEqual({ lines_left_out: 1000 - lines.length + 1 });
});

it("cuts a line that alone would fill it", () => {
  const transcript = createTranscript(1000);
  transcript.add({ text: "x".repeat(5000) });
  transcript.add({ at: 1 });
  expect(linesOf(transcript.text())).toEqual([
    { cut: expect.stringMatching(/^\{"text":"x+$/), size_bytes: 5012 },
    { at: 1 },
  ]);
});

it("keeps a short turn as it is", () => {
  const transcript = createTranscript();
  expect(transcript.text()).toBe("");
  transcript.add({ at: 1 });
  expect(transcript.text()).toBe('{"at":1}\n');
});

it("is never given JSON that nests without an end: that is no message", () => {
  const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
  expect(jsonOrNull(`{"jsonrpc":"2.0","method":"x","params":${deep}}`)).toBeNull();
  const transcript = createTranscript();
  transcript.add(jsonOrNull(`{"a":${"[".repeat(900)}${"]".repeat(900)}}`));
  expect(transcript.text()).toContain('{"a":[[[');
});
