import {
  acceptFriendRequest,
  type FriendRequestId,
  getFriendRequests,
  logout,
  sendFriendRequest,
} from '@chat-app/contract';
import { friendships, personKeys, requests } from './people.ts';
import type { Past } from './past.ts';
import { playChat } from './play-chat.ts';
import { type People, signUpEverybody } from './sign-up.ts';
import type { Chat } from './story/chat.ts';
import { story } from './story/story.ts';

interface Stage {
  readonly url: string;
  readonly outboxDir: string;
  readonly past: Past;
  /** Everything in the story happened before this time. */
  readonly now: Date;
}

/** Fills an empty instance with people, friendships, chats and their history. */
export async function tellStory({ url, outboxDir, past, now }: Stage): Promise<void> {
  const people = await signUpEverybody(url, outboxDir);
  await befriend(people);
  await leaveRequests(people, past, now);

  // People must be online to receive calls.
  const connecting = personKeys.map(async (key) => [key, await people[key].caller.connect(people[key].id)] as const);
  const devices = new Map(await Promise.all(connecting));
  try {
    const playAll = async (chats: readonly Chat[]) => {
      for (const chat of chats) await playChat(chat, { people, devices, past, now });
    };
    // The two groups run in parallel. Chats with calls run in sequence, because nobody can be in two calls at once.
    await Promise.all([playAll(story.filter(hasCalls)), playAll(story.filter((chat) => !hasCalls(chat)))]);
  } finally {
    for (const device of devices.values()) device.disconnect();
  }
  for (const { caller } of personKeys.map((key) => people[key])) await caller.call(logout, {});
}

const hasCalls = ({ scenes }: Chat) =>
  scenes.some(({ lines }) => lines.some(([, act]) => typeof act !== 'string' && 'call' in act));

async function befriend(people: People): Promise<void> {
  for (const [one, other] of friendships) {
    await people[one].caller.call(sendFriendRequest, { friendId: people[other].id });
    const { data } = await people[other].caller.call(getFriendRequests, {});
    const request = data.find(({ user1 }) => user1.id === people[one].id);
    await people[other].caller.call(acceptFriendRequest, { requestId: request?._id as FriendRequestId });
  }
}

async function leaveRequests(people: People, past: Past, now: Date): Promise<void> {
  for (const { from, to, hoursAgo } of requests) {
    await people[from].caller.call(sendFriendRequest, { friendId: people[to].id });
    await past.dateRequest(people[from].id, people[to].id, new Date(now.getTime() - hoursAgo * 3_600_000));
  }
}
