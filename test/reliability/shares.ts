import { fork } from "node:child_process";
import { once } from "node:events";

/**
 * Runs one module in several processes, each with a share of the work given as JSON; answers what each sent back. Throws
 * when one of them ends without an answer.
 */
export async function inShares<Share, Answer>(
  module: string,
  shares: readonly Share[],
  execArgv: string[] = [],
): Promise<Answer[]> {
  return Promise.all(
    shares.map(async (share) => {
      const child = fork(module, [], { execArgv, stdio: ["ignore", "inherit", "inherit", "ipc"] });
      const answers: Answer[] = [];
      child.on("message", (message) => answers.push(message as Answer));
      child.send(share as object);
      const [code] = (await once(child, "close")) as [number | null];
      const [answer] = answers;
      if (answer === undefined) throw new Error(`a share ended with ${code} and without an answer`);
      return answer;
    }),
  );
}

/** The other side: does the work that was sent, and answers. */
export function answerShare<Share, Answer>(work: (share: Share) => Promise<Answer>): void {
  process.once("message", (share) => {
    void work(share as Share).then((answer) => process.send?.(answer, () => process.exit(0)));
  });
}
