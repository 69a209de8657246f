import * as contract from '@chat-app/contract';
import { expect, test, vi } from 'vitest';
import { connect } from '../../../test/device.ts';
import type { Person } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';
import { untilAnswered } from '../../../test/until-answered.ts';
import { addTo, chatAmong, chats, leave, listOf, removeFrom, rowOf, say } from '../../../test/chats.ts';

const app = useTestApp();
const { aChat, anotherDevice, befriend, users } = chats(app);

const pin = (person: Person, chatId: contract.ChatId) => person.call(contract.pinChat, { chatId, isPinned: true });
const unpin = (person: Person, chatId: contract.ChatId) => person.call(contract.pinChat, { chatId, isPinned: false });
const archive = (person: Person, chatId: contract.ChatId) =>
  person.call(contract.archiveChat, { chatId, isArchived: true });

async function pinsOf(person: Person): Promise<contract.ChatId[]> {
  const rows = await listOf(person);
  const pinned = rows.filter(({ pinOrder }) => pinOrder !== undefined);
  // They are on top, in their order.
  expect(pinned).toEqual(rows.slice(0, pinned.length));
  const places = pinned.map(({ pinOrder = 0 }) => pinOrder);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  return pinned.map(({ _id }) => _id);
}

const isArchived = async (person: Person, chatId: contract.ChatId) =>
  (await rowOf(person, chatId))?.isArchived === true;

/** Groups of Ann, Bob and one more, the newest first. */
async function groups(count: number) {
  const [ann, bob, cat] = await users('Ann', 'Bob', 'Cat');
  for (const friend of [bob, cat]) await befriend(ann, friend);
  const chatIds: contract.ChatId[] = [];
  while (chatIds.length < count) chatIds.unshift(await chatAmong(ann, bob, cat));
  return { ann, bob, cat, chatIds: chatIds as [contract.ChatId, contract.ChatId, contract.ChatId, contract.ChatId] };
}

test('[CHT-450] pinned chats are on top on all devices of one person, the newest pin first, and for nobody else', async () => {
  const { ann, bob, chatIds } = await groups(4);
  const [first, second, third, fourth] = chatIds;
  const [annsPhone, bobsPhone] = [await connect(app, ann), await connect(app, bob)];
  expect((await pin(ann, fourth)).status).toBe(200);
  await pin(ann, third);
  // A second time, this changes nothing and sends nothing.
  expect((await pin(ann, fourth)).status).toBe(200);
  await say(bob, second);
  expect((await listOf(await anotherDevice(ann))).map(({ _id }) => _id)).toEqual([third, fourth, second, first]);
  expect(await pinsOf(bob)).toEqual([]);

  await unpin(ann, third);
  expect((await unpin(ann, third)).status).toBe(200);
  expect(await pinsOf(ann)).toEqual([fourth]);
  const events = [[[fourth]], [[third, fourth]], [[fourth]]];
  await vi.waitFor(() => expect(annsPhone.all('pinnedChats')).toEqual(events));
  expect(bobsPhone.all('pinnedChats')).toEqual([]);

  // A search finds them first, and archived ones too.
  await archive(ann, first);
  const { data } = (await ann.call(contract.getChats, { search: 'cat' })).body;
  expect(data.map(({ _id }) => _id)).toEqual([fourth, second, first, third]);
  expect(data.filter((chat) => chat.isArchived).map(({ _id }) => _id)).toEqual([first]);
});

test('[CHT-451] of parallel pins at the limit, exactly those that fit succeed', async () => {
  const { ann, chatIds } = await groups(contract.limits.pinnedChatsMax + 3);
  const answers = await Promise.all(chatIds.map((chatId) => untilAnswered(() => pin(ann, chatId))));
  const refused = answers.filter(({ status }) => status === 409);
  expect(refused).toHaveLength(3);
  expect(refused[0]?.body).toMatchObject({ code: 'limit_reached', message: contract.answerTexts.chatPinLimit });
  const pinned = await pinsOf(ann);
  expect(pinned).toHaveLength(contract.limits.pinnedChatsMax);

  await unpin(ann, pinned[3] as contract.ChatId);
  const [next, afterIt] = chatIds.filter((chatId) => !pinned.includes(chatId)) as [contract.ChatId, contract.ChatId];
  expect([(await pin(ann, next)).status, (await pin(ann, afterIt)).status]).toEqual([200, 409]);

  // The database refuses an eleventh one too, and one that is archived.
  const change = (chatId: contract.ChatId, position: number, archivedSeq: number | null) => app.database.sql`
    update chat_members set pin_position = ${position}, archived_seq = ${archivedSeq}
    where chat_id = ${chatId} and user_id = ${ann.user.id}`;
  await expect(change(afterIt, 11, null)).rejects.toThrow('chat_members_pin_position');
  await expect(change(afterIt, 1, 1)).rejects.toThrow('chat_members_pinned_or_archived');
  await expect(change(afterIt, 1, null)).rejects.toThrow('chat_members_pins_key');
});

