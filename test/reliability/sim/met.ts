/** What stories went through: how often, by group and name. So a reader sees what so many of them strike. */
export type Met = Readonly<Record<string, number>>;

export interface Meeting {
  readonly met: Met;
  count(group: MetGroup, name: string, more?: number): void;
}

export type MetGroup = "stories" | "faults" | "struck at" | "in them";

export function createMeeting(): Meeting {
  const met: Record<string, number> = {};
  return {
    met,
    count(group, name, more = 1) {
      const key = `${group}: ${name}`;
      met[key] = (met[key] ?? 0) + more;
    },
  };
}

/** A line for each group, what is most first. */
export function linesOfMet(all: readonly Met[]): string[] {
  const groups = new Map<string, Map<string, number>>();
  for (const [key, times] of all.flatMap((met) => Object.entries(met))) {
    const [group = "", name = ""] = key.split(": ");
    const names = groups.get(group) ?? new Map<string, number>();
    groups.set(group, names.set(name, (names.get(name) ?? 0) + times));
  }
  return [...groups].map(([group, names]) => {
    const sorted = [...names].toSorted(([, one], [, other]) => other - one);
    return `${group}: ${sorted.map(([name, times]) => `${name} ${times}`).join(", ")}`;
  });
}
