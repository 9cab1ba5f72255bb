import { MAIN, tested } from "../cheats/java-kit.ts";
import type { HonestCase } from "./case.ts";

/** Code that asks what is around it, as programs do, and tests that say it, or do not mind. */
export const cases: readonly HonestCase[] = [
  {
    name: "a log that is plain where it is built",
    head: {
      [`${MAIN}Log.java`]: `package shop;

public final class Log {
    private final boolean plain;

    public Log(boolean plain) {
        this.plain = plain;
    }

    public static Log ofProcess() {
        return new Log("true".equals(System.getenv("CI")) || System.console() == null);
    }

    public String line(String text) {
        return plain ? text : "\\u001b[1m" + text + "\\u001b[0m";
    }
}
`,
      ...tested(
        'assertEquals("open", new Log(true).line("open"));\n        assertTrue(new Log(false).line("open").endsWith("[0m"));\n        assertTrue(Log.ofProcess().line("open").contains("open"));',
      ),
    },
  },
];
