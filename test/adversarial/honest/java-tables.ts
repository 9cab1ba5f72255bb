import { edited } from "../cheats/case.ts";
import { BASE, MAIN, testClass } from "../cheats/java-kit.ts";
import type { Files } from "../../support/repository.ts";
import type { HonestChange } from "./go.ts";

const PARAMETERS =
  "import java.util.stream.Stream;\nimport org.junit.jupiter.params.*;\nimport org.junit.jupiter.params.provider.*;\n";

const READER: Files = {
  [`${MAIN}Reader.java`]: `package shop;

public final class Reader {
    private Reader() {}

    public static Object read(String text) {
        if (text.startsWith("#")) {
            return Long.valueOf(text.substring(1));
        }
        return text;
    }
}
`,
};

const READER_TEST = testClass(
  "ReaderTest",
  `    static Stream<Arguments> rows() {
        return Stream.of(
            Arguments.of("#1", 1L),
            Arguments.of("#20", 20L),
            Arguments.of("tea", "tea"),
            Arguments.of("milk", "milk"));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void reads(String text, Object wanted) {
        assertEquals(wanted, Reader.read(text));
    }
`,
  PARAMETERS,
);

/** A table whose rows have numbers and no names. */
export const tables: readonly HonestChange[] = [
  {
    name: "rows that go between those of a table",
    base: { ...BASE, ...READER, ...READER_TEST },
    head: {
      ...edited(READER, [
        "            return Long",
        '            if (text.equals("#")) {\n                return 0L;\n            }\n            return Long',
      ]),
      ...edited(READER_TEST, [
        '            Arguments.of("tea"',
        '            Arguments.of("#", 0L),\n            Arguments.of("tea"',
      ]),
    },
  },
];
