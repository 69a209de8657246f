import * as contract from '@chat-app/contract';
import { beforeAll, expect, test } from 'vitest';
import { asId } from '../as-id.ts';
import { people } from '../people.ts';
import { useTestApp } from '../test-app.ts';
import { fieldsOf, type Known, statusOf } from './calls.ts';
import { changesRelation, endpoints } from './endpoints.ts';
import { createInviteRelations } from './invite-relations.ts';
import { createRelations, type Related, type Users } from './relations.ts';

/*
 * The responses to a verified user about a user, a chat, a message, a request or a file, by their relation to it.
 * Visitors and unverified users are refused as in http-roles.test.ts, whatever they ask about.
 */
const app = useTestApp();
const { anUnverifiedUser, aVerifiedUser } = people(app);

interface Meetings extends ReturnType<typeof createRelations> {
  readonly invite: ReturnType<typeof createInviteRelations>;
}
let users: Users;
let meet: Meetings;
beforeAll(async () => {
  const names = ['ann', 'bob', 'cem', 'dee', 'eve', 'fay', 'gil', 'hal', 'ida'] as const;
  users = {} as Users;
  for (const name of names) {
    // Other files create people of the same first names, and a search by name finds only twenty.
    const options = { name: `${name} Related` };
    users[name] = await (name === 'gil' ? anUnverifiedUser(options) : aVerifiedUser(options));
  }
  const relations = createRelations(app, users);
  meet = { ...relations, invite: createInviteRelations(app, users, relations) };
});

type Relation<Kind extends keyof Meetings> = keyof Meetings[Kind] & string;
type Statuses<Kind extends keyof Meetings> = Partial<Record<Relation<Kind>, number>>;
const all = <Name extends string>(relations: readonly Name[], status: number) =>
  Object.fromEntries(relations.map((relation) => [relation, status])) as Record<Name, number>;
/** An endpoint, and the status in each relation. */
type Row<Kind extends keyof Meetings> = readonly [
  endpoint: contract.Endpoint,
  expected: Statuses<Kind> & { readonly others: number },
];

const aboutPeople: Row<'person'>[] = [
  [contract.getUser, { others: 200, unknown: 404 }],
  [contract.getAvatar, { others: 200, unknown: 404 }],
  [contract.searchByEmail, { others: 200 }],
  [
    contract.sendFriendRequest,
    {
      others: 404,
      ...all(['friend', 'directPeer', 'askedByMe'], 409),
      ...all(['askedMe', 'formerFriend', 'stranger', 'suspended'], 200),
      self: 400,
      blockedByMe: 403,
    },
  ],
  [contract.removeFriend, { others: 404, friend: 200, directPeer: 200 }],
  [contract.blockUser, { others: 200, self: 400, unverified: 404, unknown: 404 }],
  [contract.unblockUser, { others: 200 }],
  [contract.sendReport, { others: 201, self: 400, unverified: 404, unknown: 404 }],
  // Not even to those whom they concern.
  ...[
    contract.suspendPerson,
    contract.resumePerson,
    contract.signOutPerson,
    contract.sendResetLink,
    contract.grantAdministration,
    contract.revokeAdministration,
    contract.deletePerson,
  ].map((endpoint): Row<'person'> => [endpoint, { others: 404 }]),
  [contract.createChat, { others: 403, self: 400, friend: 201, directPeer: 409 }],
  // Of a group of Ann's.
  [contract.addMembers, { others: 403, self: 400, friend: 200, directPeer: 200 }],
  [contract.removeMember, { others: 404, self: 400 }],
  [contract.setMemberRole, { others: 404, self: 400 }],
];

/** A member of a direct chat may do this; a friend of one of them may not, nor anybody with a deleted chat. */
const twosome = (status: number, given: Statuses<'chat'> = {}) => ({
  others: status,
  ...all(['outsider', 'deleted', 'unknown'], 404),
  ...given,
});

