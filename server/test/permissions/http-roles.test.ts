import * as contract from '@chat-app/contract';
import { beforeAll, expect, test } from 'vitest';
import type { OpenApiDocument } from '../../src/features/api-docs/index.ts';
import { type Person, people } from '../people.ts';
import { aCreatedPasskey, aUsedPasskey, changesRelation, endpoints, statusOf, unknownId } from './endpoints.ts';
import { useOwnTestApp } from '../test-app.ts';
import type { HttpClient } from '../http-client.ts';

const app = useOwnTestApp();
const { anAdministrator, anotherDevice, anUnverifiedUser, aVerifiedUser, befriend } = people(app);

const roles = [
  'visitor',
  'unverified',
  'suspended',
  'stranger',
  'friend',
  'member',
  'exMember',
  'admin',
  'owner',
  'administrator',
] as const;
type Role = (typeof roles)[number];
type Users = Record<Exclude<Role, 'visitor'>, Person> & {
  readonly extra: Person;
  readonly asker: Person;
  readonly asked: Person;
};
type Statuses = Record<Role, number>;

interface Row {
  readonly endpoint: contract.Endpoint;
  readonly expected: Statuses;
  readonly input: (world: World) => Promise<object> | object;
}

interface World {
  readonly users: Users;
  readonly role: Role;
  /** The targets of the calls so far. */
  readonly made: Map<unknown, Promise<unknown>>;
}

/** What calls are about: made once, and again after a call that has changed it. */
const target =
  <Made>(make: (world: World) => Promise<Made>) =>
  (world: World): Promise<Made> => {
    const made = (world.made.get(make) as Promise<Made> | undefined) ?? make(world);
    world.made.set(make, made);
    return made;
  };

const verifiedOnly = (statuses: Partial<Statuses> & { others: number }): Statuses => {
  const { others, ...given } = statuses;
  const filled = Object.fromEntries(roles.map((role) => [role, others])) as Statuses;
  // An admin may do what a member may, unless stated otherwise.
  return { ...filled, visitor: 401, suspended: 401, unverified: 403, admin: given.member ?? others, ...given };
};
const everybody = (status: number): Statuses => Object.fromEntries(roles.map((role) => [role, status])) as Statuses;
const signedIn = (status: number): Statuses => ({ ...everybody(status), visitor: 401, suspended: 401 });
/** For everybody else they do not exist. */
const administratorsOnly = (status: number): Statuses => ({ ...everybody(404), administrator: status });
const membersOnly = verifiedOnly({ others: 404, member: 200, owner: 200 });

const row = (endpoint: contract.Endpoint, expected: Statuses, input: Row['input'] = () => ({})): Row => ({
  endpoint,
  expected,
  input,
});
/** Of the owner, the admin, the member and one more; the ex-member was removed from it. */
const aGroup = target(async ({ users: { owner, member, exMember, admin, extra } }) => {
  const members = [member, exMember, admin, extra].map((person) => person.user.id);
  const { chatId } = (await owner.call(contract.createChat, { members })).body;
  await owner.call(contract.removeMember, { chatId, memberId: exMember.user.id });
  await owner.call(contract.setMemberRole, { chatId, memberId: admin.user.id, role: 'admin' });
  return chatId;
});
const aboutAGroup = async (world: World) => ({ chatId: await aGroup(world) });
const aboutARequest = target(async ({ users: { owner, asker, asked } }) => {
  await owner.call(contract.removeFriend, { friendId: asker.user.id });
  await asker.call(contract.sendFriendRequest, { friendId: owner.user.id });
  await owner.call(contract.sendFriendRequest, { friendId: asked.user.id });
  const incoming = (await owner.call(contract.getFriendRequests, {})).body.data;
  const outgoing = (await owner.call(contract.getSentRequests, {})).body.data;
  return { incoming: incoming[0]?._id, outgoing: outgoing[0]?._id };
});

const ownersMessageInChat = target(async (world) => {
  const given = { chatId: await aGroup(world), content: 'Hello', type: 'text' } as const;
  const { message } = (await world.users.owner.call(contract.sendMessage, given)).body;
  return { messageId: message._id, chatId: message.chatId };
});
const ownersMessage = async (world: World) => (await ownersMessageInChat(world)).messageId;

