import type { MessageId } from '@chat-app/contract';
import { expect, test } from 'vitest';
import { unavailable } from '../../platform/errors.ts';
import { aNewMessage } from './new-message.fixture.ts';
import { createSendQueue, type Outcome } from './send-queue.ts';

test('[MSG-320] a full queue refuses at once, and accepts again when there is space', async () => {
  let isHanging = true;
  const held: (() => void)[] = [];
  const send = createSendQueue({
    write: async (batch) => {
      if (isHanging) await new Promise<void>((resolve) => held.push(resolve));
      return new Map(batch.map(({ id }): [MessageId, Outcome] => [id, { kind: 'earlier', messageId: id }]));
    },
    refuse: unavailable,
  });
  const answers: Promise<Outcome>[] = [];
  while (!send.isFull()) answers.push(send(aNewMessage(), Date.now()));
  expect(answers.length).toBe(send.depth());
  await expect(send(aNewMessage(), Date.now())).rejects.toMatchObject({ code: 'unavailable' });

  // The first batch leaves the queue.
  await expect.poll(() => send.isFull()).toBe(false);
  const later = send(aNewMessage(), Date.now());
  isHanging = false;
  held.forEach((release) => release());
  const kinds = (await Promise.all([...answers, later])).map(({ kind }) => kind);
  expect(new Set(kinds)).toEqual(new Set(['earlier']));
  expect(send.depth()).toBe(0);
});
