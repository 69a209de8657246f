import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { ApiError } from './api-error.ts';

/** Shows the field errors of the server under their fields and focuses the first one. */
export function showServerFieldErrors<Values extends FieldValues>(
  error: unknown,
  fields: readonly Path<Values>[],
  setError: UseFormSetError<Values>,
): void {
  if (!(error instanceof ApiError)) return;
  const named = fields.filter((field) => field in error.fields);
  for (const field of named) {
    setError(field, { type: 'server', message: error.fields[field] ?? '' }, { shouldFocus: field === named[0] });
  }
}

/** Checks a password against each rule. */
export function checkRules(
  rules: readonly { label: string; isMet: (password: string) => boolean }[],
  password: string,
) {
  return rules.map(({ label, isMet }) => ({ label, isMet: isMet(password) }));
}
