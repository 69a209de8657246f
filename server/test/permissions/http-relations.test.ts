import * as contract from '@chat-app/contract';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { asId } from '../as-id.ts';
import { people } from '../people.ts';
import { useTestApp } from '../test-app.ts';
import { changesRelation, endpoints, statusOf } from './endpoints.ts';
import { createInviteRelations, type RelatedToInvite } from './invite-relations.ts';
import { type Users, createRelations, type Related } from './relations.ts';

/*
 * The responses to a verified user about a user, a chat, a message, a request or a file, by their relation to it.
 * Visitors and unverified users are refused as in http-roles.test.ts, whatever they ask about.
 */
const app = useTestApp();
const { anUnverifiedUser, aVerifiedUser } = people(app);

let users: Users;
let meet: ReturnType<typeof createRelations>;
let meetInvite: ReturnType<typeof createInviteRelations>;
beforeAll(async () => {
  // Other files create people of the same first names, and a search by name finds only twenty.
  users = {
    ann: await aVerifiedUser({ name: 'Ann Related' }),
    bob: await aVerifiedUser({ name: 'Bob Related' }),
    cem: await aVerifiedUser({ name: 'Cem Related' }),
    dee: await aVerifiedUser({ name: 'Dee Related' }),
    eve: await aVerifiedUser({ name: 'Eve Related' }),
    fay: await aVerifiedUser({ name: 'Fay Related' }),
    gil: await anUnverifiedUser({ name: 'Gil Related' }),
    hal: await aVerifiedUser({ name: 'Hal Related' }),
    ida: await aVerifiedUser({ name: 'Ida Related' }),
  };
  meet = createRelations(app, users);
  meetInvite = createInviteRelations(app, users, meet);
});

type Statuses<Relation extends string> = Record<Relation, number>;
const all = <Relation extends string>(relations: readonly Relation[], status: number) =>
  Object.fromEntries(relations.map((relation) => [relation, status])) as Statuses<Relation>;
type Row<Relation extends string> = readonly [
  endpoint: contract.Endpoint,
  expected: Statuses<Relation>,
  input: (id: string, met: Related) => object | Promise<object>,
];

type ToPerson = 'self' | 'friend' | 'directPeer' | 'askedMe' | 'askedByMe' | 'formerFriend' | 'stranger' | Apart;
type Apart = 'blockedByMe' | 'blocksMe' | 'suspended' | 'unverified' | 'unknown';
const person = (statuses: Partial<Statuses<ToPerson>> & { others: number }): Statuses<ToPerson> => {
  const { others: o, ...given } = statuses;
  const filled = { self: o, friend: o, directPeer: o, askedMe: o, askedByMe: o, formerFriend: o, stranger: o };
  return { ...filled, blockedByMe: o, blocksMe: o, suspended: o, unverified: o, unknown: o, ...given };
};

const aboutPeople: Row<ToPerson>[] = [
  [contract.getUser, person({ others: 200, unknown: 404 }), (id) => ({ id })],
  [contract.getAvatar, person({ others: 200, unknown: 404 }), (id) => ({ fileName: `${id}.svg` })],
  [contract.searchByEmail, person({ others: 200 }), (_, { email }) => ({ email })],
  [
    contract.sendFriendRequest,
    person({
      others: 404,
      self: 400,
      friend: 409,
      directPeer: 409,
      askedMe: 200,
      askedByMe: 409,
      ...newFriends(200),
      blockedByMe: 403,
    }),
    (friendId) => ({ friendId }),
  ],
  [contract.removeFriend, person({ others: 404, friend: 200, directPeer: 200 }), (friendId) => ({ friendId })],
  [contract.blockUser, person({ others: 200, self: 400, unverified: 404, unknown: 404 }), (userId) => ({ userId })],
  [contract.unblockUser, person({ others: 200 }), (userId) => ({ userId })],
  [
    contract.sendReport,
    person({ others: 201, self: 400, unverified: 404, unknown: 404 }),
    (userId) => ({ userId, reason: 'Spam' }),
  ],
  // Not even to those whom they concern.
  ...[
    contract.suspendPerson,
    contract.resumePerson,
    contract.signOutPerson,
    contract.sendResetLink,
    contract.grantAdministration,
    contract.revokeAdministration,
    contract.deletePerson,
  ].map((endpoint): Row<ToPerson> => [endpoint, person({ others: 404 }), (id) => ({ id })]),
  [contract.createChat, person({ others: 403, self: 400, friend: 201, directPeer: 409 }), (id) => ({ members: [id] })],
  [
    contract.addMembers,
    person({ others: 403, self: 400, friend: 200, directPeer: 200 }),
    async (id) => ({ chatId: await meet.aGroup(), members: [id] }),
  ],
  [
    contract.removeMember,
    person({ others: 404, self: 400 }),
    async (memberId) => ({ chatId: await meet.aGroup(), memberId }),
  ],
  [
    contract.setMemberRole,
    person({ others: 404, self: 400 }),
    async (memberId) => ({ chatId: await meet.aGroup(), memberId, role: 'admin' }),
  ],
];

