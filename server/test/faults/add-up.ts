/** The sums of figures with the same names, beginning with these. */
export function addUp<Name extends string>(
  first: Readonly<Record<Name, number>>,
  figures: readonly Readonly<Record<Name, number>>[],
): Record<Name, number> {
  const sums: Record<Name, number> = { ...first };
  for (const one of figures) for (const name of Object.keys(first) as Name[]) sums[name] += one[name];
  return sums;
}
