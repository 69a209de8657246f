import {
  addMembers,
  type ChatId,
  createChat,
  editChat,
  getMessages,
  recordTransfer,
  sendFile,
  sendMessage,
  typeOfText,
  uploadImage,
  type UserId,
} from '@chat-app/contract';
import type { ApiClient, Device } from './api-client.ts';
import { type TimelineEntry, timelineOf } from './timeline.ts';
import type { Backdater } from './backdater.ts';
import type { PersonaKey } from './personas.ts';
import { renderGroupImage, renderScene } from './images/render.ts';
import { seedCall } from './seed-call.ts';
import type { DemoUsers } from './sign-up.ts';
import type { ChatAction, ChatScript } from './seed-data/chat-script.ts';

interface SeedContext {
  readonly users: DemoUsers;
  readonly devices: ReadonlyMap<PersonaKey, Device>;
  readonly backdater: Backdater;
  readonly now: Date;
}

/** Creates the chat, performs all its lines and sets their times. */
export async function seedChat(chat: ChatScript, context: SeedContext): Promise<void> {
  const { users, backdater } = context;
  const timeline = timelineOf(chat, context.now);
  const chatId = await createSeededChat(chat, users);
  const newestSeq = () => newestSeqOf(users, chat.members[0], chatId);

  const createdAt = new Date((timeline[0]?.at ?? context.now).getTime() - 120_000);
  const times = timesUpTo(await newestSeq(), createdAt, 0);
  for (const [index, entry] of timeline.entries()) {
    await markRead(chat, context.users, { chatId, left: timeline.length - index });
    const seq = (await perform(entry, chatId, context)) ?? (await newestSeq());
    // A call adds two system messages: its start and its end.
    const added = timesUpTo(seq, entry.at, times.length);
    times.push(...added.map((time) => (time.seq === seq ? { seq, at: entry.until } : time)));
  }
  await markRead(chat, context.users, { chatId, left: 0 });
  await backdater.dateMessages(chatId, times);
}

async function createSeededChat(
  { members: [owner, ...others], name, picture }: ChatScript,
  users: DemoUsers,
): Promise<ChatId> {
  const { client } = users[owner];
  const { chatId } = await client.call(createChat, { members: others.map((key) => users[key].id) });
  if (name === undefined) return chatId;
  const avatar = picture && (await client.upload(uploadImage, await renderGroupImage(picture))).url;
  await client.call(editChat, { chatId, name, avatar });
  return chatId;
}

/** Marks the chat as read for members who leave exactly `left` messages unread. */
async function markRead(
  chat: ChatScript,
  users: DemoUsers,
  { chatId, left }: { chatId: ChatId; left: number },
): Promise<void> {
  const readers = chat.members.filter((key) => (chat.unread?.[key] ?? 0) === left);
  for (const key of readers) await newestSeqOf(users, key, chatId);
}

async function newestSeqOf(users: DemoUsers, key: PersonaKey, chatId: ChatId): Promise<number> {
  const { data } = await users[key].client.call(getMessages, { chatId, limit: 1 });
  return data[0]?.seq ?? 0;
}

function timesUpTo(seq: number, at: Date, from: number) {
  return Array.from({ length: seq - from }, (_, index) => ({ seq: from + index + 1, at }));
}

/** Performs a line. Returns the seq of its message, or null if the response does not contain it. */
async function perform(
  { line: [who, act] }: TimelineEntry,
  chatId: ChatId,
  context: SeedContext,
): Promise<number | null> {
  const { client, id } = context.users[who];
  if (typeof act !== 'string' && ('call' in act || 'rename' in act || 'add' in act)) {
    await applyChange(act, { chatId, who, ...context });
    return null;
  }
  const { message } = await send(act, { chatId, client, id });
  return message.seq;
}

type Change = Extract<ChatAction, { call: unknown } | { rename: string } | { add: PersonaKey }>;

async function applyChange(
  act: Change,
  { who, ...context }: SeedContext & { chatId: ChatId; who: PersonaKey },
): Promise<void> {
  const { chatId, users } = context;
  const { client } = users[who];
  if ('call' in act) await seedCall(act.call, { ...context, caller: who });
  else if ('rename' in act) await client.call(editChat, { chatId, name: act.rename });
  else await client.call(addMembers, { chatId, members: [users[act.add].id] });
}

async function send(
  act: Exclude<ChatAction, Change>,
  { chatId, client, id }: { chatId: ChatId; client: ApiClient; id: UserId },
) {
  if (typeof act === 'string') return client.call(sendMessage, { chatId, content: act, type: typeOfText(act) });
  if ('file' in act) return client.upload(sendFile, new File([act.content], act.file), { chatId });
  if ('picture' in act) {
    const { url } = await client.upload(uploadImage, await renderScene(act.picture));
    return client.call(sendMessage, { chatId, content: url, type: 'image' });
  }
  const { transfer: fileName, bytes: fileSize, status } = act;
  return client.call(recordTransfer, { chatId, senderId: id, fileName, fileSize, status });
}
