import { archiveChat, getAudit, getPeople, orderPinnedChats, setMemberRole } from '@chat-app/contract';
import type { Endpoint } from '@chat-app/contract';
import { expect, test } from 'vitest';
import { AppError } from '../errors.ts';
import { parseInput } from './parse-input.ts';

const id = '01890000-0000-7000-8000-000000000001';
const domainTexts = { memberId: 'This id is not valid' };

function refusalOf(endpoint: Endpoint, input: Record<string, unknown>) {
  try {
    parseInput(endpoint, input);
  } catch (error) {
    if (error instanceof AppError) return { message: error.message, ...error.extra };
    throw error;
  }
  throw new Error('the input was accepted');
}

test.each<[string, Endpoint, Record<string, unknown>, string]>([
  ['a missing field', archiveChat, { chatId: id }, 'The field "isArchived" is missing'],
  [
    'a text for a boolean',
    archiveChat,
    { chatId: id, isArchived: 'yes' },
    'The field "isArchived" must be true or false',
  ],
  ['an object for a list', orderPinnedChats, { chatIds: {} }, 'The field "chatIds" must be a list'],
  [
    'a long list',
    orderPinnedChats,
    { chatIds: Array(11).fill(id) },
    'The field "chatIds" must have at most 10 entries',
  ],
  [
    'an unknown choice',
    setMemberRole,
    { chatId: id, memberId: id, role: 'x' },
    'The field "role" must be owner, admin or member',
  ],
  ['a fraction', getPeople, { limit: '1.5' }, 'The field "limit" must be a whole number'],
  ['a small number', getPeople, { limit: '0' }, 'The field "limit" must be at least 1'],
  ['a large number', getPeople, { limit: '101' }, 'The field "limit" must be at most 100'],
  ['no number', getPeople, { limit: 'ten' }, 'The field "limit" must be a number'],
  ['a long text', getPeople, { cursor: 'c'.repeat(101) }, 'The field "cursor" must have at most 100 characters'],
  ['no time', getAudit, { since: 'today' }, 'The field "since" must be a time such as 2030-01-31T12:00:00.000Z'],
])('[SEC-3] %s is refused with a sentence about the field', (_, endpoint, input, message) => {
  const { fields, ...refusal } = refusalOf(endpoint, input) as { message: string; fields: Record<string, string> };
  expect(refusal).toEqual({ message });
  expect(Object.values(fields)).toEqual([message]);
});

test('[SEC-3] a text of the contract is kept', () => {
  const refusal = refusalOf(setMemberRole, { chatId: id, memberId: 'x', role: 'admin' });
  expect(refusal).toEqual({ message: domainTexts.memberId, fields: domainTexts });
});
