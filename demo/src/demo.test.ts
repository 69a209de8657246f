import { type ChatId, getChats, getFriendRequests, getMessages, getSentRequests, login } from '@chat-app/contract';
import { join } from 'node:path';
import { Client } from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { useOwnTestApp } from '../../server/test/test-app.ts';
import { createApiClient } from './api-client.ts';
import { type TimelineEntry, timelineOf } from './timeline.ts';
import { createBackdater } from './backdater.ts';
import { personas, password, type PersonaKey, personaKeys } from './personas.ts';
import { chats as chatScripts } from './seed-data/chats.ts';
import { seedDemo } from './seed-demo.ts';

// In many time zones, daylight saving time ends in the weeks before this date.
const now = new Date(2026, 10, 12, 15, 30);
// Without a mail server, the demo reads its mails from the outbox folder.
const app = useOwnTestApp(() => ({ SMTP_URL: '' }));

beforeAll(async () => {
  const { baseUrl, dataDir, databaseTarget } = app;
  const database = new Client(databaseTarget);
  await database.connect();
  await seedDemo({ url: baseUrl, outboxDir: join(dataDir, 'outbox'), backdater: createBackdater(database), now });
  await database.end();
}, 120_000);

async function signIn(key: PersonaKey) {
  const client = createApiClient(app.baseUrl);
  const { user } = await client.call(login, { email: personas[key].email, password });
  const chats = (await client.call(getChats, {})).data;
  const read = async (chatId: ChatId) => (await client.call(getMessages, { chatId, limit: 50, skip: 0 })).data;
  return { client, user, chats, read };
}

/** The expected messages of an entry, as the chat shows them. Calls and other system messages have no sender. */
function expected({ line: [who, act], at }: TimelineEntry) {
  const said = { who: personas[who].name, at: at.toISOString() };
  if (typeof act === 'string') return [{ ...said, content: act }];
  if ('picture' in act) return [{ ...said, content: 'a picture' }];
  if ('file' in act) return [{ ...said, content: act.file }];
  return 'transfer' in act ? [{ ...said, content: act.transfer }] : [];
}

test('[DEMO-1] each login works', async () => {
  const people = [];
  for (const key of personaKeys) people.push((await signIn(key)).user);
  expect(people.map(({ name, isVerified }) => isVerified && name)).toEqual(
    personaKeys.map((key) => personas[key].name),
  );
});

test('[DEMO-1] every chat contains the messages of its script, at times relative to now', async () => {
  for (const chat of chatScripts) {
    const timeline = timelineOf(chat, now);
    const { chats, read } = await signIn(chat.members[0]);
    const shown = chats.find(({ lastTime }) => lastTime === timeline.at(-1)?.until.toISOString());
    const messages = (await read(shown?._id as ChatId)).toReversed().filter(({ sender }) => sender !== null);
    expect(
      messages.map(({ sender, type, content, createdAt }) => ({
        who: sender?.name,
        at: createdAt,
        content: type === 'image' ? 'a picture' : content,
      })),
    ).toEqual(timeline.flatMap(expected));
  }
});

test('[DEMO-2] the first person has unread chats, requests both ways, pictures, files, transfers and calls', async () => {
  const { client, chats, read } = await signIn('mara');
  const [asking, asked] = [await client.call(getFriendRequests, {}), await client.call(getSentRequests, {})];
  const messages = (await Promise.all(chats.map(({ _id }) => read(_id)))).flat();
  expect([asking.data.length, asked.data.length]).toEqual([2, 1]);
  expect(chats.filter((chat) => !chat.read)).toHaveLength(3);
  expect(new Set(messages.map(({ type }) => type))).toEqual(
    new Set(['text', 'emoji', 'image', 'file', 'fileTransfer', 'system']),
  );
  expect(new Set(messages.flatMap(({ status }) => status ?? []))).toEqual(new Set(['completed', 'cancelled']));
  expect(messages.map(({ content }) => content)).toEqual(
    expect.arrayContaining(['Missed voice call', 'Voice call ended, 47 min']),
  );
});

test('[DEMO-3] the times in every chat increase, over several weeks and never past now', async () => {
  const { chats, read } = await signIn('mara');
  const histories = await Promise.all(chats.map(({ _id }) => read(_id)));
  const times = histories.map((messages) => messages.map(({ createdAt }) => createdAt).toReversed());
  expect(times).toEqual(times.map((each) => each.toSorted()));
  const timesMs = times.flat().map((at) => Date.parse(at));
  expect(Math.max(...timesMs)).toBeLessThanOrEqual(now.getTime());
  expect(now.getTime() - Math.min(...timesMs)).toBeGreaterThan(21 * 24 * 3_600_000);
});
