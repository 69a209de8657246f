import { expect, test } from 'vitest';
import { callOfSystemMessage, callSystemMessages } from './call-system-messages.ts';

const { ended, missed, started } = callSystemMessages;

test.each([
  [started('Ann', 'voice'), 'Ann started a voice call', 'start', 'voice', false],
  [started('Ann', 'video'), 'Ann started a video call', 'start', 'video', false],
  [ended('voice', 300_000), 'Voice call ended, 5 min', 'end', 'voice', false],
  [ended('video', 300_000), 'Video call ended, 5 min', 'end', 'video', false],
  [ended('video', 4_000), 'Video call ended, 4 s', 'end', 'video', false],
  [ended('video', 3_900_000), 'Video call ended, 1 h 5 min', 'end', 'video', false],
  [ended('video', null), 'Video call ended', 'end', 'video', false],
  [missed('voice'), 'Missed voice call', 'end', 'voice', true],
  [missed('video'), 'Missed video call', 'end', 'video', true],
])('[CALL-407] %s', (text, ...[expected, end, kind, isMissed]) => {
  expect(text).toBe(expected);
  expect(callOfSystemMessage(text)).toEqual({ end, kind, isMissed });
});

test.each([
  'Ann added Bob started a video call',
  'Ann removed Bob started a video call',
  'Ann changed the chat name to Ann started a video call',
  'Ann changed the chat name to Video call ended, 5 min',
  'Ann changed the chat name to Missed video call',
  'Ann added Missed video call',
  'Missed video call left',
  'Video call ended, 5 min left',
  'Video call ended, 5 min joined by invitation',
  'Ann made Video call ended an admin',
  'Video call ended, soon',
  'video call ended',
  'Ann started a call',
  'Ann started a video call ',
  '',
])('[CALL-407] a name does not make a message about a call: %s', (text) => {
  expect(callOfSystemMessage(text)).toBeNull();
});
