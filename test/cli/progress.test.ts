import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createProgress } from "../../src/cli/progress.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function shown(isTTY: boolean): { text: () => string; progress: ReturnType<typeof createProgress> } {
  const written: string[] = [];
  const stream = { isTTY, write: (text: string) => written.push(text) } as unknown as NodeJS.WriteStream;
  const redact = (text: string): string => text.replaceAll("secret", "[redacted]");
  return { text: () => written.splice(0).join(""), progress: createProgress(() => stream, false, redact) };
}

test("work that lasts says so every half a minute where nobody looks on, and ends with the next line", () => {
  const { text, progress } = shown(false);
  progress.work("secret works on T001");
  vi.advanceTimersByTime(29_000);
  expect(text()).toBe("");
  vi.advanceTimersByTime(31_000);
  expect(text()).toBe("  [redacted] works on T001 … 30.0 s\n  [redacted] works on T001 … 60.0 s\n");
  progress.say("  ✓ proven");
  vi.advanceTimersByTime(120_000);
  expect(text()).toBe("  ✓ proven\n");
});

test("on a terminal it is one live line, which the next one takes the place of", () => {
  const { text, progress } = shown(true);
  progress.work("coder works on T001");
  vi.advanceTimersByTime(2000);
  expect(text()).toBe([0, 1, 2].map((at) => `\r\u001B[K  coder works on T001 … ${at}.0 s`).join(""));
  progress.show({ step: "R2", detail: "" });
  expect(text()).toBe("\r\u001B[K\r\u001B[K  R2 green … 0.0 s");
  progress.end();
  vi.advanceTimersByTime(5000);
  expect(text()).toBe("\r\u001B[K");
});

test("a run of which files could not be loaded says how many, and not only that nothing passed or failed", () => {
  const { text, progress } = shown(false);
  const counts = { passed: 0, failed: 0, durationMs: 1200, reused: false };
  progress.show({ step: "R1", detail: "", result: { ...counts, unloaded: 2 } });
  progress.show({ step: "R2", detail: "", result: { ...counts, passed: 3, unloaded: 0 } });
  expect(text()).toBe(
    "  R1 red: 0 passed, 0 failed, 2 files not loaded, 1.2 s\n  R2 green: 3 passed, 0 failed, 1.2 s\n",
  );
});

test("of runs side by side each has its line, what still goes on is shown again, and what came to nothing is not", () => {
  const { text, progress } = shown(true);
  const result = { passed: 1, failed: 0, unloaded: 0, durationMs: 2000, reused: false };
  progress.show({ step: "R0", detail: "2 of 3", beside: 0 });
  progress.show({ step: "R1", detail: "flip", beside: 0 });
  vi.advanceTimersByTime(500);
  progress.show({ step: "R4", detail: "", beside: 1 });
  text();
  vi.advanceTimersByTime(500);
  progress.show({ step: "R4", detail: "", result });
  expect(text()).toBe("\r\u001B[K  R4 canary: 1 passed, 0 failed, 2.0 s\n\r\u001B[K  R1 red (flip) … 1.0 s");
  progress.show({ step: "R1", detail: "flip", result });
  expect(text()).toBe("\r\u001B[K  R1 red (flip): 1 passed, 0 failed, 2.0 s\n");
});
