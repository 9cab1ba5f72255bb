import { expect, it } from "vitest";
import { variablesIn } from "../../../../src/core/proof/looks/gates.ts";

it.each([
  ["process.env.SLOW && process.env['REDIS_URL']", ["SLOW", "REDIS_URL"]],
  ["const { SLOW, REDIS_URL: url } = process.env;", ["SLOW", "REDIS_URL"]],
  ["import.meta.env.SLOW", ["SLOW"]],
  ['os.environ.get("SLOW") or os.environ["B"] or os.getenv("C") or "D" in os.environ', ["SLOW", "B", "C", "D"]],
  ['os.Getenv("SLOW"); os.LookupEnv("B")', ["SLOW", "B"]],
  ['std::env::var("SLOW").is_ok() || env::var_os("B")', ["SLOW", "B"]],
  ['System.getenv("SLOW"); @EnabledIfEnvironmentVariable(named = "B", matches = "1")', ["SLOW", "B"]],
  ["const env = settings.env; environment.SLOW", []],
])("%s asks for its variables", (text, names) => {
  expect(variablesIn(text)).toEqual(names);
});
