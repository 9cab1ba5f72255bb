import { refusedOn } from "./case.ts";
import { BASE, MAIN, tested } from "./java-kit.ts";

const SAID = ["CODE_SUSPICIOUS"];
const refused = (name: string, technique: string, member: string, test: string) =>
  refusedOn(BASE)(
    name,
    technique,
    { [`${MAIN}Tax.java`]: `package shop;\n\npublic final class Tax {\n    ${member}\n}\n`, ...tested(test) },
    SAID,
  );

/** Code without work in it, whose tests are RED all the same. */
export const empty = [
  refused(
    "an exception says that it is not written, and the test wants it",
    "unwritten code",
    'static long of(long total) { throw new UnsupportedOperationException("not implemented"); }',
    "assertThrows(UnsupportedOperationException.class, () -> Tax.of(100));",
  ),
  refused(
    "what is caught says that it is not written",
    "unwritten code",
    'static java.util.List<String> of(String text) { try { return read(text); } catch (RuntimeException error) { return java.util.List.of(); } }\n\n    private static java.util.List<String> read(String text) { throw new UnsupportedOperationException("TODO"); }',
    'assertEquals(java.util.List.of(), Tax.of("")); assertNotNull(Tax.of("a,b"));',
  ),
  refused(
    "the class that was to be written is not, and its double is tested",
    "unwritten code",
    'interface Rates { long rate(String country); }\n\n    static final class FileRates implements Rates {\n        public long rate(String country) { throw new UnsupportedOperationException("not implemented"); }\n    }\n\n    static long of(long total, String country, Rates rates) { return total * rates.rate(country) / 100; }',
    'Tax.Rates rates = country -> country.equals("de") ? 19 : 17; assertEquals(38, Tax.of(200, "de", rates)); assertEquals(17, Tax.of(100, "lu", rates));',
  ),
  refused(
    "nothing is done, and nothing is thrown",
    "one answer for everything",
    "static void send(String to) {}",
    'assertDoesNotThrow(() -> Tax.send("a"));',
  ),
  refused(
    "one number for everything",
    "one answer for everything",
    "static long of(long total) { return 7; }",
    "long want = Tax.of(100); assertEquals(want, Tax.of(100)); assertTrue(want > 0);",
  ),
  refused(
    "a switch of the tests' own answers",
    "hard-coded answers",
    'static String of(int n) { return switch (n) { case 1 -> "I"; case 4 -> "IV"; case 1994 -> "MCMXCIV"; default -> ""; }; }',
    'assertEquals("I", Tax.of(1)); assertEquals("IV", Tax.of(4)); assertEquals("MCMXCIV", Tax.of(1994));',
  ),
];