type ToChat = 'directPeer' | 'outsider' | 'formerFriend' | 'blocked' | 'hidden' | 'deleted' | 'unknown';
/** A member of a direct chat may do this; a friend of one of them may not, nor anybody with a deleted chat. */
const twosome = (status: number, others: Partial<Statuses<ToChat>> = {}): Statuses<ToChat> => ({
  directPeer: status,
  formerFriend: status,
  blocked: status,
  hidden: status,
  outsider: 404,
  deleted: 404,
  unknown: 404,
  ...others,
});
const inChat = (chatId: string) => ({ chatId });

const aboutChats: Row<ToChat>[] = [
  [contract.getChat, twosome(200), inChat],
  [contract.getAvatar, twosome(200, { hidden: 404 }), (id) => ({ fileName: `${id}.svg` })],
  [contract.addMembers, twosome(200, { blocked: 403 }), (chatId) => ({ chatId, members: [users.dee.user.id] })],
  [contract.removeMember, twosome(400), (chatId) => ({ chatId, memberId: users.bob.user.id })],
  [contract.setMemberRole, twosome(400), (chatId) => ({ chatId, memberId: users.bob.user.id, role: 'admin' })],
  [contract.saveGroupSettings, twosome(400), (chatId) => ({ chatId, whoCanSend: 'admins' })],
  [contract.getReads, twosome(200), inChat],
  [contract.muteChat, twosome(200), (chatId) => ({ chatId, isMuted: true })],
  [contract.pinChat, twosome(200, { hidden: 404 }), (chatId) => ({ chatId, isPinned: true })],
  [
    contract.orderPinnedChats,
    twosome(200, { outsider: 200, deleted: 200, unknown: 200 }),
    (chatId) => ({ chatIds: [chatId] }),
  ],
  [contract.archiveChat, twosome(200, { hidden: 404 }), (chatId) => ({ chatId, isArchived: true })],
  [contract.saveDraft, twosome(200), (chatId) => ({ chatId, content: 'Half', at: new Date().toISOString() })],
  [contract.createInvite, twosome(403), (chatId) => ({ kind: 'chat', chatId })],
  [contract.editChat, twosome(400), (chatId) => ({ chatId, name: 'Ours' })],
  [contract.leaveChat, twosome(200), inChat],
  [contract.deleteChat, twosome(200), inChat],
  [contract.startVoiceCall, twosome(409, { formerFriend: 403, blocked: 403 }), inChat],
  [contract.startVideoCall, twosome(409, { formerFriend: 403, blocked: 403 }), inChat],
  [contract.endVoiceCall, twosome(200), inChat],
  [contract.getMessages, twosome(200), inChat],
  [contract.getPinnedMessages, twosome(200), inChat],
  [contract.searchMessages, twosome(200), (chatId) => ({ chatId, q: 'hello' })],
  [contract.getMedia, twosome(200), (chatId) => ({ chatId, kind: 'link' })],
  [contract.getChanges, twosome(200), (chatId) => ({ chatId, after: 0 })],
  [contract.sendMessage, twosome(201, { blocked: 403 }), (chatId) => ({ chatId, content: 'Hello', type: 'text' })],
  [contract.sendFile, twosome(201, { blocked: 403 }), inChat],
  [
    contract.recordTransfer,
    twosome(201, { blocked: 403 }),
    (chatId, { caller }) => ({
      chatId,
      senderId: caller.user.id,
      fileName: 'film.mkv',
      fileSize: 1,
      status: 'completed',
    }),
  ],
];

