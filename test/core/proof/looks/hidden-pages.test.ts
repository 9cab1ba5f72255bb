import { expect, test } from "vitest";
import { judgeHiddenPages } from "../../../../src/core/proof/looks/hidden-pages.ts";

const judged = (head: string, base: string | null = null): unknown[] =>
  judgeHiddenPages([{ path: "src/form.ts", base, head }], (words) => words).map(({ code, severity }) => [
    code,
    severity,
  ]);
const ASKED = [["CHECK_SUPPRESSED", "person"]];

test.each([
  ["a control in a hidden element", '<span aria-hidden="true"><input id="q"></span>'],
  ["a hidden control", "<button type='submit' aria-hidden='true'>Send</button>"],
  ["a page", '<main class="page" aria-hidden={true}>{children}</main>'],
  ["a control by its name", 'const field = `<input id="q">`;\nreturn `<span aria-hidden="true">${field}</span>`;'],
  ["a button with a function", "<button onClick={() => save()} aria-hidden>Send</button>"],
  ["a bound attribute", '<select :aria-hidden="true"><option></select>'],
  ["an inert form", "<form inert><input></form>"],
  ["escaped", String.raw`"<div aria-hidden=\"true\"><select id=\"s\">"`],
])("%s that a change hides asks a person", (_, head) => {
  expect(judged(head)).toEqual(ASKED);
  expect(judged(head, `${head}\n// before`)).toEqual([]);
});

test("each one that is new is named; one that changes otherwise is not", () => {
  const [label, page] = ['<label aria-hidden="true">*</label>', '<main aria-hidden="true">'];
  expect(judged(`${label}\n${page}`)).toHaveLength(2);
  expect(judged(`${label}\n${page}`, label)).toHaveLength(1);
  expect(judged('<input class="b" aria-hidden="true">', '<input class="a" aria-hidden="true">')).toEqual([]);
});

test.each([
  '<svg aria-hidden="true"><path d="M0"/></svg>',
  '<span aria-hidden="true">×</span>',
  'const icon = "★";\nreturn <span aria-hidden="true">{icon}</span>;',
  '<a class="anchor" aria-hidden="true" href="#x"></a>',
  '<input aria-hidden="false" id="q">',
])("%s needs nobody", (head) => {
  expect(judged(head)).toEqual([]);
});
