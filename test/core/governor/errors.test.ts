import { expect, test } from "vitest";
import { asCoded } from "../../../src/cli/output.ts";
import { errorRecovery } from "../../../src/core/governor/error-recovery.ts";
import {
  AltitudeError,
  EscalationRequiredError,
  FirewallViolation,
  FocusError,
  GateDeniedError,
  HRMError,
  inLayer,
  INJECTION_RULE,
  LearningError,
  MemoryBusError,
  ReasoningError,
  StanceViolationError,
  WriteDeniedError,
} from "../../../src/core/governor/errors.ts";
import { BatonError, CODES } from "../../../src/errors.ts";

const ALL: readonly (readonly [error: HRMError, parents: readonly unknown[], fields: object, action: string])[] = [
  [new GateDeniedError("commitment", "no plan"), [FocusError], { gate: "commitment", reason: "no plan" }, "fallback"],
  [
    new StanceViolationError("discovery", "deliver"),
    [FocusError],
    { stance: "discovery", action: "deliver" },
    "fallback",
  ],
  [new EscalationRequiredError("stuck"), [ReasoningError], {}, "escalate"],
  [
    new WriteDeniedError("synthesis", "no evidence"),
    [MemoryBusError],
    { target: "synthesis", reason: "no evidence" },
    "fallback",
  ],
  [
    new FirewallViolation("no_decisions", "it decides"),
    [HRMError],
    { rule: "no_decisions", message: "it decides" },
    "retry",
  ],
  [
    new FirewallViolation(INJECTION_RULE, "it orders"),
    [HRMError],
    { rule: "no_injection", message: "it orders" },
    "escalate",
  ],
  [new AltitudeError("INPUT_INVALID", "no text"), [HRMError], {}, "fallback"],
  [new LearningError("STORE_POISONED", "gone"), [HRMError], {}, "abort"],
  [new MemoryBusError("LOCK_CONFLICT", "busy"), [HRMError], {}, "retry"],
  [new LearningError("LOCK_CONFLICT", "busy"), [HRMError], {}, "retry"],
  // What has no such form has none the next time either.
  [new MemoryBusError("MEMORY_INVALID", "no text"), [HRMError], {}, "fallback"],
];

test.each(ALL.map(([error, ...rest]) => [error.name, error, ...rest] as const))(
  "HRM-23 HRM-27 %s keeps its fields, its place in the hierarchy and its code, and says what to do",
  (_name, error, parents, fields, action) => {
    for (const parent of [...parents, HRMError, BatonError, Error]) expect(error).toBeInstanceOf(parent);
    expect(error).toMatchObject(fields);
    expect(asCoded(error).details).toMatchObject(fields);
    expect(Object.keys(CODES)).toContain(error.code);
    expect(error.hint).not.toBe("");
    const recovery = errorRecovery.recover(error);
    expect(recovery.action).toBe(action);
    expect(recovery.context).toMatchObject({ code: error.code });
    expect(errorRecovery.canRecover(error)).toBe(action !== "abort");
  },
);

test("HRM-23 what a layer's methods refuse is that layer's error with its code, hint and details; a defect stays a defect", () => {
  const details = { ref: "x" };
  const refuse = (error: Error) => (): never => {
    throw error;
  };
  const layer = inLayer(MemoryBusError, {
    get: refuse(new BatonError("MEMORY_UNKNOWN", "no x", { hint: "Look.", details })),
    learn: refuse(new LearningError("MEMORY_EVIDENCE_MISSING", "no episode")),
    defect: refuse(new TypeError("undefined")),
    fine: (a: number, b: number) => a + b,
  });
  expect(layer.fine(1, 2)).toBe(3);
  const refused = { name: "MemoryBusError", code: "MEMORY_UNKNOWN", message: "no x", hint: "Look.", details };
  expect(layer.get).toThrow(expect.objectContaining(refused) as Error);
  expect(layer.learn).toThrow(LearningError);
  expect(layer.defect).toThrow(TypeError);
});

test("HRM-23 a busy memory is tried again after a while, and only that waits", () => {
  expect(errorRecovery.recover(new MemoryBusError("LOCK_CONFLICT", "busy")).delay_ms).toBeGreaterThan(0);
  expect(errorRecovery.recover(new GateDeniedError("framing", "x")).delay_ms).toBe(0);
});
