import type { PendingQuery, Row } from 'postgres';

/**
 * The rows of a long answer, each turned into something else as it comes. A connection keeps the result it gave last
 * until its next one; with several taking turns, thousands of rows would outlive their request and be carried along by
 * every collection of garbage.
 */
export async function readRows<From extends Row, To>(
  query: PendingQuery<From[]>,
  convert: (row: From) => To,
): Promise<To[]> {
  let rows: To[] = [];
  await query.forEach((row) => rows.push(convert(row)));
  const read = rows;
  // The connection still holds the callback, and with it this variable.
  rows = [];
  return read;
}
