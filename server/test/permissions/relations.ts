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
}

/** Brings users into a relation to somebody or something, from scratch each time. */
export function createRelations(app: TestApp, users: Users) {
  const { ann, cem, hal } = users;
  const { befriend } = people(app);

  async function unblock(one: Person, other: Person) {
    const ids = [one.user.id, other.user.id];
    await app.database.sql`delete from user_blocks where blocker_id = any(${ids}) and blocked_id = any(${ids})`;
  }
  async function estrange(one: Person, other: Person) {
    await unblock(one, other);
    await app.database.sql`
      delete from friendships
      where lower_id = least(${one.user.id}::uuid, ${other.user.id}::uuid)
        and higher_id = greatest(${one.user.id}::uuid, ${other.user.id}::uuid)`;
  }
  async function areFriends(one: Person, ...others: Person[]) {
    const ids = others.map(({ user }) => user.id);
    await app.database.sql`
      delete from user_blocks
      where (blocker_id = ${one.user.id} and blocked_id = any(${ids}))
        or (blocked_id = ${one.user.id} and blocker_id = any(${ids}))`;
    const known = await app.database.sql<{ id: string }[]>`
      select case when lower_id = ${one.user.id} then higher_id else lower_id end as id
      from friendships
      where accepted_at is not null and ${one.user.id} in (lower_id, higher_id)`;
    for (const other of others) if (!known.some(({ id }) => id === other.user.id)) await befriend(one, other);
  }
  const ask = (one: Person, other: Person) => one.call(contract.sendFriendRequest, { friendId: other.user.id });
  /** The existing direct chat of the two, or a new one. */
  async function aDirectChat(one: Person, other: Person): Promise<contract.ChatId> {
    await areFriends(one, other);
    const { body } = await one.call(contract.createChat, { members: [other.user.id] });
    return body.chatId;
  }
  /** With Ann, Cem and Hal. */
  async function aGroup(): Promise<contract.ChatId> {
    await areFriends(ann, cem, hal);
    return (await ann.call(contract.createChat, { members: [cem.user.id, hal.user.id] })).body.chatId;
  }
  const sendText = async (person: Person, chatId: contract.ChatId) =>
    (await person.call(contract.sendMessage, { chatId, content: 'Hello', type: 'text' })).body.message._id;
  async function attach(person: Person, chatId: contract.ChatId) {
    const { body } = await person.upload(contract.sendFile, new Blob(['secret']), 'plan.txt', { chatId });
    return { messageId: body.message._id, fileName: (body.message.url ?? '').split('/').at(-1) ?? '' };
  }

  const parts = { ask, areFriends, estrange, aDirectChat, aGroup, sendText, attach };
  return {
    aGroup,
    person: toPeople(app, users, parts),
    chat: toChats(users, parts),
    limitedGroup: toLimitedGroups(users, parts),
    message: toMessages(users, parts),
    request: toRequests(users, parts),
    file: toFiles(users, parts),
    picture: toPictures(users, parts),
  };
}

interface Parts {
  readonly ask: (one: Person, other: Person) => Promise<unknown>;
  readonly areFriends: (one: Person, ...others: Person[]) => Promise<void>;
  readonly estrange: (one: Person, other: Person) => Promise<void>;
  readonly aDirectChat: (one: Person, other: Person) => Promise<contract.ChatId>;
  readonly aGroup: () => Promise<contract.ChatId>;
  readonly sendText: (person: Person, chatId: contract.ChatId) => Promise<contract.MessageId>;
  readonly attach: (
    person: Person,
    chatId: contract.ChatId,
  ) => Promise<{ messageId: contract.MessageId; fileName: string }>;
}

function toPeople(
  app: TestApp,
  { ann, bob, dee, eve, fay, gil, ida }: Users,
  { ask, areFriends, estrange, aDirectChat }: Parts,
) {
  const annAnd = async (other: Person, before: () => Promise<unknown>): Promise<Related> => {
    await estrange(ann, other);
    await before();
    return { caller: ann, id: other.user.id, email: other.email };
  };
  return {
    self: () => Promise.resolve<Related>({ caller: ann, id: ann.user.id, email: ann.email }),
    // A chat left by an earlier meeting would make the user more than a friend.
    friend: () =>
      annAnd(dee, async () => {
        const chatId = await aDirectChat(ann, dee);
        await ann.call(contract.leaveChat, { chatId });
      }),
    directPeer: () => annAnd(bob, () => aDirectChat(ann, bob)),
    askedMe: () => annAnd(eve, () => ask(eve, ann)),
    askedByMe: () => annAnd(eve, () => ask(ann, eve)),
    formerFriend: () =>
      annAnd(fay, async () => {
        await areFriends(ann, fay);
        await fay.call(contract.removeFriend, { friendId: ann.user.id });
      }),
    stranger: () => annAnd(eve, () => Promise.resolve()),
    blockedByMe: () => annAnd(fay, () => ann.call(contract.blockUser, { userId: fay.user.id })),
    blocksMe: () => annAnd(fay, () => fay.call(contract.blockUser, { userId: ann.user.id })),
    suspended: () => annAnd(ida, async () => suspend(app, ida)),
    unverified: () => Promise.resolve<Related>({ caller: ann, id: gil.user.id, email: gil.email }),
    unknown: () => Promise.resolve<Related>({ caller: ann, id: unknownId, email: 'nobody@example.org' }),
  };
}