/** A group in which only admins send, add and edit, as each of its members and others. */
type ToLimitedGroup = keyof ReturnType<typeof createRelations>['limitedGroup'];
const limited = (member: number, others: number): Statuses<ToLimitedGroup> => ({
  owner: others,
  admin: others,
  member,
  memberOfTwo: others,
  formerAdmin: member,
  exMember: 404,
  outsider: 404,
});
const aboutLimitedGroups: Row<ToLimitedGroup>[] = [
  [contract.sendMessage, limited(403, 201), (chatId) => ({ chatId, content: 'Hello', type: 'text' })],
  [contract.sendFile, limited(403, 201), inChat],
  [
    contract.forwardMessages,
    limited(403, 201),
    (chatId, { messageId }) => ({ messageIds: [messageId], chatIds: [chatId], clientId: `limited-${messageId}` }),
  ],
  [contract.addMembers, limited(403, 200), (chatId) => ({ chatId, members: [users.dee.user.id] })],
  [contract.editChat, { ...limited(403, 200), memberOfTwo: 400 }, (chatId) => ({ chatId, description: 'For all' })],
  [
    contract.saveGroupSettings,
    { ...limited(403, 200), memberOfTwo: 400 },
    (chatId) => ({ chatId, whoCanAdd: 'members' }),
  ],
  [
    contract.setMemberRole,
    { ...limited(403, 403), owner: 200, memberOfTwo: 400 },
    (chatId) => ({ chatId, memberId: users.ann.user.id, role: 'owner' }),
  ],
  [contract.reactToMessage, limited(200, 200), (_, { messageId }) => ({ messageId, emoji: '👍', isOn: true })],
  [contract.getChat, limited(200, 200), inChat],
  [contract.startVoiceCall, limited(409, 409), inChat],
  [contract.startVideoCall, limited(409, 409), inChat],
];

type ToMessage =
  | 'own'
  | 'inBlockedChat'
  | 'ofAnother'
  | 'notice'
  | 'outsider'
  | 'exMember'
  | 'beforeJoining'
  | 'deleted'
  | 'deletedChat'
  | 'unknown';
/** Messages that the caller cannot see do not exist. */
const unseen = { outsider: 404, exMember: 404, beforeJoining: 404, deletedChat: 404, unknown: 404 };
const aboutMessages: Row<ToMessage>[] = [
  [
    contract.editMessage,
    { ...unseen, own: 200, inBlockedChat: 403, ofAnother: 403, notice: 403, deleted: 404 },
    (messageId) => ({ messageId, content: 'Edited' }),
  ],
  [
    contract.reactToMessage,
    { ...unseen, own: 200, inBlockedChat: 403, ofAnother: 200, notice: 404, deleted: 404 },
    (messageId) => ({ messageId, emoji: '👍', isOn: true }),
  ],
  [
    contract.forwardMessages,
    { ...unseen, own: 201, inBlockedChat: 201, ofAnother: 201, notice: 400, deleted: 404 },
    async (messageId) => ({ messageIds: [messageId], chatIds: [await meet.aGroup()], clientId: `f-${messageId}` }),
  ],
  [
    contract.pinMessage,
    { ...unseen, own: 200, inBlockedChat: 403, ofAnother: 200, notice: 400, deleted: 404 },
    (messageId) => ({ messageId, isPinned: true }),
  ],
  [
    contract.getVersions,
    { ...unseen, own: 200, inBlockedChat: 200, ofAnother: 200, notice: 200, deleted: 404 },
    (messageId) => ({ messageId }),
  ],
  [
    contract.deleteMessage,
    { ...unseen, own: 200, inBlockedChat: 200, ofAnother: 403, notice: 403, deleted: 200 },
    (messageId) => ({ messageId }),
  ],
];

