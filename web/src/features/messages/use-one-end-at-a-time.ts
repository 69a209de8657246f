import { useLayoutEffect, useState } from 'react';

interface Keyed {
  readonly key: string;
}

/**
 * The list can hold on to what is read when it grows above or below, not both at once. When a page and a message come in
 * together, the message is drawn a moment later, still within the same frame.
 */
export function useOneEndAtATime<Row extends Keyed>(rows: readonly Row[]) {
  const [drawn, setDrawn] = useState(() => endsOf(rows));
  const hasGrownAbove = rows[0]?.key !== drawn.first;
  const shown = hasGrownAbove ? upTo(rows, drawn.last) : rows;
  const { first, last } = endsOf(shown);
  useLayoutEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- what is drawn is known once it is, and drawing again is the purpose
    setDrawn((before) => (before.first === first && before.last === last ? before : { first, last }));
  }, [first, last]);
  return { rows: shown, hasGrownAbove };
}

const endsOf = (rows: readonly Keyed[]) => ({ first: rows[0]?.key, last: rows.at(-1)?.key });

function upTo<Row extends Keyed>(rows: readonly Row[], last: string | undefined): readonly Row[] {
  const end = rows.findLastIndex(({ key }) => key === last);
  return end === -1 ? rows : rows.slice(0, end + 1);
}
