import type { RunState } from "./state.ts";

/** Works something out of a state once for each entry folded in: several files show the same of ten thousand tasks. */
export function oncePerEntry<V>(workOut: (state: RunState) => V): (state: RunState) => V {
  const known = new WeakMap<RunState, { readonly folded: number; readonly value: V }>();
  return (state) => {
    const found = known.get(state);
    if (found?.folded === state.folded) return found.value;
    const value = workOut(state);
    known.set(state, { folded: state.folded, value });
    return value;
  };
}