const aboutChats: Row<'chat'>[] = [
  [contract.getChat, twosome(200)],
  [contract.getAvatar, twosome(200, { hidden: 404 })],
  [contract.addMembers, twosome(200, { blocked: 403 })],
  [contract.removeMember, twosome(400)],
  [contract.setMemberRole, twosome(400)],
  [contract.saveGroupSettings, twosome(400)],
  [contract.getReads, twosome(200)],
  [contract.muteChat, twosome(200)],
  [contract.pinChat, twosome(200, { hidden: 404 })],
  [contract.orderPinnedChats, twosome(200, { outsider: 200, deleted: 200, unknown: 200 })],
  [contract.archiveChat, twosome(200, { hidden: 404 })],
  [contract.saveDraft, twosome(200)],
  [contract.createInvite, twosome(403)],
  [contract.editChat, twosome(400)],
  [contract.leaveChat, twosome(200)],
  [contract.deleteChat, twosome(200)],
  [contract.startVoiceCall, twosome(409, { formerFriend: 403, blocked: 403 })],
  [contract.startVideoCall, twosome(409, { formerFriend: 403, blocked: 403 })],
  [contract.endVoiceCall, twosome(200)],
  [contract.getMessages, twosome(200)],
  [contract.getPinnedMessages, twosome(200)],
  [contract.searchMessages, twosome(200)],
  [contract.getMedia, twosome(200)],
  [contract.getChanges, twosome(200)],
  [contract.sendMessage, twosome(201, { blocked: 403 })],
  [contract.sendFile, twosome(201, { blocked: 403 })],
  [contract.recordTransfer, twosome(201, { blocked: 403 })],
];

/** A group in which only admins send, add and edit, as each of its members and others. */
const limited = (member: number, others: number, given: Statuses<'limitedGroup'> = {}) => ({
  others,
  ...all(['member', 'formerAdmin'], member),
  ...all(['exMember', 'outsider'], 404),
  ...given,
});
const aboutLimitedGroups: Row<'limitedGroup'>[] = [
  [contract.sendMessage, limited(403, 201)],
  [contract.sendFile, limited(403, 201)],
  [contract.forwardMessages, limited(403, 201)],
  [contract.addMembers, limited(403, 200)],
  [contract.editChat, limited(403, 200, { memberOfTwo: 400 })],
  [contract.saveGroupSettings, limited(403, 200, { memberOfTwo: 400 })],
  [contract.setMemberRole, limited(403, 403, { owner: 200, memberOfTwo: 400 })],
  [contract.reactToMessage, limited(200, 200)],
  [contract.getChat, limited(200, 200)],
  [contract.startVoiceCall, limited(409, 409)],
  [contract.startVideoCall, limited(409, 409)],
];

/** Messages that the caller cannot see do not exist. */
const aboutMessages: Row<'message'>[] = [
  [contract.editMessage, { others: 404, own: 200, inBlockedChat: 403, ofAnother: 403, notice: 403 }],
  [contract.reactToMessage, { others: 404, own: 200, inBlockedChat: 403, ofAnother: 200 }],
  [contract.forwardMessages, { others: 404, own: 201, inBlockedChat: 201, ofAnother: 201, notice: 400 }],
  [contract.pinMessage, { others: 404, own: 200, inBlockedChat: 403, ofAnother: 200, notice: 400 }],
  [contract.getVersions, { others: 404, own: 200, inBlockedChat: 200, ofAnother: 200, notice: 200 }],
  [contract.deleteMessage, { others: 404, own: 200, inBlockedChat: 200, ofAnother: 403, notice: 403, deleted: 200 }],
];

const aboutRequests: Row<'request'>[] = [
  [contract.acceptFriendRequest, { others: 404, recipient: 200 }],
  [contract.rejectFriendRequest, { others: 404, recipient: 200 }],
  [contract.cancelFriendRequest, { others: 404, requester: 200 }],
];
const aboutFiles: Row<'file'>[] = [[contract.getUpload, { others: 404, ...all(['sender', 'directPeer'], 200) }]];
const aboutPictures: Row<'picture'>[] = [
  [
    contract.getUpload,
    {
      others: 404,
      ...all(['uploader', 'formerUploader', 'uploaderOfFormer', 'strangerOfAvatar'], 200),
      ...all(['member', 'memberOfTwo', 'laterMember', 'returnedMember'], 200),
    },
  ],
];