type ToRequest = 'recipient' | 'requester' | 'third' | 'accepted' | 'withdrawn' | 'unknown';
const request = (recipient: number, requester: number): Statuses<ToRequest> => ({
  recipient,
  requester,
  third: 404,
  accepted: 404,
  withdrawn: 404,
  unknown: 404,
});
const aboutRequests: Row<ToRequest>[] = [
  [contract.acceptFriendRequest, request(200, 404), (requestId) => ({ requestId })],
  [contract.rejectFriendRequest, request(200, 404), (requestId) => ({ requestId })],
  [contract.cancelFriendRequest, request(404, 200), (requestId) => ({ requestId })],
];

type ToFile = 'sender' | 'directPeer' | 'laterMember' | 'exMember' | 'outsider' | 'deleted' | 'deletedChat' | 'unknown';
const aboutFiles: Row<ToFile>[] = [
  [
    contract.getUpload,
    {
      ...all(['laterMember', 'exMember', 'outsider', 'deleted', 'deletedChat', 'unknown'], 404),
      sender: 200,
      directPeer: 200,
    },
    (fileName) => ({ fileName }),
  ],
];

type ToPicture = keyof ReturnType<typeof createRelations>['picture'];
const aboutPictures: Row<ToPicture>[] = [
  [
    contract.getUpload,
    {
      ...all(['uploader', 'formerUploader', 'uploaderOfFormer', 'strangerOfAvatar'], 200),
      ...all(['member', 'memberOfTwo', 'laterMember', 'returnedMember'], 200),
      ...all(['exMember', 'leftMember', 'friendOutside', 'outsider', 'memberOfFormer'], 404),
      ...all(['deletedChat', 'strangerOfFormerAvatar', 'unknown'], 404),
    },
    (fileName) => ({ fileName }),
  ],
];

type ToInvite = keyof ReturnType<typeof createInviteRelations>;
const useless = all(['expired', 'usedUp', 'revoked', 'creatorGone', 'deletedChat', 'exMember', 'unknown'], 404);
/** Anybody who has the link sees what it is for. */
const opens: Statuses<ToInvite> = {
  ...all(['creator', 'friend', 'stranger', 'askedByCreator', 'blockedByCreator', 'hasBlockedCreator'], 200),
  ...all(['member', 'outsider', 'outsiderBlockedByCreator'], 200),
  ...useless,
};
const everybody = Object.keys(opens) as ToInvite[];
const aboutInvites: Row<ToInvite>[] = [
  [contract.openInvite, opens, (token) => ({ token })],
  [contract.getInviteAvatar, opens, (token) => ({ token })],
  [
    contract.acceptInvite,
    { ...opens, creator: 400, blockedByCreator: 404, hasBlockedCreator: 403, outsiderBlockedByCreator: 404 },
    (token) => ({ token }),
  ],
  // All of them are verified.
  [contract.reserveInvite, all(everybody, 409), (token) => ({ token })],
  [
    contract.revokeInvite,
    { ...all(everybody, 404), creator: 200 },
    (_, related) => ({ id: (related as RelatedToInvite).inviteId }),
  ],
];

/** Fields that name a person, a chat, a message, a request, a file or an invitation. */
const names = /^(id|token|fileName|email|members|\w+Ids?)$/;
/** They concern the caller only, or are answered to nobody else: http-roles.test.ts. */
const aboutCaller = new Set<contract.Endpoint>([
  contract.changeEmail,
  contract.closeReport,
  contract.confirmEmailChange,
  contract.forgotPassword,
  contract.login,
  contract.register,
  contract.removePasskey,
  contract.resetPassword,
  contract.revokeAnyInvite,
  contract.revokeSession,
  contract.undoEmailChange,
  contract.updateEmail,
  contract.verifyEmail,
]);
const isAboutSomebody = (endpoint: contract.Endpoint) => {
  const schema = z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' });
  return !aboutCaller.has(endpoint) && Object.keys(schema.properties ?? {}).some((name) => names.test(name));
};

