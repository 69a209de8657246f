import * as contract from '@chat-app/contract';
import sharp from 'sharp';
import { asId } from '../as-id.ts';
import { type Person, people } from '../people.ts';
import type { TestApp } from '../test-app.ts';
import { unknownId } from './endpoints.ts';

/** Ann asks about the others, unless stated otherwise. */
export type Users = Record<'ann' | 'bob' | 'cem' | 'dee' | 'eve' | 'fay' | 'gil' | 'hal' | 'ida', Person>;

/** A caller, and the id of what they ask about. */
export interface Related {
  readonly caller: Person;
  readonly id: string;
  readonly email?: string;
  readonly messageId?: contract.MessageId;
  /** Of the invitation whose token is the `id`. */
  readonly inviteId?: string;
}

/** Brings users into a relation to somebody or something, from scratch each time. */
export function createRelations(app: TestApp, users: Users) {
  const parts = createParts(app, users);
  return {
    aGroup: parts.aGroup,
    person: toPeople(app, users, parts),
    chat: toChats(users, parts),
    limitedGroup: toLimitedGroups(users, parts),
    message: toMessages(users, parts),
    request: toRequests(users, parts),
    file: toFiles(users, parts),
    picture: toPictures(users, parts),
  };
}

type Parts = ReturnType<typeof createParts>;

function createParts(app: TestApp, { ann, bob, cem, dee, hal }: Users) {
  const { befriend } = people(app);
  const { sql } = app.database;

  async function areFriends(one: Person, ...others: Person[]) {
    const ids = others.map(({ user }) => user.id);
    await sql`
      delete from user_blocks
      where (blocker_id = ${one.user.id} and blocked_id = any(${ids}))
        or (blocked_id = ${one.user.id} and blocker_id = any(${ids}))`;
    const known = await sql<{ id: string }[]>`
      select case when lower_id = ${one.user.id} then higher_id else lower_id end as id
      from friendships
      where accepted_at is not null and ${one.user.id} in (lower_id, higher_id)`;
    for (const other of others) if (!known.some(({ id }) => id === other.user.id)) await befriend(one, other);
  }
  async function estrange(one: Person, other: Person) {
    const ids = [one.user.id, other.user.id];
    await sql`delete from user_blocks where blocker_id = any(${ids}) and blocked_id = any(${ids})`;
    await sql`delete from friendships where lower_id = any(${ids}) and higher_id = any(${ids})`;
  }
  /** The existing direct chat of Ann and the other, or a new one. */
  async function aDirectChat(other = bob): Promise<contract.ChatId> {
    await areFriends(ann, other);
    return (await ann.call(contract.createChat, { members: [other.user.id] })).body.chatId;
  }
  return {
    areFriends,
    estrange,
    aDirectChat,
    /** Of Ann, with Cem and Hal. */
    aGroup: async (): Promise<contract.ChatId> => {
      await areFriends(ann, cem, hal);
      return (await ann.call(contract.createChat, { members: [cem.user.id, hal.user.id] })).body.chatId;
    },
    addDee: async (chatId: contract.ChatId) => {
      await areFriends(ann, dee);
      await ann.call(contract.addMembers, { chatId, members: [dee.user.id] });
    },
    remove: (chatId: contract.ChatId, { user }: Person) =>
      ann.call(contract.removeMember, { chatId, memberId: user.id }),
    deleteChat: (chatId: contract.ChatId) => ann.call(contract.deleteChat, { chatId }),
    ask: (one: Person, other: Person) => one.call(contract.sendFriendRequest, { friendId: other.user.id }),
    /** The other ends the friendship with Ann, or blocks her. */
    leave: (other: Person) => other.call(contract.removeFriend, { friendId: ann.user.id }),
    blockAnn: (other: Person) => other.call(contract.blockUser, { userId: ann.user.id }),
    sendText: async (person: Person, chatId: contract.ChatId) =>
      (await person.call(contract.sendMessage, { chatId, content: 'Hello', type: 'text' })).body.message._id,
  };
}

function toPeople(
  { database: { sql } }: TestApp,
  { ann, bob, dee, eve, fay, gil, ida }: Users,
  { ask, areFriends, estrange, aDirectChat, leave, blockAnn }: Parts,
) {
  const annAnd = async (other: Person, before: () => PromiseLike<unknown>): Promise<Related> => {
    await estrange(ann, other);
    await before();
    return { caller: ann, id: other.user.id, email: other.email };
  };
  return {
    self: () => Promise.resolve<Related>({ caller: ann, id: ann.user.id, email: ann.email }),
    // A chat left by an earlier meeting would make the user more than a friend.
    friend: () => annAnd(dee, async () => ann.call(contract.leaveChat, { chatId: await aDirectChat(dee) })),
    directPeer: () => annAnd(bob, () => aDirectChat()),
    askedMe: () => annAnd(eve, () => ask(eve, ann)),
    askedByMe: () => annAnd(eve, () => ask(ann, eve)),
    formerFriend: () =>
      annAnd(fay, async () => {
        await areFriends(ann, fay);
        await leave(fay);
      }),
    stranger: () => annAnd(eve, () => Promise.resolve()),
    blockedByMe: () => annAnd(fay, () => ann.call(contract.blockUser, { userId: fay.user.id })),
    blocksMe: () => annAnd(fay, () => blockAnn(fay)),
    suspended: () => annAnd(ida, () => sql`update users set suspended_at = now() where id = ${ida.user.id}`),
    unverified: () => Promise.resolve<Related>({ caller: ann, id: gil.user.id, email: gil.email }),
    unknown: () => Promise.resolve<Related>({ caller: ann, id: unknownId, email: 'nobody@example.org' }),
  };
}