/** Anybody who has the link sees what it is for, while it is of use. */
const opens = {
  others: 200,
  ...all(['expired', 'usedUp', 'revoked', 'creatorGone', 'deletedChat', 'exMember', 'unknown'], 404),
};
const aboutInvites: Row<'invite'>[] = [
  [contract.openInvite, opens],
  [contract.getInviteAvatar, opens],
  [
    contract.acceptInvite,
    { ...opens, creator: 400, hasBlockedCreator: 403, ...all(['blockedByCreator', 'outsiderBlockedByCreator'], 404) },
  ],
  // All of them are verified.
  [contract.reserveInvite, { others: 409 }],
  [contract.revokeInvite, { others: 404, creator: 200 }],
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
const isAboutSomebody = (endpoint: contract.Endpoint) =>
  !aboutCaller.has(endpoint) && fieldsOf(endpoint).all.some((name) => names.test(name));

/** The endpoints that some table is about. */
const listed = new Set<contract.Endpoint>();

/** A meeting serves all calls until one that has changed the relation. */
function testTable<Kind extends Exclude<keyof Meetings, 'aGroup'>>(
  kind: Kind,
  what: string,
  rows: Row<Kind>[],
  about: (related: Related) => Known,
) {
  for (const [endpoint] of rows) listed.add(endpoint);
  test(`[SEC-10] about ${what}, every endpoint answers as in the table`, async () => {
    const meetings = Object.entries(meet[kind]) as [Relation<Kind>, () => Promise<Related>][];
    const wrong: string[] = [];
    for (const [relation, meetAs] of meetings) {
      let met: Related | null = null;
      for (const [endpoint, statuses] of rows) {
        met ??= await meetAs();
        const expected = statuses[relation] ?? statuses.others;
        const status = await statusOf(met.caller, endpoint, { known: about(met), expected });
        if (status !== expected)
          wrong.push(`${endpoint.method} ${endpoint.path} (${relation}): ${status}, not ${expected}`);
        if (status < 300 && changesRelation(endpoint)) met = null;
      }
    }
    expect(wrong).toEqual([]);
  });
}

const aGroup = () => meet.aGroup();
testTable('person', 'a person', aboutPeople, ({ id, email }) => ({
  email,
  id,
  friendId: id,
  memberId: id,
  userId: id,
  fileName: `${id}.svg`,
  chatId: aGroup,
}));
testTable('chat', 'a chat', aboutChats, ({ id, caller }) => ({
  chatId: id,
  fileName: `${id}.svg`,
  senderId: caller.user.id,
  memberId: users.bob.user.id,
  members: [users.dee.user.id],
}));
testTable('limitedGroup', 'a group in which only admins may do much', aboutLimitedGroups, ({ id, messageId }) => ({
  chatId: id,
  messageId,
  memberId: users.ann.user.id,
  members: [users.dee.user.id],
  role: 'owner',
}));
testTable('message', 'a message', aboutMessages, ({ id }) => ({ messageId: id, chatId: aGroup }));
testTable('request', 'a request', aboutRequests, ({ id }) => ({ requestId: id }));
testTable('file', 'a file', aboutFiles, ({ id }) => ({ fileName: id }));
testTable('picture', 'a picture', aboutPictures, ({ id }) => ({ fileName: id }));
testTable('invite', 'an invitation', aboutInvites, ({ id, inviteId }) => ({ token: id, id: inviteId }));

test('[SEC-10] every endpoint that names somebody or something is in one of the tables', () => {
  const missing = endpoints.filter((endpoint) => isAboutSomebody(endpoint) && !listed.has(endpoint));
  expect(missing.map(({ path }) => path)).toEqual([]);
});

test('[SEC-200] only the user and their friends see a complete address, in every call that shows it', async () => {
  const told: Record<string, boolean> = {};
  for (const [relation, meetAs] of Object.entries(meet.person)) {
    if (relation === 'unknown') continue;
    const { caller, id, email = '' } = await meetAs();
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
