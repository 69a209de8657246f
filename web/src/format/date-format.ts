/**
 * Makes its formatter for the first date, and keeps it: the first one of a page takes longer than rendering a screen, and
 * a screen full of messages formats many dates at once.
 */
export function dateFormat(locales: Intl.LocalesArgument, options: Intl.DateTimeFormatOptions) {
  let formatter: Intl.DateTimeFormat | undefined;
  return (date: Date) => (formatter ??= new Intl.DateTimeFormat(locales, options)).format(date);
}
