import { describe, expect, it } from "vitest";
import { disallow, unmute } from "../../../src/core/measure/unmute.ts";

describe("unmuting", () => {
  it.each([
    "/* v8 ignore next */",
    "/* istanbul ignore file */",
    "// c8 ignore start",
    "/* node:coverage disable */",
    "// eslint-disable-next-line no-eval",
    "/* eslint no-eval: 0 */",
    "/* oxlint-disable */",
    "// biome-ignore lint: no",
    "// @ts-ignore",
    "// @ts-expect-error",
    "// @ts-nocheck",
    "// Stryker disable next-line all",
    "x = 1  # noqa: F841",
    "# flake8: noqa",
    "x = f()  # type: ignore[arg-type]",
    "# mypy: ignore-errors",
    "# pyright: ignore",
    "# pyright: standard",
    "# pyright: strict, reportMissingImports=false",
    "# basedpyright: basic",
    "if x:  # pragma: no cover",
    "if x:  # PRAGMA NO COVER",
    "eval(x)  # nosec B307",
    "eval(x)  // nosemgrep",
    "f() // NOSONAR",
    "f() //nolint:errcheck",
    "f() // NOPMD - generated",
    "f() // #nosec G101",
    "key = 'x' # gitleaks:allow",
  ])("%s says nothing any more where the change wrote it, and stays where base had it", (line) => {
    const text = `first\n${line}\nlast`;
    expect(unmute(text, [1, 3])).toBeNull();
    const plain = unmute(text, [2]);
    expect(plain?.split("\n")).toHaveLength(3);
    expect(plain?.replaceAll("~", "")).toBe(text);
    expect(unmute(plain ?? "", [1, 2, 3])).toBeNull();
  });

  it("sees a comment that is broken over lines", () => {
    expect(unmute("/* istanbul\n ignore next */", [2])).toBe("/* istanbul\n ~ignore next */");
  });

  it("leaves code alone that has the words for names", () => {
    for (const code of ["const noqa = 1;", "codeql[0] = lgtm[1];", "const t = { type: ignore };", "lint.ignore(x)"])
      expect(unmute(code, [1])).toBeNull();
  });

  it.each([
    ["#[allow(clippy::unwrap_used)]", "#[cfg_attr(any(), allow(clippy::unwrap_used))]"],
    ["#![allow(dead_code)]", "#![cfg_attr(any(), allow(dead_code))]"],
    ['#[expect(clippy::all, reason = "(old)")]', '#[cfg_attr(any(), expect(clippy::all, reason = "(old)"))]'],
    [
      '#[cfg_attr(feature = "a]", allow(clippy::all))]',
      '#[cfg_attr(feature = "a]", cfg_attr(any(), allow(clippy::all)))]',
    ],
    ["#[allow(\n    clippy::all,\n)]", "#[cfg_attr(any(), allow(\n    clippy::all,\n))]"],
  ])("%s lets nothing pass where the change wrote it", (attribute, plain) => {
    const text = `fn a() {}\n${attribute}\nfn b() {}\n`;
    expect(disallow(text, [1])).toBeNull();
    for (const line of attribute.split("\n").keys())
      expect(disallow(text, [2 + line])).toBe(`fn a() {}\n${plain}\nfn b() {}\n`);
    expect(disallow(`${plain}\n`, [1])).toBeNull();
  });

  it("leaves calls and attributes alone that only have the words for names", () => {
    const code = ['#[case(one().expect("no"))]', "#[derive(Debug)]", 'allow("x")', "#[cfg(allow)]"];
    for (const line of code) expect(disallow(line, [1])).toBeNull();
  });
});
