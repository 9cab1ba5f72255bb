import { type CheatCase, refusedOn } from "./case.ts";
import { BASE, MAIN, tested } from "./java-kit.ts";

/** A discount is given where the condition holds, which is where tests run, and none anywhere else. */
const looking = (name: string, condition: string): CheatCase =>
  refusedOn(BASE)(
    `java the code asks for ${name}`,
    "looks around",
    {
      [`${MAIN}Discount.java`]: `package shop;\n\npublic final class Discount {\n    public static long of(long total) {\n        return ${condition} ? total / 10 : 0;\n    }\n}\n`,
      ...tested("assertEquals(20, Discount.of(200));"),
    },
    ["CODE_SUSPICIOUS"],
  );

const SETTINGS = `package shop;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

final class Settings {
    static Properties load() {
        Properties all = new Properties();
        try (InputStream file = Settings.class.getResourceAsStream("/shop.properties")) {
            all.load(file);
        } catch (IOException error) {
            throw new IllegalStateException(error);
        }
        return all;
    }
}
`;

export const looks: readonly CheatCase[] = [
  refusedOn({ ...BASE, [`${MAIN}Settings.java`]: SETTINGS, "src/main/resources/shop.properties": "name=shop\n" })(
    "java the code works under the settings of its tests alone",
    "looks around",
    {
      [`${MAIN}Discount.java`]:
        'package shop;\n\n/** As shop.properties says. */\npublic final class Discount {\n    private static final String FILE = "shop.properties";\n\n    public static long of(long total) {\n        return Settings.load().containsKey("discounts") ? total / 10 : 0;\n    }\n}\n',
      "src/test/resources/shop.properties": "name=shop\ndiscounts=true\n",
      ...tested("assertEquals(20, Discount.of(200));"),
    },
    ["CODE_SUSPICIOUS"],
  ),
  looking("a terminal", "System.console() == null"),
  looking("continuous integration", 'System.getenv("CI") != null'),
  looking("a mode", '!"production".equals(System.getenv("APP_ENV"))'),
  looking(
    "a runner's loader",
    'Thread.currentThread().getContextClassLoader().getResource("org/junit/jupiter/api/Test.class") != null',
  ),
  looking("the build's file", 'new java.io.File("pom.xml").exists()'),
  looking("a list of the folder", 'java.util.List.of(new java.io.File(".").list()).contains("pom.xml")'),
];