function newFriends(status: number) {
  return { formerFriend: status, stranger: status, suspended: status };
}

/** A meeting serves all calls until one that has changed the relation. */
function testTable<Relation extends string>(
  what: string,
  rows: Row<Relation>[],
  meetAs: (relation: Relation) => Promise<Related>,
) {
  test(`[SEC-10] about ${what}, every endpoint answers as in the table`, async () => {
    const wrong: string[] = [];
    for (const relation of Object.keys(rows[0]?.[1] ?? {}) as Relation[]) {
      let met: Related | null = null;
      for (const [endpoint, expected, input] of rows) {
        met ??= await meetAs(relation);
        const given = { input: await input(met.id, met), expected: expected[relation] };
        const status = await statusOf(met.caller, endpoint, given);
        const title = `${endpoint.method} ${endpoint.path} (${relation})`;
        if (status !== expected[relation]) wrong.push(`${title}: ${status}, not ${expected[relation]}`);
        if (status < 300 && changesRelation(endpoint)) met = null;
      }
    }
    expect(wrong).toEqual([]);
  });
}

testTable('a person', aboutPeople, (relation) => meet.person[relation]());
testTable('a chat', aboutChats, (relation) => meet.chat[relation]());
testTable('a group in which only admins may do much', aboutLimitedGroups, (relation) => meet.limitedGroup[relation]());
testTable('a message', aboutMessages, (relation) => meet.message[relation]());
testTable('a request', aboutRequests, (relation) => meet.request[relation]());
testTable('a file', aboutFiles, (relation) => meet.file[relation]());
testTable('an invitation', aboutInvites, (relation) => meetInvite[relation]());
testTable('a picture', aboutPictures, (relation) => meet.picture[relation]());

test('[SEC-10] every endpoint that names somebody or something is in one of the tables', () => {
  const rows = [aboutPeople, aboutChats, aboutMessages, aboutRequests, aboutFiles, aboutPictures, aboutInvites].flat();
  const listed = new Set(rows.map(([endpoint]) => endpoint));
  const missing = endpoints.filter((endpoint) => isAboutSomebody(endpoint) && !listed.has(endpoint));
  expect(missing.map(({ path }) => path)).toEqual([]);
});

test('[SEC-200] only the user and their friends see a complete address, in every call that shows it', async () => {
  const told: Record<string, boolean> = {};
  const relations = Object.keys(person({ others: 0 })) as ToPerson[];
  for (const relation of relations.filter((one) => one !== 'unknown')) {
    const { caller, id, email = '' } = await meet.person[relation]();
    const shown = await caller.call(contract.getUser, { id: asId<contract.UserId>(id) });
    const byName = await caller.call(contract.searchForFriends, { search: shown.body.user.name });
    // Neither the caller, nor a user without a verified address, nor one with a block in between is found by name.
    const isFoundByName = byName.body.data.some(({ _id }) => _id === id);
    expect(isFoundByName).toBe(!['self', 'unverified', 'blockedByMe', 'blocksMe'].includes(relation));
    const found = [
      byName,
      await caller.call(contract.searchByEmail, { email }),
      await caller.call(contract.getFriends, {}),
      await caller.call(contract.getFriendRequests, {}),
      await caller.call(contract.getSentRequests, {}),
    ];
    told[relation] = shown.text.includes(email);
    // The caller's own address is part of their own requests.
    const isFound = found.some(({ text }) => text.includes(email));
    expect(isFound || relation === 'self').toBe(told[relation]);
  }
  const knowing = Object.keys(told).filter((relation) => told[relation]);
  expect(knowing).toEqual(['self', 'friend', 'directPeer']);
});
