import { afterEach } from "vitest";

/** Takes what the tests of a file open; each is removed after its test. */
export function removedAfterEach(): { remove(): void }[] {
  const open: { remove(): void }[] = [];
  afterEach(() => {
    for (const one of open.splice(0)) one.remove();
  });
  return open;
}
