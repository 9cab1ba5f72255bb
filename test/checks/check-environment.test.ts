import { dirname } from "node:path";
import { expect, test } from "vitest";
import { checkEnvironment } from "../../src/checks/check-environment.ts";

test("of the user's environment checks get what says where things are, and what is named", () => {
  const outer = {
    PATH: "/usr/bin",
    HOME: "/home/a",
    JAVA_HOME: "/opt/jdk-21",
    TOKEN: "secret",
    STAGE: "test",
    CI: "1",
  };
  expect(checkEnvironment(outer, ["STAGE"])).toEqual({
    PATH: `${dirname(process.execPath)}:/usr/bin`,
    TERM: "dumb",
    HOME: "/home/a",
    JAVA_HOME: "/opt/jdk-21",
    STAGE: "test",
    BATON_AGENT_TURN: "checks",
  });
});