const somebodyElse = target(async () => ({ id: (await anUnverifiedUser()).user.id }));
/** An invitation to a group. */
const ownersInvite = target(async (world) => {
  // There can be 20 at a time.
  await app.database.sql`delete from invites`;
  const given = { kind: 'chat', chatId: await aGroup(world) } as const;
  return (await world.users.owner.call(contract.createInvite, given)).body.invite;
});

/** Every endpoint, and the status for each role. A route without a row fails the last test. */
const table: Row[] = [
  row(contract.getServerConfig, everybody(200)),
  row(contract.getApiDocs, everybody(200)),
  row(contract.getOpenApi, everybody(200)),
  row(contract.register, everybody(400)),
  row(contract.login, everybody(400)),
  row(contract.googleLogin, everybody(503), () => ({ access_token: 'x' })),
  row(contract.secondFactorLogin, everybody(401), () => ({ ticket: 'x', code: '000000' })),
  row(contract.logout, everybody(200)),
  row(contract.forgotPassword, everybody(200), () => ({ email: 'nobody@example.org' })),
  row(contract.resetPassword, everybody(400), () => ({ token: 'x', newPassword: 'Changed1#' })),
  row(contract.verifyEmail, everybody(400), () => ({ token: 'x' })),
  row(contract.getSession, signedIn(200)),
  row(contract.updateProfile, signedIn(200), ({ users, role }) => ({
    name: role === 'visitor' ? 'x' : users[role].user.name,
  })),
  row(contract.updatePrivacy, verifiedOnly({ others: 200 }), () => ({ isFindable: true })),
  row(contract.updatePassword, signedIn(400), () => ({ oldPassword: 'Wrong1!x', newPassword: 'Changed1#' })),
  row(contract.getSessions, signedIn(200)),
  row(contract.revokeSession, signedIn(404), () => ({ id: unknownId })),
  row(contract.revokeOtherSessions, signedIn(200)),
  row(contract.exportAccount, verifiedOnly({ others: 200 }), () => ({})),
  row(contract.getPasskeyOptions, verifiedOnly({ others: 200 }), () => ({})),
  row(contract.addPasskey, verifiedOnly({ others: 400 }), () => ({ passkey: aCreatedPasskey })),
  row(contract.getPasskeys, verifiedOnly({ others: 200 }), () => ({})),
  row(contract.removePasskey, verifiedOnly({ others: 404 }), () => ({ id: unknownId })),
  row(contract.getPasskeyLoginOptions, everybody(200), () => ({})),
  row(contract.passkeyLogin, everybody(401), () => ({ passkey: aUsedPasskey })),
  row(contract.setUpTotp, verifiedOnly({ others: 400 }), () => ({ password: 'Wrong1!x' })),
  row(contract.confirmTotp, verifiedOnly({ others: 400 }), () => ({ code: '000000' })),
  row(contract.disableTotp, verifiedOnly({ others: 400 }), () => ({ password: 'Wrong1!x', code: '000000' })),
  row(contract.deleteAccount, signedIn(400), () => ({ password: 'Wrong1!x' })),
  row(contract.changeEmail, verifiedOnly({ others: 400 }), () => ({ password: 'Wrong1!x', email: 'new@example.org' })),
  row(contract.confirmEmailChange, everybody(400), () => ({ token: 'x' })),
  row(contract.undoEmailChange, everybody(400), () => ({ token: 'x' })),
  row(contract.updateEmail, { ...signedIn(409), unverified: 200 }, () => ({ email: 'corrected@example.org' })),
  row(contract.resendVerification, { ...signedIn(409), unverified: 200 }),

  row(contract.getAnnouncement, verifiedOnly({ others: 200 })),
  row(contract.getHostSettings, administratorsOnly(200)),
  row(contract.updateHostSettings, administratorsOnly(200)),
  row(contract.setAnnouncement, administratorsOnly(200), () => ({ text: 'Hello' })),
  row(contract.clearAnnouncement, administratorsOnly(200)),
  row(contract.getHostOverview, administratorsOnly(200)),
  row(contract.getHostHistory, administratorsOnly(200)),

  row(contract.getUser, verifiedOnly({ others: 200 }), ({ users }) => ({ id: users.owner.user.id })),
  row(contract.getAvatar, membersOnly, async (given) => ({ fileName: `${await aGroup(given)}.svg` })),
  row(contract.uploadImage, verifiedOnly({ others: 415 })),
  row(contract.getUpload, verifiedOnly({ others: 404 }), () => ({ fileName: `${'a'.repeat(43)}.png` })),
  row(contract.getIceServers, verifiedOnly({ others: 200 })),
  row(contract.getLinkPreview, verifiedOnly({ others: 400 }), () => ({ url: 'http://127.0.0.1/' })),
  row(contract.getForeignImage, verifiedOnly({ others: 400 }), () => ({ url: 'http://127.0.0.1/' })),

  row(contract.getPushKey, verifiedOnly({ others: 200 })),
  row(contract.subscribeToPush, verifiedOnly({ others: 400 }), () => ({
    endpoint: 'https://127.0.0.1/',
    keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) },
    hasPreview: true,
  })),
  row(contract.unsubscribeFromPush, verifiedOnly({ others: 200 })),

  row(contract.getFriends, verifiedOnly({ others: 200 })),
  row(contract.getFriendRequests, verifiedOnly({ others: 200 })),
  row(contract.getSentRequests, verifiedOnly({ others: 200 })),
  row(contract.searchByEmail, verifiedOnly({ others: 200 }), () => ({ email: 'nobody@example.org' })),
  row(contract.searchForFriends, verifiedOnly({ others: 200 }), () => ({ search: 'nobody' })),
  row(contract.sendFriendRequest, verifiedOnly({ others: 404 }), () => ({ friendId: unknownId })),
  row(contract.acceptFriendRequest, verifiedOnly({ others: 404, owner: 200 }), async (world) => ({
    requestId: (await aboutARequest(world)).incoming,
  })),
  row(contract.rejectFriendRequest, verifiedOnly({ others: 404, owner: 200 }), async (world) => ({
    requestId: (await aboutARequest(world)).incoming,
  })),
  row(contract.cancelFriendRequest, verifiedOnly({ others: 404, owner: 200 }), async (world) => ({
    requestId: (await aboutARequest(world)).outgoing,
  })),
  row(contract.removeFriend, verifiedOnly({ others: 404 }), ({ users }) => ({ friendId: users.asked.user.id })),
  row(contract.getBlockedUsers, verifiedOnly({ others: 200 })),
  row(contract.blockUser, verifiedOnly({ others: 404 }), () => ({ userId: unknownId })),
  row(contract.unblockUser, verifiedOnly({ others: 200 }), () => ({ userId: unknownId })),
  row(contract.sendReport, verifiedOnly({ others: 404, member: 201, owner: 400 }), async (given) => ({
    messageId: await ownersMessage(given),
    reason: 'Spam',
  })),

  row(contract.getPeople, administratorsOnly(200)),
  row(contract.suspendPerson, administratorsOnly(200), somebodyElse),
  row(contract.resumePerson, administratorsOnly(200), somebodyElse),
  row(contract.signOutPerson, administratorsOnly(200), somebodyElse),
  row(contract.sendResetLink, administratorsOnly(200), somebodyElse),
  row(contract.grantAdministration, administratorsOnly(403), somebodyElse),
  row(contract.revokeAdministration, administratorsOnly(200), somebodyElse),
  row(contract.deletePerson, administratorsOnly(200), somebodyElse),
  row(contract.getReports, administratorsOnly(200)),
  row(contract.closeReport, administratorsOnly(404), () => ({ id: unknownId, outcome: 'dismissed' })),
  row(contract.getAdminInvites, administratorsOnly(200)),
  row(contract.revokeAnyInvite, administratorsOnly(200), async (world) => ({ id: (await ownersInvite(world))._id })),
  row(contract.getAudit, administratorsOnly(200)),
  row(contract.exportAudit, administratorsOnly(200)),
  row(contract.createInvite, verifiedOnly({ others: 404, member: 403, admin: 201, owner: 201 }), async (given) => ({
    kind: 'chat',
    chatId: await aGroup(given),
  })),
  row(contract.getInvites, verifiedOnly({ others: 200 })),
  row(contract.revokeInvite, verifiedOnly({ others: 404, owner: 200 }), async (world) => ({
    id: (await ownersInvite(world))._id,
  })),
  row(contract.openInvite, everybody(200), ownersInvite),
  row(contract.getInviteAvatar, everybody(200), ownersInvite),
  row(contract.acceptInvite, verifiedOnly({ others: 200 }), ownersInvite),
  row(contract.reserveInvite, { ...signedIn(409), unverified: 200 }, ownersInvite),

  row(contract.getChats, verifiedOnly({ others: 200 })),
  row(contract.createChat, verifiedOnly({ others: 403 }), () => ({ members: [unknownId] })),
  row(contract.getChat, membersOnly, aboutAGroup),
  // Members add their own friends only.
  row(contract.addMembers, verifiedOnly({ others: 404, member: 403, owner: 200 }), async (given) => ({
    chatId: await aGroup(given),
    members: [given.users.friend.user.id],
  })),
  row(contract.removeMember, verifiedOnly({ others: 404, member: 403, admin: 200, owner: 200 }), async (given) => ({
    chatId: await aGroup(given),
    memberId: given.users.extra.user.id,
  })),
  row(contract.setMemberRole, verifiedOnly({ others: 404, member: 403, owner: 200 }), async (given) => ({
    chatId: await aGroup(given),
    memberId: given.users.extra.user.id,
    role: 'admin',
  })),
  row(
    contract.saveGroupSettings,
    verifiedOnly({ others: 404, member: 403, admin: 200, owner: 200 }),
    async (given) => ({
      chatId: await aGroup(given),
      whoCanSend: 'admins',
    }),
  ),
  row(contract.editChat, membersOnly, async (given) => ({ chatId: await aGroup(given), name: 'New name' })),
  row(contract.getReads, membersOnly, aboutAGroup),
  row(contract.muteChat, membersOnly, async (given) => ({ chatId: await aGroup(given), isMuted: true })),
  row(contract.pinChat, membersOnly, async (given) => ({ chatId: await aGroup(given), isPinned: true })),
  row(contract.orderPinnedChats, verifiedOnly({ others: 200 }), async (given) => ({ chatIds: [await aGroup(given)] })),
  row(contract.archiveChat, membersOnly, async (given) => ({ chatId: await aGroup(given), isArchived: true })),
  row(contract.saveDraft, membersOnly, async (given) => ({
    chatId: await aGroup(given),
    content: 'Half a thought',
    at: new Date().toISOString(),
  })),
  row(contract.leaveChat, membersOnly, aboutAGroup),
  row(contract.deleteChat, verifiedOnly({ others: 404, member: 403, owner: 200 }), aboutAGroup),
  row(contract.startVoiceCall, verifiedOnly({ others: 404, member: 409, owner: 409 }), aboutAGroup),
  row(contract.startVideoCall, verifiedOnly({ others: 404, member: 409, owner: 409 }), aboutAGroup),
  row(contract.endVoiceCall, membersOnly, aboutAGroup),
  row(contract.getMessages, membersOnly, aboutAGroup),
  row(contract.sendMessage, verifiedOnly({ others: 404, member: 201, owner: 201 }), async (given) => ({
    chatId: await aGroup(given),
    content: 'Hello',
    type: 'text',
  })),
  row(contract.sendFile, verifiedOnly({ others: 404, member: 201, owner: 201 }), aboutAGroup),
  row(contract.recordTransfer, verifiedOnly({ others: 404, member: 400, owner: 400 }), async (given) => ({
    chatId: await aGroup(given),
    senderId: given.role === 'visitor' ? unknownId : given.users[given.role].user.id,
    fileName: 'film.mkv',
    fileSize: 1,
    status: 'completed',
  })),
  row(contract.getChanges, membersOnly, async (given) => ({
    chatId: await aGroup(given),
    after: 0,
  })),
  row(contract.editMessage, verifiedOnly({ others: 404, member: 403, owner: 200 }), async (given) => ({
    messageId: await ownersMessage(given),
    content: 'Edited',
  })),
  row(contract.reactToMessage, membersOnly, async (given) => ({
    messageId: await ownersMessage(given),
    emoji: '👍',
    isOn: true,
  })),
  row(contract.forwardMessages, verifiedOnly({ others: 404, member: 201, owner: 201 }), async (given) => {
    const { messageId, chatId } = await ownersMessageInChat(given);
    return { messageIds: [messageId], chatIds: [chatId], clientId: 'forward' };
  }),
  row(contract.pinMessage, verifiedOnly({ others: 404, member: 403, admin: 200, owner: 200 }), async (given) => ({
    messageId: await ownersMessage(given),
    isPinned: true,
  })),
  row(contract.getPinnedMessages, membersOnly, aboutAGroup),
  row(contract.searchMessages, membersOnly, async (given) => ({ chatId: await aGroup(given), q: 'hello' })),
  row(contract.getMedia, membersOnly, async (given) => ({ chatId: await aGroup(given), kind: 'file' })),
  row(contract.getVersions, membersOnly, async (given) => ({
    messageId: await ownersMessage(given),
  })),
  row(contract.deleteMessage, verifiedOnly({ others: 404, member: 403, owner: 200 }), async (given) => ({
    messageId: await ownersMessage(given),
  })),
];