/** What happens to a chat before a call about it. */
type Step = (chatId: contract.ChatId) => Promise<unknown>;
const nothing: Step = () => Promise.resolve();

function toChats({ ann, cem, dee, fay }: Users, { areFriends, aDirectChat, aGroup, ...parts }: Parts) {
  const annIn = async (creating: Promise<contract.ChatId>, step = nothing): Promise<Related> => {
    const id = await creating;
    await step(id);
    await areFriends(ann, dee);
    return { caller: ann, id };
  };
  return {
    directPeer: () => annIn(aDirectChat()),
    outsider: async (): Promise<Related> => {
      await areFriends(ann, cem);
      return { caller: cem, id: await aDirectChat() };
    },
    formerFriend: () => annIn(aDirectChat(fay), () => parts.leave(fay)),
    blocked: () => annIn(aDirectChat(fay), () => parts.blockAnn(fay)),
    hidden: () => annIn(aDirectChat(), parts.deleteChat),
    deleted: () => annIn(aGroup(), parts.deleteChat),
    unknown: () => annIn(Promise.resolve(asId(unknownId))),
  };
}

/** Ann owns the group, Cem is its admin, and Hal a member. Only admins send, add and edit. */
function toLimitedGroups({ ann, cem, dee, eve, hal }: Users, { areFriends, aGroup, sendText }: Parts) {
  const meetAs = async (caller: Person, step = nothing): Promise<Related> => {
    const chatId = await aGroup();
    const messageId = await sendText(ann, chatId);
    await ann.call(contract.setMemberRole, { chatId, memberId: cem.user.id, role: 'admin' });
    const settings = { whoCanSend: 'admins', whoCanAdd: 'admins', whoCanEdit: 'admins' } as const;
    await cem.call(contract.saveGroupSettings, { chatId, ...settings });
    // Whom they can add.
    await areFriends(caller, dee);
    await step(chatId);
    return { caller, id: chatId, messageId };
  };
  return {
    owner: () => meetAs(ann),
    admin: () => meetAs(cem),
    member: () => meetAs(hal),
    memberOfTwo: () => meetAs(hal, (chatId) => cem.call(contract.leaveChat, { chatId })),
    formerAdmin: () =>
      meetAs(cem, (chatId) => ann.call(contract.setMemberRole, { chatId, memberId: cem.user.id, role: 'member' })),
    exMember: () => meetAs(hal, (chatId) => cem.call(contract.removeMember, { chatId, memberId: hal.user.id })),
    outsider: () => meetAs(eve),
  };
}

function toMessages({ ann, bob, cem, dee, eve, fay }: Users, { aDirectChat, aGroup, sendText, ...parts }: Parts) {
  const about = async (
    caller: Person,
    { by = ann, chat = aDirectChat(), step = nothing }: { by?: Person; chat?: Promise<contract.ChatId>; step?: Step },
  ): Promise<Related & { id: contract.MessageId }> => {
    const chatId = await chat;
    const id = await sendText(by, chatId);
    await step(chatId);
    return { caller, id };
  };
  return {
    own: () => about(ann, {}),
    inBlockedChat: () => about(ann, { chat: aDirectChat(fay), step: () => parts.blockAnn(fay) }),
    ofAnother: () => about(ann, { by: bob }),
    notice: async (): Promise<Related> => {
      const { body } = await ann.call(contract.getMessages, { chatId: await aGroup() });
      return { caller: ann, id: body.data[0]?._id ?? '' };
    },
    outsider: () => about(eve, {}),
    exMember: () => about(cem, { by: cem, chat: aGroup(), step: (chatId) => parts.remove(chatId, cem) }),
    beforeJoining: () => about(dee, { chat: aGroup(), step: parts.addDee }),
    deleted: async () => {
      const related = await about(ann, {});
      await ann.call(contract.deleteMessage, { messageId: related.id });
      return related;
    },
    deletedChat: () => about(ann, { chat: aGroup(), step: parts.deleteChat }),
    unknown: () => Promise.resolve<Related>({ caller: ann, id: unknownId }),
  };
}

