import {
  acceptFriendRequest,
  type FriendRequestId,
  getFriendRequests,
  logout,
  sendFriendRequest,
} from '@chat-app/contract';
import { friendships, personaKeys, friendRequests } from './personas.ts';
import type { Backdater } from './backdater.ts';
import { seedChat } from './seed-chat.ts';
import { seedReports } from './seed-reports.ts';
import { type DemoUsers, signUpAll } from './sign-up.ts';
import type { ChatScript } from './seed-data/chat-script.ts';
import { chats } from './seed-data/chats.ts';

interface SeedOptions {
  readonly url: string;
  readonly outboxDir: string;
  readonly backdater: Backdater;
  /** Everything in the chats happened before this time. */
  readonly now: Date;
}

/** Fills an empty instance with users, friendships, chats and their history. */
export async function seedDemo({ url, outboxDir, backdater, now }: SeedOptions): Promise<void> {
  const users = await signUpAll(url, outboxDir);
  await befriend(users);
  await sendFriendRequests(users, backdater, now);

  // People must be online to receive calls.
  const connecting = personaKeys.map(async (key) => [key, await users[key].client.connect(users[key].id)] as const);
  const devices = new Map(await Promise.all(connecting));
  try {
    const seedAll = async (some: readonly ChatScript[]) => {
      for (const chat of some) await seedChat(chat, { users, devices, backdater, now });
    };
    // The two groups run in parallel. Chats with calls run in sequence, because nobody can be in two calls at once.
    await Promise.all([seedAll(chats.filter(hasCalls)), seedAll(chats.filter((chat) => !hasCalls(chat)))]);
  } finally {
    for (const device of devices.values()) device.disconnect();
  }
  await seedReports(users);
  for (const { client } of personaKeys.map((key) => users[key])) await client.call(logout, {});
}

const hasCalls = ({ blocks }: ChatScript) =>
  blocks.some(({ lines }) => lines.some(([, act]) => typeof act !== 'string' && 'call' in act));

async function befriend(users: DemoUsers): Promise<void> {
  for (const [one, other] of friendships) {
    await users[one].client.call(sendFriendRequest, { friendId: users[other].id });
    const { data } = await users[other].client.call(getFriendRequests, {});
    const request = data.find(({ user1 }) => user1.id === users[one].id);
    await users[other].client.call(acceptFriendRequest, { requestId: request?._id as FriendRequestId });
  }
}

async function sendFriendRequests(users: DemoUsers, backdater: Backdater, now: Date): Promise<void> {
  for (const { from, to, hoursAgo } of friendRequests) {
    await users[from].client.call(sendFriendRequest, { friendId: users[to].id });
    await backdater.dateRequest(users[from].id, users[to].id, new Date(now.getTime() - hoursAgo * 3_600_000));
  }
}
