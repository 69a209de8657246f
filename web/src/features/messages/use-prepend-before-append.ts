import { useLayoutEffect, useState } from 'react';

interface Keyed {
  readonly key: string;
}

/**
 * The list can keep its scroll position when rows are added above or below, but not both at once. When a page and a
 * message arrive together, the message is rendered in a second pass within the same frame.
 */
export function usePrependBeforeAppend<Row extends Keyed>(rows: readonly Row[]) {
  const [rendered, setRendered] = useState(() => endsOf(rows));
  const hasPrepended = rows[0]?.key !== rendered.first;
  const shown = hasPrepended ? upTo(rows, rendered.last) : rows;
  const { first, last } = endsOf(shown);
  useLayoutEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the second render is intended
    setRendered((before) => (before.first === first && before.last === last ? before : { first, last }));
  }, [first, last]);
  return { rows: shown, hasPrepended };
}

const endsOf = (rows: readonly Keyed[]) => ({ first: rows[0]?.key, last: rows.at(-1)?.key });

function upTo<Row extends Keyed>(rows: readonly Row[], last: string | undefined): readonly Row[] {
  const end = rows.findLastIndex(({ key }) => key === last);
  return end === -1 ? rows : rows.slice(0, end + 1);
}
