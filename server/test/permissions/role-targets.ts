import * as contract from '@chat-app/contract';
import { type Person, people } from '../people.ts';
import type { TestApp } from '../test-app.ts';
import type { Known } from './calls.ts';
import { unknownId } from './endpoints.ts';

export const roles = [
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
export type Role = (typeof roles)[number];
export const others = ['extra', 'asker', 'asked'] as const;
export type Users = Record<Exclude<Role, 'visitor'> | (typeof others)[number], Person>;

export interface World {
  readonly app: TestApp;
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

/** Of the owner, the admin, the member and one more; the ex-member was removed from it. */
const aGroup = target(async ({ users: { owner, member, exMember, admin, extra } }) => {
  const members = [member, exMember, admin, extra].map((person) => person.user.id);
  const { chatId } = (await owner.call(contract.createChat, { members })).body;
  await owner.call(contract.removeMember, { chatId, memberId: exMember.user.id });
  await owner.call(contract.setMemberRole, { chatId, memberId: admin.user.id, role: 'admin' });
  return chatId;
});
export const itsAvatar = async (world: World) => ({ fileName: `${await aGroup(world)}.svg` });
const requests = target(async ({ users: { owner, asker, asked } }) => {
  await owner.call(contract.removeFriend, { friendId: asker.user.id });
  await asker.call(contract.sendFriendRequest, { friendId: owner.user.id });
  await owner.call(contract.sendFriendRequest, { friendId: asked.user.id });
  const received = (await owner.call(contract.getFriendRequests, {})).body.data;
  const sent = (await owner.call(contract.getSentRequests, {})).body.data;
  return { incoming: { requestId: received[0]?._id }, outgoing: { requestId: sent[0]?._id } };
});
export const incoming = async (world: World) => (await requests(world)).incoming;
export const outgoing = async (world: World) => (await requests(world)).outgoing;

const ownersMessage = target(async (world) => {
  const given = { chatId: await aGroup(world), content: 'Hello', type: 'text' } as const;
  return (await world.users.owner.call(contract.sendMessage, given)).body.message._id;
});

export const somebodyElse = target(async ({ app }) => ({ id: (await people(app).anUnverifiedUser()).user.id }));
/** An invitation to a group. */
export const ownersInvite = target(async (world) => {
  // There can be 20 at a time.
  await world.app.database.sql`delete from invites`;
  const given = { kind: 'chat', chatId: await aGroup(world) } as const;
  const { _id: id, token } = (await world.users.owner.call(contract.createInvite, given)).body.invite;
  return { id, token };
});

/** What every call is about that names such a thing. */
export const aboutTheGroup = (world: World): Known => ({
  chatId: () => aGroup(world),
  memberId: world.users.extra.user.id,
  members: [world.users.friend.user.id],
  messageId: () => ownersMessage(world),
  senderId: world.role === 'visitor' ? unknownId : world.users[world.role].user.id,
});