function suspend({ database: { sql } }: TestApp, { user }: Person) {
  return sql`update users set suspended_at = now() where id = ${user.id}`;
}

function toChats({ ann, bob, cem, dee, fay }: Users, { areFriends, aDirectChat, aGroup }: Parts) {
  const annIn = async (id: Promise<string> | string): Promise<Related> => {
    await areFriends(ann, dee);
    return { caller: ann, id: await id };
  };
  return {
    directPeer: () => annIn(aDirectChat(ann, bob)),
    outsider: async (): Promise<Related> => {
      await areFriends(ann, cem);
      return { caller: cem, id: await aDirectChat(ann, bob) };
    },
    formerFriend: async () => {
      const chatId = await aDirectChat(ann, fay);
      await fay.call(contract.removeFriend, { friendId: ann.user.id });
      return annIn(chatId);
    },
    blocked: async () => {
      const chatId = await aDirectChat(ann, fay);
      await fay.call(contract.blockUser, { userId: ann.user.id });
      return annIn(chatId);
    },
    hidden: async () => {
      const chatId = await aDirectChat(ann, bob);
      await ann.call(contract.deleteChat, { chatId });
      return annIn(chatId);
    },
    deleted: async () => {
      const chatId = await aGroup();
      await ann.call(contract.deleteChat, { chatId });
      return annIn(chatId);
    },
    unknown: () => annIn(unknownId),
  };
}

