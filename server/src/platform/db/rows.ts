import { types } from 'pg';
import type { CustomTypesConfig, QueryArrayResult } from 'pg';

const dateOids = new Set([types.builtins.DATE, types.builtins.TIMESTAMP, types.builtins.TIMESTAMPTZ]);
const parseDate = (text: string) => new Date(text);

/** The driver's parsers, but JavaScript parses dates. `int8` stays text: it may exceed a safe integer. */
export const rowTypes: CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    dateOids.has(oid) ? parseDate : types.getTypeParser(oid, format),
};

/** Rows as objects with camelCase columns. */
export function toRows({ fields, rows }: QueryArrayResult): unknown[] {
  const names = fields.map(({ name }) => camelCase(name));
  const empty = rows.length < manyRows ? {} : emptyRow(names);
  return rows.map((values: unknown[]) => {
    const row: Record<string, unknown> = { ...empty };
    for (let index = 0; index < names.length; index += 1) row[names[index] ?? ''] = values[index];
    return row;
  });
}

/** From here on, preparing an empty row saves more time than it takes. */
const manyRows = 30;

/**
 * An object that is copied for each row. Adding more than a dozen properties one by one makes V8 store them as a
 * dictionary, which takes several times as long; properties of parsed JSON are stored as those of a literal.
 */
function emptyRow(names: readonly string[]): Record<string, unknown> {
  return JSON.parse(`{${names.map((name) => `${JSON.stringify(name)}:null`).join(',')}}`) as Record<string, unknown>;
}

const camelByName = new Map<string, string>();

function camelCase(name: string): string {
  let camel = camelByName.get(name);
  if (camel === undefined) {
    camel = name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    camelByName.set(name, camel);
  }
  return camel;
}
