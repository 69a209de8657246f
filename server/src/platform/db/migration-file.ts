/** The first line of a migration that cannot run in a transaction. Decision 26 describes what belongs in such a file. */
const noTransaction = '-- no transaction\n';

/** False for a file whose statements run one by one, each in a transaction of its own. */
export function isTransactional(text: string): boolean {
  return !text.startsWith(noTransaction);
}

const comment = String.raw`--[^\n]*|/\*[\s\S]*?\*/`;
const quotation = String.raw`'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$`;
const statement = new RegExp(`(?:${comment}|${quotation}|[^;])+`, 'g');
const unread = new RegExp(`${comment}|${quotation}`, 'g');

/** The statements of a file, each with the comments above it. */
export function splitStatements(text: string): string[] {
  return (text.match(statement) ?? []).filter((part) => bareText(part).trim() !== '');
}

/** SQL without comments, strings and function bodies. */
export function bareText(sql: string): string {
  return sql.replaceAll(unread, ' ');
}
