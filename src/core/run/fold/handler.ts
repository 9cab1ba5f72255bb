import type { EventOf, RunEvent } from "../../../schema/event.ts";
import type { RunState } from "../state.ts";

/** Folds one kind of event into the state. `at` has whole seconds, as every published file. */
type Handler<T extends RunEvent["type"]> = (state: RunState, event: EventOf<T>, at: string) => void;

/** A handler for each of the kinds; all groups together cover every event (`evolve.ts`). */
export type Handlers<T extends RunEvent["type"]> = { readonly [K in T]: Handler<K> };
