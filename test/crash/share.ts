import { answerShare } from "../reliability/shares.ts";
import { openScene } from "./scene.ts";
import { describeStrike, strike, strikeRecovery } from "./strike.ts";
import type { StrikeAnswer, StrikeShare } from "./strike-all.ts";

/** Strikes at its share, and says so as it goes. */
answerShare<StrikeShare, StrikeAnswer>(({ top, strikes, again }) => {
  const scene = openScene(top);
  const answer = strikes.map((each) => {
    const started = performance.now();
    const { hit, problems } = again > 0 ? strikeRecovery(scene, each, again) : strike(scene, each);
    const mark = problems.length > 0 ? "FAIL" : hit ? "ok" : "not reached";
    const lines = [`${mark} ${describeStrike(each)} (${Math.round(performance.now() - started)} ms)`, ...problems];
    process.stdout.write(`${lines.join("\n     ")}\n`);
    return { strike: each, hit, problems };
  });
  return Promise.resolve(answer);
});
