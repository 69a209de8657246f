interface Grid {
  readonly columns: number;
  readonly rows: number;
}

const grids: readonly Grid[] = [
  { columns: 1, rows: 1 },
  { columns: 2, rows: 1 },
  { columns: 2, rows: 2 },
  { columns: 3, rows: 2 },
  { columns: 3, rows: 3 },
];

/** The smallest grid that holds the given number of participants. */
export function gridFor(count: number): Grid {
  const largest = { columns: 3, rows: 3 };
  return grids.find(({ columns, rows }) => columns * rows >= count) ?? largest;
}