/** Ann owns the group, Cem is its admin, and Hal a member. Only admins send, add and edit. */
function toLimitedGroups({ ann, cem, dee, eve, hal }: Users, { areFriends, aGroup, sendText }: Parts) {
  const meetAs = async (
    caller: Person,
    then: (chatId: contract.ChatId) => Promise<unknown> = () => Promise.resolve(),
  ): Promise<Related> => {
    const chatId = await aGroup();
    const messageId = await sendText(ann, chatId);
    await ann.call(contract.setMemberRole, { chatId, memberId: cem.user.id, role: 'admin' });
    const settings = { whoCanSend: 'admins', whoCanAdd: 'admins', whoCanEdit: 'admins' } as const;
    await cem.call(contract.saveGroupSettings, { chatId, ...settings });
    // Whom they can add.
    await areFriends(caller, dee);
    await then(chatId);
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

function toMessages({ ann, bob, cem, dee, eve, fay }: Users, { areFriends, aDirectChat, aGroup, sendText }: Parts) {
  return {
    own: async (): Promise<Related> => ({ caller: ann, id: await sendText(ann, await aDirectChat(ann, bob)) }),
    inBlockedChat: async (): Promise<Related> => {
      const id = await sendText(ann, await aDirectChat(ann, fay));
      await fay.call(contract.blockUser, { userId: ann.user.id });
      return { caller: ann, id };
    },
    ofAnother: async (): Promise<Related> => ({ caller: ann, id: await sendText(bob, await aDirectChat(ann, bob)) }),
    notice: async (): Promise<Related> => {
      const { body } = await ann.call(contract.getMessages, { chatId: await aGroup() });
      return { caller: ann, id: body.data[0]?._id ?? '' };
    },
    outsider: async (): Promise<Related> => ({ caller: eve, id: await sendText(ann, await aDirectChat(ann, bob)) }),
    exMember: async (): Promise<Related> => {
      const chatId = await aGroup();
      const id = await sendText(cem, chatId);
      await ann.call(contract.removeMember, { chatId, memberId: cem.user.id });
      return { caller: cem, id };
    },
    beforeJoining: async (): Promise<Related> => {
      const chatId = await aGroup();
      const id = await sendText(ann, chatId);
      await areFriends(ann, dee);
      await ann.call(contract.addMembers, { chatId, members: [dee.user.id] });
      return { caller: dee, id };
    },
    deleted: async (): Promise<Related> => {
      const id = await sendText(ann, await aDirectChat(ann, bob));
      await ann.call(contract.deleteMessage, { messageId: id });
      return { caller: ann, id };
    },
    deletedChat: async (): Promise<Related> => {
      const chatId = await aGroup();
      const id = await sendText(ann, chatId);
      await ann.call(contract.deleteChat, { chatId });
      return { caller: ann, id };
    },
    unknown: () => Promise.resolve<Related>({ caller: ann, id: unknownId }),
  };
}

function toRequests({ ann, cem, eve }: Users, { ask, estrange }: Parts) {
  const asked = async (): Promise<contract.FriendRequestId> => {
    await estrange(ann, eve);
    await ask(eve, ann);
    const { data } = (await ann.call(contract.getFriendRequests, {})).body;
    return data.find(({ user1 }) => user1.id === eve.user.id)?._id ?? asId('');
  };
  return {
    recipient: async (): Promise<Related> => ({ caller: ann, id: await asked() }),
    requester: async (): Promise<Related> => ({ caller: eve, id: await asked() }),
    third: async (): Promise<Related> => ({ caller: cem, id: await asked() }),
    accepted: async (): Promise<Related> => {
      const requestId = await asked();
      await ann.call(contract.acceptFriendRequest, { requestId });
      return { caller: ann, id: requestId };
    },
    withdrawn: async (): Promise<Related> => {
      const requestId = await asked();
      await eve.call(contract.cancelFriendRequest, { requestId });
      return { caller: ann, id: requestId };
    },
    unknown: () => Promise.resolve<Related>({ caller: ann, id: unknownId }),
  };
}

function toFiles({ ann, bob, cem, dee, eve }: Users, { areFriends, aDirectChat, aGroup, attach }: Parts) {
  const inDirect = async (caller: Person): Promise<Related> => {
    const { fileName } = await attach(ann, await aDirectChat(ann, bob));
    return { caller, id: fileName };
  };
  const inGroup = async (
    caller: Person,
    then: (chatId: contract.ChatId, messageId: contract.MessageId) => Promise<unknown>,
  ): Promise<Related> => {
    const chatId = await aGroup();
    const { fileName, messageId } = await attach(ann, chatId);
    await then(chatId, messageId);
    return { caller, id: fileName };
  };
  return {
    sender: () => inDirect(ann),
    directPeer: () => inDirect(bob),
    outsider: () => inDirect(eve),
    laterMember: () =>
      inGroup(dee, async (chatId) => {
        await areFriends(ann, dee);
        await ann.call(contract.addMembers, { chatId, members: [dee.user.id] });
      }),
    exMember: () => inGroup(cem, (chatId) => ann.call(contract.removeMember, { chatId, memberId: cem.user.id })),
    deleted: () => inGroup(ann, (_, messageId) => ann.call(contract.deleteMessage, { messageId })),
    deletedChat: () => inGroup(ann, (chatId) => ann.call(contract.deleteChat, { chatId })),
    unknown: () => Promise.resolve<Related>({ caller: ann, id: `${'a'.repeat(43)}.bin` }),
  };
}

/** Ann uploads the pictures. */
function toPictures({ ann, bob, cem, dee, eve, hal }: Users, { areFriends, aDirectChat, aGroup }: Parts) {
  const upload = async () => {
    const red = { width: 9, height: 9, channels: 3, background: 'red' } as const;
    const png = await sharp({ create: red }).png().toBuffer();
    return (await ann.upload(contract.uploadImage, new Blob([new Uint8Array(png)]))).body.url;
  };
  const ofGroup = async (caller: Person, then: (chatId: contract.ChatId) => Promise<unknown>): Promise<Related> => {
    const [chatId, avatar] = [await aGroup(), await upload()];
    await ann.call(contract.editChat, { chatId, avatar });
    await then(chatId);
    return { caller, id: avatar.split('/').at(-1) ?? '' };
  };
  const ofAnn = async (caller: Person, then: () => Promise<unknown>): Promise<Related> => {
    const avatar = await upload();
    await ann.call(contract.updateProfile, { name: 'Ann', avatar });
    await then();
    return { caller, id: avatar.split('/').at(-1) ?? '' };
  };
  const nothing = () => Promise.resolve();
  const change = async (chatId: contract.ChatId) => ann.call(contract.editChat, { chatId, avatar: await upload() });
  const remove = (memberId: contract.UserId) => (chatId: contract.ChatId) =>
    ann.call(contract.removeMember, { chatId, memberId });
  return {
    uploader: () => ofGroup(ann, nothing),
    formerUploader: () => ofGroup(ann, (chatId) => ann.call(contract.leaveChat, { chatId })),
    member: () => ofGroup(cem, nothing),
    memberOfTwo: () => ofGroup(cem, remove(hal.user.id)),
    laterMember: () =>
      ofGroup(dee, async (chatId) => {
        await areFriends(ann, dee);
        await ann.call(contract.addMembers, { chatId, members: [dee.user.id] });
      }),
    exMember: () => ofGroup(cem, remove(cem.user.id)),
    leftMember: () => ofGroup(cem, (chatId) => cem.call(contract.leaveChat, { chatId })),
    returnedMember: () =>
      ofGroup(cem, async (chatId) => {
        await remove(cem.user.id)(chatId);
        await ann.call(contract.addMembers, { chatId, members: [cem.user.id] });
      }),
    friendOutside: async () => {
      await aDirectChat(ann, bob);
      return ofGroup(bob, nothing);
    },
    outsider: () => ofGroup(eve, nothing),
    memberOfFormer: () => ofGroup(cem, change),
    uploaderOfFormer: () => ofGroup(ann, change),
    deletedChat: () => ofGroup(cem, (chatId) => ann.call(contract.deleteChat, { chatId })),
    strangerOfAvatar: () => ofAnn(eve, nothing),
    strangerOfFormerAvatar: () => ofAnn(eve, () => ann.call(contract.updateProfile, { name: 'Ann', avatar: null })),
    unknown: () => Promise.resolve<Related>({ caller: ann, id: `${'a'.repeat(43)}.png` }),
  };
}
