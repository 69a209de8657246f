import { archiveChat, getAudit, getPeople, orderPinnedChats, setMemberRole } from '@chat-app/contract';
import type { Endpoint } from '@chat-app/contract';
import { expect, test } from 'vitest';
import { AppError } from '../errors.ts';
import { parseInput } from './parse-input.ts';

const id = '01890000-0000-7000-8000-000000000001';
const member = { chatId: id, memberId: id };
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
  ['a missing field', archiveChat, { chatId: id }, '"isArchived" is missing'],
  ['a text for a boolean', archiveChat, { chatId: id, isArchived: 'yes' }, '"isArchived" must be true or false'],
  ['an object for a list', orderPinnedChats, { chatIds: {} }, '"chatIds" must be a list'],
  ['a long list', orderPinnedChats, { chatIds: Array(11).fill(id) }, '"chatIds" must have at most 10 entries'],
  ['an unknown choice', setMemberRole, { ...member, role: 'x' }, '"role" must be owner, admin or member'],
  ['a fraction', getPeople, { limit: '1.5' }, '"limit" must be a whole number'],
  ['a small number', getPeople, { limit: '0' }, '"limit" must be at least 1'],
  ['a large number', getPeople, { limit: '101' }, '"limit" must be at most 100'],
  ['no number', getPeople, { limit: 'ten' }, '"limit" must be a number'],
  ['a long text', getPeople, { cursor: 'c'.repeat(101) }, '"cursor" must have at most 100 characters'],
  ['no time', getAudit, { since: 'today' }, '"since" must be a time such as 2030-01-31T12:00:00.000Z'],
])('[SEC-3] %s is refused with a sentence about the field', (_, endpoint, input, fault) => {
  const [, field = ''] = fault.split('"');
  const message = `The field ${fault}`;
  expect(refusalOf(endpoint, input)).toEqual({ message, fields: { [field]: message } });
});

test('[SEC-3] a text of the contract is kept', () => {
  const message = 'This id is not valid';
  const refusal = refusalOf(setMemberRole, { ...member, memberId: 'x', role: 'admin' });
  expect(refusal).toEqual({ message, fields: { memberId: message } });
});
