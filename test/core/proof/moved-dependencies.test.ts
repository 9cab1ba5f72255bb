import { expect, test } from "vitest";
import { lockVerdict } from "../../../src/core/proof/manifests/locks.ts";
import { ownVersions } from "../../../src/core/proof/manifests/own-versions.ts";
import { manifestVerdict } from "../../../src/core/proof/manifests/manifests.ts";

const npm = (dependencies: Record<string, string>): string => JSON.stringify({ dependencies });
const lock = (version: string, integrity = "a"): string =>
  JSON.stringify({ packages: { "": {}, "node_modules/odd": { version, integrity } } });

test("a dependency that is moved is named with both versions", () => {
  const reasonOf = (path: string, base: string, head: string): string =>
    manifestVerdict(path, base, head, { inNewFolder: false, joins: false, own: ownVersions([]) }).reason;
  expect(reasonOf("package.json", npm({ odd: "3.0.0" }), npm({ odd: "3.0.1" }))).toBe(
    "dependency odd goes from 3.0.0 to 3.0.1",
  );
  expect(reasonOf("package.json", npm({ odd: "3.0.0" }), npm({}))).toBe("dependency odd is removed");
  expect(reasonOf("package.json", npm({}), npm({ odd: "file:../odd" }))).toBe(
    "the new dependency odd is not from a registry: file:../odd",
  );
  expect(reasonOf("Cargo.toml", '[dependencies]\nodd = "1"\n', '[dependencies]\nodd = { version = "2" }\n')).toBe(
    'dependency odd goes from 1 to {"version":"2"}',
  );
  const locked = (base: string, head: string): string => lockVerdict("package-lock.json", base, head).reason;
  expect(locked(lock("3.0.0"), lock("3.0.1"))).toBe("the lock entry of node_modules/odd goes from 3.0.0 to 3.0.1");
  expect(locked(lock("3.0.0"), lock("3.0.0", "b"))).toBe(
    "the lock entry of node_modules/odd is another one under its version",
  );
  expect(locked(lock("3.0.0"), '{"packages":{"":{}}}')).toBe("the lock entry of node_modules/odd is removed");
});

test("who needs an entry follows the manifests; its version and its bytes stay what they were", () => {
  const lock = (entry: object): string =>
    JSON.stringify({ packages: { "node_modules/ms": { version: "2.1.3", ...entry } } });
  const judged = (base: object, head: object): string => lockVerdict("package-lock.json", lock(base), lock(head)).kind;
  const [integrity, other] = ["sha512-aa", "sha512-bb"];
  expect(judged({ integrity, dev: true }, { integrity })).toBe("additive");
  expect(judged({ integrity }, { integrity, peer: true, devOptional: true })).toBe("additive");
  expect(judged({ integrity, dev: true }, { integrity: other })).toBe("control");
  expect(judged({ integrity }, { integrity, hasInstallScript: true })).toBe("control");
});