/** The routes that are not endpoints, and the status for each role on this machine. */
const plainRoutes: Record<string, Statuses> = {
  'GET /healthz': everybody(200),
  'GET /readyz': everybody(200),
  'GET /metrics': everybody(200),
};

let users: Users;
let documented: OpenApiDocument['paths'];
beforeAll(async () => {
  documented = JSON.parse((await app.client().call(contract.getOpenApi, {})).text).paths;
  const somebody = (name: string) => aVerifiedUser({ name });
  users = {
    unverified: await anUnverifiedUser(),
    suspended: await somebody('Suspended'),
    administrator: await anAdministrator(),
    stranger: await somebody('Stranger'),
    friend: await somebody('Friend'),
    member: await somebody('Member'),
    exMember: await somebody('Ex-member'),
    admin: await somebody('Admin'),
    owner: await somebody('Owner'),
    extra: await somebody('Extra'),
    asker: await somebody('Asker'),
    asked: await somebody('Asked'),
  };
  const { friend, member, exMember, admin, extra, owner } = users;
  for (const other of [friend, member, exMember, admin, extra]) await befriend(owner, other);
  await users.administrator.call(contract.suspendPerson, { id: users.suspended.user.id });
});

/** A user in this role; a logout uses a separate device, so that no other test loses its session. */
async function play(role: Role, endpoint: contract.Endpoint): Promise<HttpClient> {
  if (role === 'visitor') return app.client();
  return endpoint === contract.logout && role !== 'suspended' ? anotherDevice(users[role]) : users[role];
}

