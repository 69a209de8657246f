import type { z } from 'zod';

type RawIssue = z.core.$ZodRawIssue;

/** A sentence for an issue to which the contract gives no text of its own. Those of zod are written for developers. */
export function issueText(issue: RawIssue): string {
  const field = issue.path?.findLast((key) => typeof key === 'string');
  return field === undefined ? 'The request is not valid' : `The field "${field}" ${problemOf(issue)}`;
}

function problemOf(issue: RawIssue): string {
  if (issue.input === undefined) return 'is missing';
  if (issue.code === 'invalid_type') return `must be ${nouns[issue.expected] ?? 'of another type'}`;
  if (issue.code === 'invalid_value') return `must be ${issue.values.join(', ').replace(/, ([^,]*)$/, ' or $1')}`;
  if (issue.code === 'too_big') return `must ${bound(issue.origin, `at most ${issue.maximum}`)}`;
  if (issue.code === 'too_small') return `must ${bound(issue.origin, `at least ${issue.minimum}`)}`;
  const isTime = issue.code === 'invalid_format' && issue.format === 'datetime';
  return isTime ? 'must be a time such as 2030-01-31T12:00:00.000Z' : 'is not valid';
}

const nouns: Partial<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  string: 'text',
};

const units: Partial<Record<string, string>> = { array: 'entries', string: 'characters' };

function bound(origin: string, limit: string): string {
  const unit = units[origin];
  return unit ? `have ${limit} ${unit}` : `be ${limit}`;
}
