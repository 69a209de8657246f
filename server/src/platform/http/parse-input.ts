import type { Endpoint, ParsedInputOf } from '@chat-app/contract';
import { invalidInput } from '../errors.ts';
import { issueText } from './issue-text.ts';

/** Parses the input by the contract; rejects it with one message per invalid field. */
export function parseInput<E extends Endpoint>(endpoint: E, input: Record<string, unknown>): ParsedInputOf<E> {
  const parsed = endpoint.input.safeParse(input, { error: issueText });
  if (parsed.success) return parsed.data as ParsedInputOf<E>;

  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues) fields[String(issue.path[0] ?? '')] ??= issue.message;
  throw invalidInput(parsed.error.issues[0]?.message ?? 'The request is not valid', fields);
}
