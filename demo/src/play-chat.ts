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
import type { Caller, Device } from './caller.ts';
import { type Moment, momentsOf } from './moments.ts';
import type { Past } from './past.ts';
import type { PersonKey } from './people.ts';
import { paintEmblem, paintScene } from './pictures/paint.ts';
import { playCall } from './play-call.ts';
import type { People } from './sign-up.ts';
import type { Act, Chat } from './story/chat.ts';

interface Players {
  readonly people: People;
  readonly devices: ReadonlyMap<PersonKey, Device>;
  readonly past: Past;
  readonly now: Date;
}

/** Creates the chat, plays all its lines and sets their times. */
export async function playChat(chat: Chat, players: Players): Promise<void> {
  const { people, past } = players;
  const moments = momentsOf(chat, players.now);
  const chatId = await open(chat, people);
  const newestSeq = () => newestSeqOf(people, chat.members[0], chatId);

  const begunAt = new Date((moments[0]?.at ?? players.now).getTime() - 120_000);
  const times = upTo(await newestSeq(), begunAt, 0);
  for (const [index, moment] of moments.entries()) {
    await read(chat, players.people, { chatId, left: moments.length - index });
    const seq = (await play(moment, chatId, players)) ?? (await newestSeq());
    // A call adds two system messages: its start and its end.
    const added = upTo(seq, moment.at, times.length);
    times.push(...added.map((time) => (time.seq === seq ? { seq, at: moment.until } : time)));
  }
  await read(chat, players.people, { chatId, left: 0 });
  await past.dateMessages(chatId, times);
}

async function open({ members: [owner, ...others], name, picture }: Chat, people: People): Promise<ChatId> {
  const { caller } = people[owner];
  const { chatId } = await caller.call(createChat, { members: others.map((key) => people[key].id) });
  if (name === undefined) return chatId;
  const avatar = picture && (await caller.upload(uploadImage, await paintEmblem(picture))).url;
  await caller.call(editChat, { chatId, name, avatar });
  return chatId;
}

/** Marks the chat as read for members who leave exactly `left` messages unread. */
async function read(chat: Chat, people: People, { chatId, left }: { chatId: ChatId; left: number }): Promise<void> {
  const readers = chat.members.filter((key) => (chat.unread?.[key] ?? 0) === left);
  for (const key of readers) await newestSeqOf(people, key, chatId);
}

async function newestSeqOf(people: People, key: PersonKey, chatId: ChatId): Promise<number> {
  const { data } = await people[key].caller.call(getMessages, { chatId, limit: 1 });
  return data[0]?.seq ?? 0;
}

function upTo(seq: number, at: Date, from: number) {
  return Array.from({ length: seq - from }, (_, index) => ({ seq: from + index + 1, at }));
}

/** Plays a line. Returns the seq of its message, or null if the response does not contain it. */
async function play({ line: [who, act] }: Moment, chatId: ChatId, players: Players): Promise<number | null> {
  const { caller, id } = players.people[who];
  if (typeof act !== 'string' && ('call' in act || 'rename' in act || 'add' in act)) {
    await change(act, { chatId, who, ...players });
    return null;
  }
  const { message } = await say(act, { chatId, caller, id });
  return message.seq;
}

type Change = Extract<Act, { call: unknown } | { rename: string } | { add: PersonKey }>;

async function change(act: Change, { who, ...place }: Players & { chatId: ChatId; who: PersonKey }): Promise<void> {
  const { chatId, people } = place;
  const { caller } = people[who];
  if ('call' in act) await playCall(act.call, { ...place, caller: who });
  else if ('rename' in act) await caller.call(editChat, { chatId, name: act.rename });
  else await caller.call(addMembers, { chatId, members: [people[act.add].id] });
}

async function say(act: Exclude<Act, Change>, { chatId, caller, id }: { chatId: ChatId; caller: Caller; id: UserId }) {
  if (typeof act === 'string') return caller.call(sendMessage, { chatId, content: act, type: typeOfText(act) });
  if ('file' in act) return caller.upload(sendFile, new File([act.content], act.file), { chatId });
  if ('picture' in act) {
    const { url } = await caller.upload(uploadImage, await paintScene(act.picture));
    return caller.call(sendMessage, { chatId, content: url, type: 'image' });
  }
  const { transfer: fileName, bytes: fileSize, status } = act;
  return caller.call(recordTransfer, { chatId, senderId: id, fileName, fileSize, status });
}
