import * as contract from '@chat-app/contract';
import { beforeAll, expect, test } from 'vitest';
import type { OpenApiDocument } from '../../src/features/api-docs/index.ts';
import { people } from '../people.ts';
import { type Known, statusOf } from './calls.ts';
import { changesRelation, endpoints, unknownId } from './endpoints.ts';
import { useOwnTestApp } from '../test-app.ts';
import type { HttpClient } from '../http-client.ts';
import {
  aboutTheGroup,
  incoming,
  itsAvatar,
  others,
  outgoing,
  ownersInvite,
  type Role,
  roles,
  somebodyElse,
  type Users,
  type World,
} from './role-targets.ts';

const app = useOwnTestApp();
const { anAdministrator, anotherDevice, anUnverifiedUser, aVerifiedUser, befriend } = people(app);

type Statuses = Record<Role, number>;

/** An endpoint, the status for each role, and what the call is about, unless that is the group or a message in it. */
type Row = readonly [endpoint: contract.Endpoint, expected: Statuses, about?: (world: World) => Known | Promise<Known>];

const verifiedOnly = (statuses: Partial<Statuses> & { others: number }): Statuses => {
  const { others: most, ...given } = statuses;
  const filled = Object.fromEntries(roles.map((role) => [role, most])) as Statuses;
  // An admin may do what a member may, unless stated otherwise.
  return { ...filled, visitor: 401, suspended: 401, unverified: 403, admin: given.member ?? most, ...given };
};
const everybody = (status: number): Statuses => Object.fromEntries(roles.map((role) => [role, status])) as Statuses;
const signedIn = (status: number): Statuses => ({ ...everybody(status), visitor: 401, suspended: 401 });
/** For everybody else they do not exist. */
const administratorsOnly = (status: number): Statuses => ({ ...everybody(404), administrator: status });
const verified = verifiedOnly({ others: 200 });
const membersOnly = verifiedOnly({ others: 404, member: 200, owner: 200 });
const adminsOnly = verifiedOnly({ others: 404, member: 403, admin: 200, owner: 200 });
const ownerOnly = verifiedOnly({ others: 404, member: 403, owner: 200 });

