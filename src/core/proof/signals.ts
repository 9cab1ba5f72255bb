import type { Finding } from "../../errors.ts";
import type { Signal } from "../../schema/source.ts";

const SERIOUS: Readonly<
  Record<
    Signal["kind"],
    {
      readonly code: "TEST_TAMPERED" | "CODE_SUSPICIOUS";
      readonly severity: Finding["severity"];
      readonly what: string;
    }
  >
> = {
  test_environment: {
    code: "CODE_SUSPICIOUS",
    severity: "person",
    what: "asks whether it is under test; it must do the same everywhere",
  },
  stack_inspection: {
    code: "CODE_SUSPICIOUS",
    severity: "person",
    what: "looks at who calls it; take what you need as a parameter",
  },
  always_equal: {
    code: "CODE_SUSPICIOUS",
    severity: "person",
    what: "makes values that equal everything; return the value itself",
  },
  looser_equality: {
    code: "CODE_SUSPICIOUS",
    severity: "person",
    what: "compares less than before, so that older tests no longer see what differs there; compare it, or say to a person why not",
  },
  changed_equality: {
    code: "CODE_SUSPICIOUS",
    severity: "person",
    what: "says otherwise than before which values are equal, and so what is right in every test that compares with it; leave it, or say to a person why not",
  },
  own_equality: {
    code: "CODE_SUSPICIOUS",
    severity: "person",
    what: "says itself which values are equal, and maybe of some that differ; derive it, or say to a person why not",
  },
  test_library_in_code: {
    code: "CODE_SUSPICIOUS",
    severity: "person",
    what: "uses a test library in the implementation; move it to the tests",
  },
  assertion_patch: {
    code: "TEST_TAMPERED",
    severity: "error",
    what: "replaces assertions or the built-ins they rest on; take it out",
  },
  early_exit: { code: "CODE_SUSPICIOUS", severity: "warning", what: "may end the process" },
  runner_hook: {
    code: "CODE_SUSPICIOUS",
    severity: "person",
    what: "hooks into the test run; take it out, or say to a person why it is needed",
  },
  focused_test: {
    code: "TEST_TAMPERED",
    severity: "error",
    what: "runs only itself and hides the tests beside it; take `only` away",
  },
  mocked_application: {
    code: "CODE_SUSPICIOUS",
    severity: "person",
    what: "answers in place of the application that it tests",
  },
  narrowed_audit: {
    code: "CODE_SUSPICIOUS",
    severity: "person",
    what: "keeps the accessibility audit from rules or elements; let it ask all, or say to a person why it cannot",
  },
  mocked_unit: {
    code: "CODE_SUSPICIOUS",
    severity: "person",
    what: "asserts what the test itself put in the code's place; call the code, and replace only what it stands on",
  },
  mocked_change: {
    code: "CODE_SUSPICIOUS",
    severity: "person",
    what: "answers in the place of what this change adds or edits, and no test asks that for real; test it as well, or let the code answer",
  },
  double_alone: {
    code: "CODE_SUSPICIOUS",
    severity: "person",
    what: "asserts what a double of this change answers, and reaches no code of the project; ask the code, or say to a person why not",
  },
  hidden_state: {
    code: "CODE_SUSPICIOUS",
    severity: "person",
    what: "compares objects that keep all they know in private fields, so that any two are equal; compare what they answer",
  },
  swallowed_assertion: {
    code: "CODE_SUSPICIOUS",
    severity: "person",
    what: "catches what its own assertion throws and goes on; let the failure out",
  },
  any_failure: {
    code: "CODE_SUSPICIOUS",
    severity: "person",
    what: "is content with any failure, one of the test's own as well; name the error that is expected, or what it says",
  },
  cleared_double: {
    code: "CODE_SUSPICIOUS",
    severity: "person",
    what: "counts the calls of a double right after it was told to forget them; call the code in between",
  },
  void_truth: {
    code: "CODE_SUSPICIOUS",
    severity: "person",
    what: "holds whatever the code does, since what it asks to be true always is; compare it with what is right",
  },
  coarse_tolerance: {
    code: "CODE_SUSPICIOUS",
    severity: "person",
    what: "is content with answers that are a quarter off, or more; compare more closely, or say to a person why not",
  },
  unexpected_error: {
    code: "CODE_SUSPICIOUS",
    severity: "person",
    what: "is content where the code fails and no failure is wanted; fail there",
  },
  missing_error: {
    code: "CODE_SUSPICIOUS",
    severity: "person",
    what: "is content where the code does not fail, though it says how it should; fail there",
  },
  own_library: {
    code: "CODE_SUSPICIOUS",
    severity: "person",
    what: "puts its own in the place of what its test library compares, raises or runs; leave that to the library",
  },
  chosen_rows: {
    code: "CODE_SUSPICIOUS",
    severity: "person",
    what: "runs only the rows that the code itself answers as they want; run them all",
  },
  listed_rows: {
    code: "CODE_SUSPICIOUS",
    severity: "person",
    what: "goes through what the changed code lists, so that rows of its own table are compared with nothing where the code leaves them out; go through the table, or assert the list",
  },
  shared_row: {
    code: "CODE_SUSPICIOUS",
    severity: "person",
    what: "is the last row in every parallel subtest, as the module's version of Go has it; write `row := row` before",
  },
  late_wait: {
    code: "CODE_SUSPICIOUS",
    severity: "person",
    what: "adds to the group that is to wait for a goroutine only once that runs, so that nobody may hear what it asserts; add before it starts",
  },
  test_code_in_code: {
    code: "CODE_SUSPICIOUS",
    severity: "person",
    what: "takes from the tests what the implementation should do itself; move it out of the test folders",
  },
  hidden_name: {
    code: "CODE_SUSPICIOUS",
    severity: "person",
    what: "spells a name out of pieces or hides code in a string; write it plainly",
  },
  suppression: { code: "CODE_SUSPICIOUS", severity: "warning", what: "switches a check off" },
};

/** Turns what the text of a change gives away into findings. What can be told from running is judged from running. */
export function judgeSignals(
  signals: readonly Signal[],
  role: "implementation" | "test",
  approvalOf: (signal: Signal) => string,
): Finding[] {
  const findings = signals.map((signal): Finding => {
    const { code, severity, what } = SERIOUS[signal.kind];
    const exits = signal.kind === "early_exit" && role === "test";
    return {
      code: exits ? "TEST_TAMPERED" : code,
      severity: exits ? "error" : severity,
      path: signal.path,
      message: `${signal.path}:${signal.line} ${what}: ${signal.excerpt}`,
      ...(severity === "person" ? { approval: approvalOf(signal) } : {}),
    };
  });
  // Where a line is shown whole, it says the same for each call in it.
  return [...new Map(findings.map((finding) => [finding.message, finding])).values()];
}