test('[CHT-452] pinned chats are reordered on all devices; what is not pinned is ignored', async () => {
  const { ann, bob, chatIds } = await groups(4);
  const [first, second, third, fourth] = chatIds;
  const foreign = await aChat(bob, ...(await users('Dan')));
  for (const chatId of [third, second, first]) await pin(ann, chatId);
  const phone = await connect(app, ann);
  const order = async (...ids: contract.ChatId[]) =>
    (await ann.call(contract.orderPinnedChats, { chatIds: ids })).body.chatIds;

  const ordered = [third, first, second];
  expect(await order(third, foreign, first, fourth, second, third)).toEqual(ordered);
  expect(await phone.waitFor('pinnedChats')).toEqual([ordered]);
  expect(await pinsOf(ann)).toEqual(ordered);
  // Repeated, or without any of them: nothing changes.
  for (const ids of [ordered, [], [fourth, foreign]]) expect(await order(...ids)).toEqual(ordered);
  // A device that does not know the newest pin leaves it on top.
  expect(await order(second, first)).toEqual([third, second, first]);
  await phone.waitFor('pinnedChats', (ids) => ids[1] === second);
  expect(phone.all('pinnedChats')).toHaveLength(2);

  const invalid = [undefined, first, ['nonsense'], [1], Array(11).fill(first)];
  for (const ids of invalid) {
    expect((await ann.call(contract.orderPinnedChats, { chatIds: ids as contract.ChatId[] })).status).toBe(400);
  }
});

test('[CHT-452] a chat that is unpinned while it is reordered stays unpinned', async () => {
  const { ann, chatIds } = await groups(4);
  for (const chatId of chatIds) await pin(ann, chatId);
  for (let round = 0; round < 5; round += 1) {
    const before = await pinsOf(ann);
    const [gone, ...rest] = before as [contract.ChatId, ...contract.ChatId[]];
    await Promise.all([
      ann.call(contract.orderPinnedChats, { chatIds: before.toReversed() }),
      unpin(ann, gone),
      ann.call(contract.orderPinnedChats, { chatIds: before }),
    ]);
    expect([rest, rest.toReversed()]).toContainEqual(await pinsOf(ann));
    await pin(ann, gone);
  }
});

test('[CHT-453] leaving, deleting and being removed drop the pin and free its place, also at the same moment', async () => {
  const { ann, bob, chatIds } = await groups(4);
  const [first, second, third, fourth] = chatIds;
  const direct = await chatAmong(bob, ann);
  for (const chatId of [first, second, direct]) await pin(bob, chatId);
  await leave(first, bob);
  await removeFrom(second, ann, bob);
  await bob.call(contract.deleteChat, { chatId: direct });
  expect([(await pin(bob, direct)).status, (await archive(bob, direct)).status]).toEqual([404, 404]);
  await Promise.all([third, fourth].flatMap((chatId) => [pin(bob, chatId), leave(chatId, bob)]));

  await say(ann, direct);
  for (const chatId of chatIds) await addTo(chatId, ann, bob);
  expect(await pinsOf(bob)).toEqual([]);
  const pins = await app.database
    .sql`select from chat_members where user_id = ${bob.user.id} and pin_position is not null`;
  expect(pins).toEqual([]);
});

test('[CHT-454] an archived chat is in the archive on all devices of one person until anything is written', async () => {
  const { ann, bob, chatIds } = await groups(1);
  const [chatId] = chatIds;
  const [annsPhone, bobsPhone] = [await connect(app, ann), await connect(app, bob)];
  const { seq } = await say(bob, chatId);
  expect((await archive(ann, chatId)).status).toBe(200);
  expect(await annsPhone.waitFor('chatArchived')).toEqual([chatId, seq]);
  expect(await isArchived(await anotherDevice(ann), chatId)).toBe(true);
  expect(await isArchived(bob, chatId)).toBe(false);

  const writings = [
    () => say(bob, chatId),
    () => say(ann, chatId),
    () => bob.call(contract.editChat, { chatId, name: 'Another name' }),
  ];
  for (const writeSomething of writings) {
    await archive(ann, chatId);
    expect(await isArchived(ann, chatId)).toBe(true);
    await writeSomething();
    expect(await isArchived(ann, chatId)).toBe(false);
  }
  await archive(ann, chatId);
  await ann.call(contract.archiveChat, { chatId, isArchived: false });
  expect(await annsPhone.waitFor('chatArchived', (_, at) => at === null)).toEqual([chatId, null]);
  expect(await isArchived(ann, chatId)).toBe(false);
  expect(bobsPhone.all('chatArchived')).toEqual([]);
});

test('[CHT-455] a muted chat stays in the archive, also with a mention; muting moves none into it or out of it', async () => {
  const { ann, bob, chatIds } = await groups(1);
  const [chatId] = chatIds;
  const mute = async (isMuted: boolean) => {
    await ann.call(contract.muteChat, { chatId, isMuted });
    return isArchived(ann, chatId);
  };
  await archive(ann, chatId);
  expect(await mute(true)).toBe(true);
  await say(bob, chatId);
  await say(bob, chatId, `<@${ann.user.id}> look`);
  expect(await isArchived(ann, chatId)).toBe(true);
  expect(await mute(false)).toBe(true);
  await say(bob, chatId);
  expect(await isArchived(ann, chatId)).toBe(false);
  expect([await mute(true), await mute(false)]).toEqual([false, false]);
});

test('[CHT-456] archiving unpins a chat, and pinning takes it out of the archive', async () => {
  const { ann, chatIds } = await groups(2);
  const [first, second] = chatIds;
  const phone = await connect(app, ann);
  for (const chatId of [first, second]) await pin(ann, chatId);
  await archive(ann, first);
  await phone.waitFor('chatArchived');
  await vi.waitFor(() => expect(phone.all('pinnedChats').at(-1)).toEqual([[second]]));
  expect([await pinsOf(ann), await isArchived(ann, first)]).toEqual([[second], true]);
  await pin(ann, first);
  expect([await pinsOf(ann), await isArchived(ann, first)]).toEqual([[first, second], false]);
});