function toRequests({ ann, cem, eve }: Users, { ask, estrange }: Parts) {
  const asked = async (
    caller: Person,
    step: (requestId: contract.FriendRequestId) => Promise<unknown> = () => Promise.resolve(),
  ): Promise<Related> => {
    await estrange(ann, eve);
    await ask(eve, ann);
    const { data } = (await ann.call(contract.getFriendRequests, {})).body;
    const id = data.find(({ user1 }) => user1.id === eve.user.id)?._id ?? asId('');
    await step(id);
    return { caller, id };
  };
  return {
    recipient: () => asked(ann),
    requester: () => asked(eve),
    third: () => asked(cem),
    accepted: () => asked(ann, (requestId) => ann.call(contract.acceptFriendRequest, { requestId })),
    withdrawn: () => asked(ann, (requestId) => eve.call(contract.cancelFriendRequest, { requestId })),
    unknown: () => Promise.resolve<Related>({ caller: ann, id: unknownId }),
  };
}

/** The name of a file at this address. */
const nameIn = (url: string | null | undefined) => (url ?? '').split('/').at(-1) ?? '';

function toFiles({ ann, bob, cem, dee, eve }: Users, { aDirectChat, aGroup, ...parts }: Parts) {
  const sent = async (
    caller: Person,
    creating: Promise<contract.ChatId>,
    step: (chatId: contract.ChatId, messageId: contract.MessageId) => Promise<unknown> = nothing,
  ): Promise<Related> => {
    const chatId = await creating;
    const { body } = await ann.upload(contract.sendFile, new Blob(['secret']), 'plan.txt', { chatId });
    await step(chatId, body.message._id);
    return { caller, id: nameIn(body.message.url) };
  };
  return {
    sender: () => sent(ann, aDirectChat()),
    directPeer: () => sent(bob, aDirectChat()),
    outsider: () => sent(eve, aDirectChat()),
    laterMember: () => sent(dee, aGroup(), parts.addDee),
    exMember: () => sent(cem, aGroup(), (chatId) => parts.remove(chatId, cem)),
    deleted: () => sent(ann, aGroup(), (_, messageId) => ann.call(contract.deleteMessage, { messageId })),
    deletedChat: () => sent(ann, aGroup(), parts.deleteChat),
    unknown: () => Promise.resolve<Related>({ caller: ann, id: `${'a'.repeat(43)}.bin` }),
  };
}

/** Ann uploads the pictures. */
function toPictures({ ann, bob, cem, dee, eve, hal }: Users, { aDirectChat, aGroup, addDee, ...parts }: Parts) {
  const upload = async () => {
    const red = { width: 9, height: 9, channels: 3, background: 'red' } as const;
    const png = await sharp({ create: red }).png().toBuffer();
    return (await ann.upload(contract.uploadImage, new Blob([new Uint8Array(png)]))).body.url;
  };
  const ofGroup = async (caller: Person, step = nothing): Promise<Related> => {
    const [chatId, avatar] = [await aGroup(), await upload()];
    await ann.call(contract.editChat, { chatId, avatar });
    await step(chatId);
    return { caller, id: nameIn(avatar) };
  };
  const ofAnn = async (caller: Person): Promise<Related> => {
    const avatar = await upload();
    await ann.call(contract.updateProfile, { name: 'Ann', avatar });
    return { caller, id: nameIn(avatar) };
  };
  const change: Step = async (chatId) => ann.call(contract.editChat, { chatId, avatar: await upload() });
  return {
    uploader: () => ofGroup(ann),
    formerUploader: () => ofGroup(ann, (chatId) => ann.call(contract.leaveChat, { chatId })),
    member: () => ofGroup(cem),
    memberOfTwo: () => ofGroup(cem, (chatId) => parts.remove(chatId, hal)),
    laterMember: () => ofGroup(dee, addDee),
    exMember: () => ofGroup(cem, (chatId) => parts.remove(chatId, cem)),
    leftMember: () => ofGroup(cem, (chatId) => cem.call(contract.leaveChat, { chatId })),
    returnedMember: () =>
      ofGroup(cem, async (chatId) => {
        await parts.remove(chatId, cem);
        await ann.call(contract.addMembers, { chatId, members: [cem.user.id] });
      }),
    friendOutside: async () => {
      await aDirectChat();
      return ofGroup(bob);
    },
    outsider: () => ofGroup(eve),
    memberOfFormer: () => ofGroup(cem, change),
    uploaderOfFormer: () => ofGroup(ann, change),
    deletedChat: () => ofGroup(cem, parts.deleteChat),
    strangerOfAvatar: () => ofAnn(eve),
    strangerOfFormerAvatar: async () => {
      const related = await ofAnn(eve);
      await ann.call(contract.updateProfile, { name: 'Ann', avatar: null });
      return related;
    },
    unknown: () => Promise.resolve<Related>({ caller: ann, id: `${'a'.repeat(43)}.png` }),
  };
}
