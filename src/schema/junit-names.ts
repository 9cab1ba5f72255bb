/** What runs on JUnit's platform, which looks for listeners by itself. */
export const ON_PLATFORM =
  /\borg\.junit\.(?:jupiter|platform|vintage)\b|\bnet\.jqwik\b|\bio\.kotest\b|\bspock\.lang\b|\buseJUnit(?:Jupiter|Platform)\b/;

/** Tests of JUnit 4, and what it runs of JUnit 3. */
export const OF_JUNIT_4 = /\borg\.junit\.(?:Test|runner|\*)|\bjunit\.framework\b/;

/** Tests of TestNG, which looks for listeners by itself, too. */
export const OF_TESTNG = /\borg\.testng\b/;
