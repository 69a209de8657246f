import { useLayoutEffect, useState } from 'react';

interface Keyed {
  readonly key: string;
}

/**
 * The list can keep its scroll position when rows are added above or below, but not both at once. When a page and a
 * message arrive together, the message is rendered in a second pass within the same frame.
 */
export function useOneEndAtATime<Row extends Keyed>(rows: readonly Row[]) {
  const [drawn, setDrawn] = useState(() => endsOf(rows));
  const hasGrownAbove = rows[0]?.key !== drawn.first;
  const shown = hasGrownAbove ? upTo(rows, drawn.last) : rows;
  const { first, last } = endsOf(shown);
  useLayoutEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the second render is intended
    setDrawn((before) => (before.first === first && before.last === last ? before : { first, last }));
  }, [first, last]);
  return { rows: shown, hasGrownAbove };
}

const endsOf = (rows: readonly Keyed[]) => ({ first: rows[0]?.key, last: rows.at(-1)?.key });

function upTo<Row extends Keyed>(rows: readonly Row[], last: string | undefined): readonly Row[] {
  const end = rows.findLastIndex(({ key }) => key === last);
  return end === -1 ? rows : rows.slice(0, end + 1);
}
