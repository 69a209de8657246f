import * as contract from '@chat-app/contract';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { connectDatabase } from '../src/platform/db/database.ts';
import { useProgram } from './program.ts';
import type { Visitor } from './visitor.ts';

const { place, start, end, visitor } = useProgram();

const rounds = 6;
const sendersPerPerson = 4;

interface Acknowledged {
  readonly clientId: string;
  readonly messageId: string;
  readonly seq: number;
}

/** Three people with a group and a chat of two. */
async function meet() {
  const people: { visitor: Visitor; id: string }[] = [];
  for (const name of ['Ann', 'Bob', 'Cem']) {
    const person = visitor();
    const { body } = await person.call(contract.register, { name, email: `${name}@example.org`, password: 'Secret1!' });
    people.push({ visitor: person, id: body.user.id });
  }
  const database = connectDatabase({
    host: join(place.dataDir, 'postgres'),
    port: 5432,
    user: 'chat',
    database: 'chat',
  });
  await database.sql`update users set verified_at = now()`;
  await database.close();

  const [ann, bob, cem] = people;
  if (!ann || !bob || !cem) throw new Error('nobody is there');
  for (const other of [bob, cem]) {
    await ann.visitor.call(contract.sendFriendRequest, { friendId: other.id });
    await other.visitor.call(contract.sendFriendRequest, { friendId: ann.id });
  }
  const chat = async (...members: string[]) => (await ann.visitor.call(contract.createChat, { members })).body.chatId;
  const [group, direct] = [await chat(bob.id, cem.id), await chat(bob.id)];
  return {
    ann,
    writers: [
      { ...ann, chatId: group },
      { ...bob, chatId: group },
      { ...cem, chatId: group },
      { ...ann, chatId: direct },
      { ...bob, chatId: direct },
    ],
    chatIds: [group, direct],
  };
}

/** Sends one after the other, as a client does: what was not answered is sent again, under the same mark, until it is. */
async function write(person: Visitor, chatId: string, name: string, clock: { isOver: boolean }) {
  const acknowledged: Acknowledged[] = [];
  for (let number = 0; !clock.isOver; number += 1) {
    const clientId = `${name}-${number}`;
    for (;;) {
      const answer = await person
        .call(contract.sendMessage, { chatId, content: clientId, type: 'text', clientId })
        .catch(() => null);
      if (answer?.status === 201 || answer?.status === 200) {
        const { _id, seq } = answer.body.message;
        acknowledged.push({ clientId, messageId: _id, seq });
        break;
      }
      await pause(50);
    }
  }
  return acknowledged;
}

async function history(person: Visitor, chatId: string): Promise<contract.Message[]> {
  const all: contract.Message[] = [];
  for (let before: number | undefined; ; before = all.at(-1)?.seq) {
    const { body } = await person.call(contract.getMessages, { chatId, limit: 50, before });
    all.push(...body.data);
    if (!body.haveMore) return all.toReversed();
  }
}

test(
  '[MSG-12] whatever was acknowledged is there once, in its place, however often the server is killed',
  { timeout: 180_000 },
  async () => {
    let { child } = await start({ RATE_LIMITS: 'off', LOG_LEVEL: 'error' });
    const { ann, writers, chatIds } = await meet();
    const clock = { isOver: false };
    const writing = writers.flatMap(({ visitor: person, chatId }, index) =>
      Array.from({ length: sendersPerPerson }, async (_, sender) => ({
        chatId,
        acknowledged: await write(person, chatId, `w${index}-${sender}`, clock),
      })),
    );
    for (let round = 0; round < rounds; round += 1) {
      await pause(100 + Math.random() * 900);
      await end(child, 'SIGKILL');
      ({ child } = await start({ RATE_LIMITS: 'off', LOG_LEVEL: 'error' }));
    }
    await pause(500);
    clock.isOver = true;
    const outcomes = await Promise.all(writing);

    for (const chatId of chatIds) {
      const stored = await history(ann.visitor, chatId);
      expect(stored.map(({ seq }) => seq)).toEqual(Array.from(stored, (_, index) => index + 1));
      const said = stored
        .filter(({ type }) => type === 'text')
        .map(({ content, _id, seq }) => ({ clientId: content, messageId: _id, seq }));
      const acknowledged = outcomes
        .filter((outcome) => outcome.chatId === chatId)
        .flatMap((outcome) => outcome.acknowledged);
      // Every mark was retried until it was acknowledged, so nothing else may be there either.
      expect(said).toEqual(acknowledged.toSorted((a, b) => a.seq - b.seq));
      expect(said.length).toBeGreaterThan(rounds * sendersPerPerson);
    }
  },
);
