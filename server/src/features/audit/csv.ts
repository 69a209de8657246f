// Spreadsheets run cells that begin with these as formulas (OWASP, CSV injection).
const formula = /^[=+\-@\t\r\n\0＝＋－＠]/u;

/** One line of a CSV file (RFC 4180), safe to open in a spreadsheet. */
export function csvLine(cells: readonly string[]): string {
  const quoted = cells.map((cell) => `"${(formula.test(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`);
  return `${quoted.join(',')}\r\n`;
}
