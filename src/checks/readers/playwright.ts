import { z } from "zod";
import type { E2eReport, E2eTest } from "../../schema/e2e.ts";
import { empty, implausible, jsonOf, reading, said, unreadable, type Evidence } from "./evidence.ts";

const Message = z.object({ message: z.string().optional() });
const Result = z.object({
  status: z.enum(["passed", "failed", "timedOut", "skipped", "interrupted"]).optional(),
  errors: z.array(Message).default([]),
  attachments: z
    .array(z.object({ name: z.string(), contentType: z.string(), path: z.string().optional() }))
    .default([]),
});
const Test = z.object({
  projectName: z.string(),
  expectedStatus: z.string(),
  status: z.enum(["expected", "unexpected", "flaky", "skipped"]),
  results: z.array(Result),
});
const Spec = z.object({ title: z.string(), file: z.string(), tests: z.array(Test) });
const Suite = z.object({
  title: z.string(),
  specs: z.array(Spec),
  get suites() {
    return z.array(Suite).optional();
  },
});
const Count = z.number().int().nonnegative();
const Report = z.object({
  suites: z.array(Suite),
  errors: z.array(Message),
  stats: z.object({ expected: Count, unexpected: Count, flaky: Count, skipped: Count }),
});

const DEPTH_LIMIT = 64;

/** Playwright's JSON report. Its sums are recounted. A test that was expected to fail and does so is no pass of anything. */
export const readPlaywright = (source: Uint8Array): Evidence<E2eReport> =>
  reading(() => {
    const { suites, errors, stats } = jsonOf(source, Report, "the Playwright report");
    const tests: { readonly test: E2eTest; readonly word: z.infer<typeof Test>["status"] }[] = [];
    const walk = (suite: z.infer<typeof Suite>, path: readonly string[]): void => {
      if (path.length > DEPTH_LIMIT) throw unreadable(`suites are nested deeper than ${DEPTH_LIMIT}`);
      for (const spec of suite.specs)
        tests.push(...spec.tests.map((test) => ({ test: testOf(spec, path, test), word: test.status })));
      for (const inner of suite.suites ?? []) walk(inner, [...path, inner.title]);
    };
    for (const suite of suites) walk(suite, []);
    if (tests.length === 0) throw empty("no test was found");
    for (const word of ["expected", "unexpected", "flaky", "skipped"] as const) {
      const counted = tests.filter((one) => one.word === word).length;
      if (stats[word] !== counted) throw implausible(`the report counts ${stats[word]} ${word} and lists ${counted}`);
    }
    return {
      tests: tests.map(({ test }) => test),
      errors: errors.map(({ message = "" }) => said(message)),
    };
  });

function testOf({ title, file }: z.infer<typeof Spec>, path: readonly string[], test: z.infer<typeof Test>): E2eTest {
  const last = test.results.at(-1);
  const passed = test.status === "expected" && test.expectedStatus === "passed" && last?.status === "passed";
  const status = test.status === "flaky" || test.status === "skipped" ? test.status : passed ? "passed" : "failed";
  return {
    file,
    path: [...path, title],
    project: test.projectName,
    status,
    message: said(last?.errors[0]?.message ?? ""),
    attachments: (last?.attachments ?? []).flatMap(({ name, contentType, path: at }) =>
      at === undefined ? [] : [{ name, type: contentType, path: at }],
    ),
  };
}
