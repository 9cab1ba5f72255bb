import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { baton } from "../support/cli.ts";
import { landingScenes, ofType, own, said, tipOf } from "../support/landing.ts";

const { scene, keep } = landingScenes();

test("ONE-09 pr: the user's command pushes and opens the request with the verdict as body; a failure is coded and tried again", async () => {
  const remote = mkdtempSync(join(tmpdir(), "baton-remote-"));
  keep(remote);
  execFileSync("git", ["init", "-q", "--bare", remote]);
  const command = `test -e ../go-$BATON_RUN || exit 3; git push -q "${remote}" "$BATON_BRANCH:$BATON_BRANCH" && cat "$BATON_BODY_FILE" > "${remote}/body.md" && echo "$BATON_TITLE on $BATON_BASE: https://forge.example/pull/7"`;
  const place = await scene({ mode: "pr", command });
  const go = join(place.repository.directory, "..", `go-${(await own(place)).slice(6)}`);
  keep(go);
  const before = tipOf(place, "main");
  expect(said(await place.run("--max-turns", "1"))).toEqual([1, "LANDING_FAILED"]);
  expect(ofType(place, "landing_left")).toMatchObject([
    { code: "LANDING_FAILED", reason: expect.stringContaining("ended with 3") },
  ]);
  writeFileSync(go, "");
  const again = await place.run();
  expect([again.code, again.json.data["requested"]]).toMatchObject([0, { url: "https://forge.example/pull/7" }]);
  const branch = await own(place);
  expect(execFileSync("git", ["-C", remote, "rev-parse", branch], { encoding: "utf8" }).trim()).toBe(
    tipOf(place, branch),
  );
  expect(readFileSync(join(remote, "body.md"), "utf8")).toMatch(
    /1 of 1 features proven[^]*\| proven \| P3, I1 \| 1\/1 \|/,
  );
  expect(tipOf(place, "main")).toBe(before);
  expect((await place.run()).code).toBe(0);
  expect(ofType(place, "landing_requested")).toHaveLength(1);
  expect((await place.baton(["verify"])).code).toBe(0);
  // Others merged it: the branch has it, and nothing more is due.
  place.repository.git("merge", "-q", "--ff-only", branch);
  expect((await place.run()).code).toBe(0);
});

test("ONE-09 pr: lines of the run's record that no command takes are no proven commits that wait, and fail nothing", async () => {
  const place = await scene({ mode: "pr", command: 'git push nowhere "$BATON_BRANCH"' });
  const failed = await place.run("--max-turns", "1");
  expect(said(failed)).toEqual([1, "LANDING_FAILED"]);
  const runId = (await own(place)).slice(6);
  const [, path = ""] =
    /^the landing command ended with 128: .*'nowhere' does not appear.* \(all of it: (runs\S+)\)$/.exec(
      failed.json.error?.message ?? "",
    ) ?? [];
  expect(readFileSync(join(place.repository.directory, path), "utf8")).toContain("fatal: 'nowhere' does not");
  expect((await place.baton(["land"])).code).toBe(0);
  await place.baton([
    "feature",
    "add",
    "--description",
    "Never",
    "--test",
    "node --test test/never.test.js",
    "--reason",
    "r",
  ]);
  const { code, json } = await place.run("--max-turns", "1", "--agent", "command:true");
  expect([code, json.error?.code]).toEqual([10, "FEATURE_UNPROVEN"]);
  expect(ofType(place, "landing_left").at(-1)).toMatchObject({ code: "LANDING_FAILED", record: true });
  const { stdout } = await baton(["status"], { cwd: place.repository.directory });
  expect(stdout).toContain(`  ! only the run's own record waits on baton/${runId}: LANDING_FAILED the landing command`);
  expect((await place.baton(["replay"])).code).toBe(0);
});