test('[SEC-9] every endpoint answers each role as in the table, and as documented', async () => {
  const wrong: string[] = [];
  const made: World['made'] = new Map();
  for (const { endpoint, expected, input } of table) {
    const { responses = {} } = documented[endpoint.path]?.[endpoint.method.toLowerCase()] ?? {};
    const askAs = async (role: Role) => {
      const given = { input: await input({ users, role, made }), expected: expected[role] };
      const status = await statusOf(await play(role, endpoint), endpoint, given);
      const what = `${endpoint.method} ${endpoint.path} answers a ${role}: ${status}`;
      if (status !== expected[role]) wrong.push(`${what}, not ${expected[role]}`);
      if (!(status in responses)) wrong.push(`${what}, which is not documented`);
      if (status < 300 && changesRelation(endpoint)) made.clear();
    };
    const mayChange = changesRelation(endpoint) && roles.some((role) => expected[role] < 300);
    if (mayChange) for (const role of roles) await askAs(role);
    else await Promise.all(roles.map(askAs));
  }
  expect(wrong).toEqual([]);
});

test('[SEC-9] other routes answer each role as in the table, and show metrics on this machine only', async () => {
  const wrong: string[] = [];
  for (const [route, expected] of Object.entries(plainRoutes)) {
    const [method = '', path = ''] = route.split(' ');
    for (const role of roles) {
      const caller = role === 'visitor' ? app.client() : users[role];
      const here = await caller.send(method, path);
      const remote = await caller.send(method, path, { headers: { 'x-forwarded-for': '198.51.100.1' } });
      const answered = [here.status, remote.status].join();
      const wanted = [expected[role], path === '/metrics' ? 401 : expected[role]].join();
      if (answered !== wanted) wrong.push(`${route} answers a ${role}: ${answered}, not ${wanted}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('[SEC-9] every route of the running server has a row, and every endpoint of the contract is served', () => {
  const rows = table.map(({ endpoint }) => `${endpoint.method} ${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`);
  const routes = app.routes.filter((route) => route.includes(' /api/') && !route.startsWith('HEAD '));
  expect(rows.toSorted()).toEqual([...routes].toSorted());
  // The web app's files have names with an extension.
  const plain = app.routes.filter((route) => !/^HEAD | \/api\/|\.\w+$/.test(route));
  expect(Object.keys(plainRoutes).toSorted()).toEqual([...plain].toSorted());

  expect(new Set(table.map(({ endpoint }) => endpoint))).toEqual(new Set(endpoints));
});
