import type { Files } from "../../support/repository.ts";

/** Debian's own repository of Maven, read as it is. Its Surefire waits ten seconds for a process of its own to end. */
export const OFFLINE: Files = { ".mvn/maven.config": "-Dmaven.repo.local=/usr/share/maven-repo\n-o\n-DforkCount=0\n" };

export const pom = (
  name: string,
  more = "",
  dependencies = "",
): string => `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>org.example</groupId>
  <artifactId>${name}</artifactId>
  <version>1.0</version>
  <properties>
    <maven.compiler.release>17</maven.compiler.release>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
    <dependency>
      <groupId>org.junit.jupiter</groupId>
      <artifactId>junit-jupiter</artifactId>
      <version>5.9.2</version>
      <scope>test</scope>
    </dependency>${dependencies}
  </dependencies>
${more}</project>
`;

export const MAIN = "src/main/java/shop/";
export const TEST = "src/test/java/shop/";

const CART = `package shop;

import java.util.List;

/** Adds prices. */
public final class Cart {
    private Cart() {}

    public static long total(List<Long> prices) {
        long sum = 0;
        for (long price : prices) {
            if (price < 0) {
                throw new IllegalArgumentException("negative");
            }
            sum += price;
        }
        return sum;
    }
}
`;

const CART_TEST = `package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class CartTest {
    @Test
    void adds() {
        assertEquals(5, Cart.total(List.of(2L, 3L)));
    }

    @Test
    void refusesNegative() {
        assertThrows(IllegalArgumentException.class, () -> Cart.total(List.of(-1L)));
    }

    @Nested
    class WhenEmpty {
        @Test
        void isZero() {
            assertEquals(0, Cart.total(List.of()));
        }
    }
}
`;

/** A module with green tests. */
export const BASE: Files = {
  ...OFFLINE,
  "pom.xml": pom("shop"),
  ".gitignore": "target\n",
  [`${MAIN}Cart.java`]: CART,
  [`${TEST}CartTest.java`]: CART_TEST,
};

/** What the change adds, in a class of its own. */
export const DISCOUNT: Files = {
  [`${MAIN}Discount.java`]: `package shop;

public final class Discount {
    private Discount() {}

    public static long of(long total) {
        return total >= 100 ? total / 10 : 0;
    }
}
`,
};

/** A class of tests of Jupiter. */
export const testClass = (name: string, body: string, imports = ""): Files => ({
  [`${TEST}${name}.java`]: `package shop;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.*;
${imports}
class ${name} {
${body}}
`,
});

export const tested = (body: string, imports = ""): Files =>
  testClass("DiscountTest", `    @Test\n    void discountsLargeTotals() {\n        ${body}\n    }\n`, imports);

/** The change and an honest test of it. */
export const HONEST: Files = { ...DISCOUNT, ...tested("assertEquals(20, Discount.of(200));") };

/** Prices count twice. */
export const BUG = ["sum += price", "sum += 2 * price"] as const;

/** Files in a folder, but for Maven's settings, which are the repository's. */
export const inFolder = (folder: string, files: Files): Files =>
  Object.fromEntries(
    Object.entries(files).map(([path, text]) => [path.startsWith(".mvn") ? path : `${folder}/${path}`, text]),
  );

/** A reactor of one module. */
export const REACTOR: Files = {
  ...OFFLINE,
  "pom.xml": pom("all", "<packaging>pom</packaging><modules><module>one</module></modules>"),
  ...inFolder("one", { ...BASE, "pom.xml": pom("one") }),
};
