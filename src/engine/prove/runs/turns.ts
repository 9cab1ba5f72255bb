import type { Slot } from "../../../checks/slots/slot.ts";

interface Turn {
  readonly tree: string;
  readonly alone: boolean;
  readonly ready: Promise<void>;
  readonly over: PromiseWithResolvers<void>;
  working: number;
}

/**
 * Who works in a slot: what only reads one tree does so side by side, another tree waits until the last of them is done, and so does
 * what may write (`alone`). `work` finds the tree there.
 */
export function createTurns(): <T>(slot: Slot, tree: string, alone: boolean, work: () => Promise<T>) => Promise<T> {
  const turns = new Map<Slot, Turn>();
  return async (slot, tree, alone, work) => {
    let turn = turns.get(slot);
    while (turn !== undefined && (turn.tree !== tree || turn.alone || alone)) {
      await turn.over.promise;
      turn = turns.get(slot);
    }
    if (turn === undefined) {
      turn = { tree, alone, ready: slot.switchTo(tree), over: Promise.withResolvers(), working: 0 };
      turns.set(slot, turn);
    }
    turn.working += 1;
    try {
      await turn.ready;
      return await work();
    } finally {
      turn.working -= 1;
      if (turn.working === 0) {
        turns.delete(slot);
        turn.over.resolve();
      }
    }
  };
}
