import { constants } from "node:os";
import { expect, test } from "vitest";
import { BatonError, CODES, codedError, isOfDisk } from "../src/errors.ts";

const thrown = (facts: object): Error => Object.assign(new Error("broken"), facts);

test.each([
  [
    "a quota that is spent, which Node has no name for",
    { code: "Unknown system error -122", errno: -constants.errno.EDQUOT },
    "DISK_FULL",
  ],
  ["a full disk", { code: "ENOSPC", errno: -28 }, "DISK_FULL"],
  ["no descriptors left", { code: "EMFILE", errno: -24 }, "STATE_UNWRITABLE"],
  ["what breaks rmSync, which Node names nothing", { code: "", errno: -4094, syscall: "rm" }, "STATE_UNWRITABLE"],
])("%s is an error of the disk with a code", (_, facts, code) => {
  const error = thrown(facts);
  expect(isOfDisk(error)).toBe(true);
  expect(codedError(error, "a file")).toEqual(expect.objectContaining({ code }));
  expect(codedError(error, "a file")).toBeInstanceOf(BatonError);
});

test("a mistake in the program is none", () => {
  expect(isOfDisk(thrown({ code: "ERR_INVALID_ARG_TYPE" }))).toBe(false);
});

test("an attempt that is lost is said to be none of its task's failures, but one of the run's attempts, by every code of it", () => {
  const lost = ["TASK_TIMEOUT", "TASK_STALLED", "ATTEMPT_RELEASED", "ATTEMPT_LOST", "PROVIDER_FAILED"] as const;
  for (const code of lost) {
    expect(CODES[code].meaning).toMatch(/no failure of its task, but one of the run's/);
    expect(CODES[code].meaning).not.toContain("does not count");
  }
});
