import { getChats, getFriendRequests, getFriends, getMessages, getSentRequests, login } from '@chat-app/contract';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { useTestApp } from '../../server/test/test-app.ts';
import { createCaller } from './caller.ts';
import { createPast } from './past.ts';
import { cast, password, personKeys } from './people.ts';
import { tellStory } from './tell-story.ts';

// Late enough for every time of the day, and summer time ends in between where there is one.
const now = new Date(2026, 10, 12, 15, 30);
// Without a mail server: the demo reads its mails in the outbox.
const withOutbox = () => ({ SMTP_URL: '' });
const apps = [useTestApp(withOutbox), useTestApp(withOutbox)] as const;

type App = (typeof apps)[number];

const tell = ({ baseUrl, dataDir, database }: App) =>
  tellStory({ url: baseUrl, outboxDir: join(dataDir, 'outbox'), past: createPast(database.sql), now });

/** What somebody sees after signing in, without what the server makes up: ids and the names of stored files. */
async function seenBy({ baseUrl }: App, email: string) {
  const caller = createCaller(baseUrl);
  await caller.call(login, { email, password });
  const chats = (await caller.call(getChats, {})).data;
  const histories = await Promise.all(
    chats.map(async ({ _id: chatId }) => (await caller.call(getMessages, { chatId, limit: 50, skip: 0 })).data),
  );
  const [friends, asking, asked] = await Promise.all([
    caller.call(getFriends, {}),
    caller.call(getFriendRequests, {}),
    caller.call(getSentRequests, {}),
  ]);
  return {
    friends: friends.data.map(({ name }) => name),
    asking: asking.data.map(({ user1, createdAt }) => [user1.name, createdAt]),
    asked: asked.data.map(({ user2, createdAt }) => [user2.name, createdAt]),
    chats: chats.map(({ name, read, lastMessage, lastTime }, index) => ({
      name,
      read,
      lastMessage: withoutIds(lastMessage),
      lastTime,
      messages: histories[index]?.map(({ seq, type, content, createdAt, sender, size, status, width, height }) => ({
        seq,
        type,
        content: withoutIds(content),
        createdAt,
        sender: sender?.name,
        size,
        status,
        width,
        height,
      })),
    })),
  };
}

const withoutIds = (text: string) => text.replace(/[\da-f]{8}-[\da-f-]{27}|(?<=\/uploads\/)\S+/g, '*');

beforeAll(() => Promise.all(apps.map(tell)), 120_000);

test('[DEMO-1] filled twice, it shows the same people, chats and times', async () => {
  for (const { email } of [cast.mara, cast.tomas, cast.priya]) {
    const [one, other] = await Promise.all(apps.map((app) => seenBy(app, email)));
    expect(one).toEqual(other);
  }
});

test('[DEMO-1] each of its logins works', async () => {
  const names = [];
  for (const key of personKeys) {
    const { user } = await createCaller(apps[0].baseUrl).call(login, { email: cast[key].email, password });
    names.push(user.isVerified && user.name);
  }
  expect(names).toEqual(personKeys.map((key) => cast[key].name));
});

test('[DEMO-2] the first person has unread chats, requests both ways, pictures, files, transfers and calls', async () => {
  const { asking, asked, chats } = await seenBy(apps[0], cast.mara.email);
  const messages = chats.flatMap((chat) => chat.messages ?? []);
  expect([asking.length, asked.length]).toEqual([2, 1]);
  expect(chats.filter(({ read }) => !read)).toHaveLength(3);
  expect(new Set(messages.map(({ type }) => type))).toEqual(
    new Set(['text', 'emoji', 'image', 'file', 'fileTransfer', 'system']),
  );
  expect(new Set(messages.flatMap(({ status }) => status ?? []))).toEqual(new Set(['completed', 'cancelled']));
  expect(messages.map(({ content }) => content)).toEqual(
    expect.arrayContaining(['Missed voice call', 'Voice call ended, 47 min']),
  );
});

test('[DEMO-3] in every chat time goes forward, over several weeks, up to now and not beyond', async () => {
  const { chats } = await seenBy(apps[0], cast.mara.email);
  for (const { messages = [] } of chats) {
    const oldestFirst = messages.map(({ createdAt }) => createdAt).toReversed();
    expect(oldestFirst).toEqual(oldestFirst.toSorted());
  }
  const times = chats.flatMap(({ messages = [] }) => messages.map(({ createdAt }) => Date.parse(createdAt)));
  expect(Math.max(...times)).toBeLessThanOrEqual(now.getTime());
  expect(now.getTime() - Math.min(...times)).toBeGreaterThan(21 * 24 * 3_600_000);
});