/** Every endpoint, and the status for each role. A route without a row fails the last test. */
const table: Row[] = [
  [contract.getServerConfig, everybody(200)],
  [contract.getApiDocs, everybody(200)],
  [contract.getOpenApi, everybody(200)],
  [contract.register, everybody(400), () => ({ name: '' })],
  [contract.login, everybody(400), () => ({ email: '' })],
  [contract.googleLogin, everybody(503)],
  [contract.secondFactorLogin, everybody(401)],
  [contract.logout, everybody(200)],
  [contract.forgotPassword, everybody(200)],
  [contract.resetPassword, everybody(400)],
  [contract.verifyEmail, everybody(400)],
  [contract.getSession, signedIn(200)],
  [contract.updateProfile, signedIn(200), ({ users, role }) => (role === 'visitor' ? {} : users[role].user)],
  [contract.updatePrivacy, verified],
  [contract.updatePassword, signedIn(400)],
  [contract.getSessions, signedIn(200)],
  [contract.revokeSession, signedIn(404)],
  [contract.revokeOtherSessions, signedIn(200)],
  [contract.exportAccount, verified],
  [contract.getPasskeyOptions, verified],
  [contract.addPasskey, verifiedOnly({ others: 400 })],
  [contract.getPasskeys, verified],
  [contract.removePasskey, verifiedOnly({ others: 404 })],
  [contract.getPasskeyLoginOptions, everybody(200)],
  [contract.passkeyLogin, everybody(401)],
  [contract.setUpTotp, verifiedOnly({ others: 400 })],
  [contract.confirmTotp, verifiedOnly({ others: 400 })],
  [contract.disableTotp, verifiedOnly({ others: 400 })],
  [contract.deleteAccount, signedIn(400)],
  [contract.changeEmail, verifiedOnly({ others: 400 })],
  [contract.confirmEmailChange, everybody(400)],
  [contract.undoEmailChange, everybody(400)],
  [contract.updateEmail, { ...signedIn(409), unverified: 200 }, () => ({ email: 'corrected@example.org' })],
  [contract.resendVerification, { ...signedIn(409), unverified: 200 }],

  [contract.getAnnouncement, verified],
  [contract.getHostSettings, administratorsOnly(200)],
  [contract.updateHostSettings, administratorsOnly(200)],
  [contract.setAnnouncement, administratorsOnly(200)],
  [contract.clearAnnouncement, administratorsOnly(200)],
  [contract.getHostOverview, administratorsOnly(200)],
  [contract.getHostHistory, administratorsOnly(200)],

  [contract.getUser, verified, ({ users }) => users.owner.user],
  [contract.getAvatar, membersOnly, itsAvatar],
  [contract.uploadImage, verifiedOnly({ others: 415 })],
  [contract.getUpload, verifiedOnly({ others: 404 })],
  [contract.getIceServers, verified],
  [contract.getLinkPreview, verifiedOnly({ others: 400 })],
  [contract.getForeignImage, verifiedOnly({ others: 400 })],

  [contract.getPushKey, verified],
  [contract.subscribeToPush, verifiedOnly({ others: 400 })],
  [contract.unsubscribeFromPush, verified],

  [contract.getFriends, verified],
  [contract.getFriendRequests, verified],
  [contract.getSentRequests, verified],
  [contract.searchByEmail, verified],
  [contract.searchForFriends, verified],
  [contract.sendFriendRequest, verifiedOnly({ others: 404 })],
  [contract.acceptFriendRequest, verifiedOnly({ others: 404, owner: 200 }), incoming],
  [contract.rejectFriendRequest, verifiedOnly({ others: 404, owner: 200 }), incoming],
  [contract.cancelFriendRequest, verifiedOnly({ others: 404, owner: 200 }), outgoing],
  [contract.removeFriend, verifiedOnly({ others: 404 }), ({ users }) => ({ friendId: users.asked.user.id })],
  [contract.getBlockedUsers, verified],
  [contract.blockUser, verifiedOnly({ others: 404 })],
  [contract.unblockUser, verified],
  [contract.sendReport, verifiedOnly({ others: 404, member: 201, owner: 400 })],

  [contract.getPeople, administratorsOnly(200)],
  [contract.suspendPerson, administratorsOnly(200), somebodyElse],
  [contract.resumePerson, administratorsOnly(200), somebodyElse],
  [contract.signOutPerson, administratorsOnly(200), somebodyElse],
  [contract.sendResetLink, administratorsOnly(200), somebodyElse],
  [contract.grantAdministration, administratorsOnly(403), somebodyElse],
  [contract.revokeAdministration, administratorsOnly(200), somebodyElse],
  [contract.deletePerson, administratorsOnly(200), somebodyElse],
  [contract.getReports, administratorsOnly(200)],
  [contract.closeReport, administratorsOnly(404)],
  [contract.getAdminInvites, administratorsOnly(200)],
  [contract.revokeAnyInvite, administratorsOnly(200), ownersInvite],
  [contract.getAudit, administratorsOnly(200)],
  [contract.exportAudit, administratorsOnly(200)],
  [contract.createInvite, verifiedOnly({ others: 404, member: 403, admin: 201, owner: 201 })],
  [contract.getInvites, verified],
  [contract.revokeInvite, verifiedOnly({ others: 404, owner: 200 }), ownersInvite],
  [contract.openInvite, everybody(200), ownersInvite],
  [contract.getInviteAvatar, everybody(200), ownersInvite],
  [contract.acceptInvite, verified, ownersInvite],
  [contract.reserveInvite, { ...signedIn(409), unverified: 200 }, ownersInvite],

  [contract.getChats, verified],
  [contract.createChat, verifiedOnly({ others: 403 }), () => ({ members: [unknownId] })],
  [contract.getChat, membersOnly],
  // Members add their own friends only.
  [contract.addMembers, ownerOnly],
  [contract.removeMember, adminsOnly],
  [contract.setMemberRole, ownerOnly],
  [contract.saveGroupSettings, adminsOnly],
  [contract.editChat, membersOnly],
  [contract.getReads, membersOnly],
  [contract.muteChat, membersOnly],
  [contract.pinChat, membersOnly],
  [contract.orderPinnedChats, verified],
  [contract.archiveChat, membersOnly],
  [contract.saveDraft, membersOnly],
  [contract.leaveChat, membersOnly],
  [contract.deleteChat, ownerOnly],
  [contract.startVoiceCall, verifiedOnly({ others: 404, member: 409, owner: 409 })],
  [contract.startVideoCall, verifiedOnly({ others: 404, member: 409, owner: 409 })],
  [contract.endVoiceCall, membersOnly],
  [contract.getMessages, membersOnly],
  [contract.sendMessage, verifiedOnly({ others: 404, member: 201, owner: 201 })],
  [contract.sendFile, verifiedOnly({ others: 404, member: 201, owner: 201 })],
  [contract.recordTransfer, verifiedOnly({ others: 404, member: 400, owner: 400 })],
  [contract.getChanges, membersOnly],
  [contract.editMessage, ownerOnly],
  [contract.reactToMessage, membersOnly],
  [contract.forwardMessages, verifiedOnly({ others: 404, member: 201, owner: 201 })],
  [contract.pinMessage, adminsOnly],
  [contract.getPinnedMessages, membersOnly],
  [contract.searchMessages, membersOnly],
  [contract.getMedia, membersOnly],
  [contract.getVersions, membersOnly],
  [contract.deleteMessage, ownerOnly],
];

