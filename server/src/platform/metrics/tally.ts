/** Counts by a few labels, tens of thousands of times a second: the metrics library would hash its labels each time. */
export function createTally<Label extends string>(labels: readonly Label[]) {
  const countByKey = new Map<string, number>();
  return {
    add: (key: string, count = 1) => {
      countByKey.set(key, (countByKey.get(key) ?? 0) + count);
    },
    /** A key is the label values joined by line breaks, in the order of the labels. */
    forEach: (visit: (values: Record<Label, string>, count: number) => void) => {
      for (const [key, count] of countByKey) {
        const values = key.split('\n');
        visit(
          Object.fromEntries(labels.map((label, index) => [label, values[index] ?? ''])) as Record<Label, string>,
          count,
        );
      }
    },
  };
}
