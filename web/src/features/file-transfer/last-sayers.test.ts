import { expect, test } from 'vitest';
import { createLastSayers } from './last-sayers.ts';

test('[TRF-23] a refusal is told to whoever spoke last, and the next one to whoever spoke before', () => {
  const sayers = createLastSayers<string, string>();
  sayers.note('request', 'to Ann');
  sayers.note('accept', 'from Cid');
  sayers.note('request', 'to Bob');
  expect(sayers.take('request')).toBe('to Bob');
  expect(sayers.take('request')).toBe('to Ann');
  expect(sayers.take('request')).toBeUndefined();
  expect(sayers.take('accept')).toBe('from Cid');
  expect(sayers.take('resume')).toBeUndefined();
});

test('[TRF-23] whoever speaks again has spoken last, and whoever is gone is told nothing', () => {
  const sayers = createLastSayers<string, string>();
  for (const who of ['Ann', 'Bob', 'Cid', 'Ann']) sayers.note('resume', who);
  sayers.forget('Cid');
  expect([sayers.take('resume'), sayers.take('resume'), sayers.take('resume')]).toEqual(['Ann', 'Bob', undefined]);
});
