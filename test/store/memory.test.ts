import { describe, expect, it } from "vitest";
import { createMemoryJournals, createMemoryStore } from "../../src/store/memory.ts";
import { describeJournalStore } from "../../src/testing/journal-suite.ts";

describeJournalStore({ describe, it, expect }, "the memory store", () => {
  const journals = createMemoryJournals();
  return { open: () => createMemoryStore(journals), remove: () => undefined };
});