/** Routes that are no endpoints: everybody gets them on this machine, and these statuses elsewhere. */
const plainRoutes = { 'GET /healthz': 200, 'GET /readyz': 200, 'GET /metrics': 401 };

let users: Users;
let documented: OpenApiDocument['paths'];
beforeAll(async () => {
  documented = JSON.parse((await app.client().call(contract.getOpenApi, {})).text).paths;
  users = { unverified: await anUnverifiedUser(), administrator: await anAdministrator() } as Users;
  for (const name of [...roles, ...others]) if (name !== 'visitor') users[name] ??= await aVerifiedUser({ name });
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
  for (const [endpoint, expected, about] of table) {
    const { responses = {} } = documented[endpoint.path]?.[endpoint.method.toLowerCase()] ?? {};
    const askAs = async (role: Role) => {
      const world = { app, users, role, made };
      const known = { ...aboutTheGroup(world), ...(await about?.(world)) };
      const status = await statusOf(await play(role, endpoint), endpoint, { known, expected: expected[role] });
      const what = `${endpoint.method} ${endpoint.path} answers a ${role}: ${status}`;
      if (status !== expected[role]) wrong.push(`${what}, not ${expected[role]}`);
      if (!(status in responses)) wrong.push(`${what}, which is not documented`);
      if (status < 300 && changesRelation(endpoint)) made.clear();
    };
    // What is refused changes nothing.
    const isChanging = (role: Role) => changesRelation(endpoint) && expected[role] < 300;
    await Promise.all(roles.filter((role) => !isChanging(role)).map(askAs));
    for (const role of roles.filter(isChanging)) await askAs(role);
  }
  expect(wrong).toEqual([]);
});

test('[SEC-9] other routes answer every role, and show metrics on this machine only', async () => {
  for (const [route, elsewhere] of Object.entries(plainRoutes)) {
    const [method = '', path = ''] = route.split(' ');
    for (const role of roles) {
      const caller = role === 'visitor' ? app.client() : users[role];
      const remote = await caller.send(method, path, { headers: { 'x-forwarded-for': '198.51.100.1' } });
      const here = await caller.send(method, path);
      expect({ route, role, here: here.status, elsewhere: remote.status }).toEqual({
        route,
        role,
        here: 200,
        elsewhere,
      });
    }
  }
});

test('[SEC-9] every route of the running server has a row, and every endpoint of the contract is served', () => {
  const rows = table.map(([endpoint]) => `${endpoint.method} ${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`);
  const routes = app.routes.filter((route) => route.includes(' /api/') && !route.startsWith('HEAD '));
  expect(rows.toSorted()).toEqual([...routes].toSorted());
  // The web app's files have names with an extension.
  const plain = app.routes.filter((route) => !/^HEAD | \/api\/|\.\w+$/.test(route));
  expect(Object.keys(plainRoutes).toSorted()).toEqual([...plain].toSorted());

  expect(new Set(table.map(([endpoint]) => endpoint))).toEqual(new Set(endpoints));
});
