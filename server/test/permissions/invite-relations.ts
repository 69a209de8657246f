import * as contract from '@chat-app/contract';
import type { Person } from '../people.ts';
import type { TestApp } from '../test-app.ts';
import { unknownId } from './endpoints.ts';
import type { createRelations, Related, Users } from './relations.ts';

/** Ann invites, unless stated otherwise. */
export function createInviteRelations(
  app: TestApp,
  users: Users,
  { aGroup, person }: ReturnType<typeof createRelations>,
) {
  const { ann, cem, eve, fay } = users;

  async function invite(
    caller: Person,
    wanted: contract.InputOf<typeof contract.createInvite>,
    then: (id: contract.InviteId) => Promise<unknown> = () => Promise.resolve(),
  ): Promise<Related> {
    await app.database.sql`delete from invites`;
    const { body } = await ann.call(contract.createInvite, wanted);
    const { _id: inviteId, token } = body.invite;
    await then(inviteId);
    return { caller, id: token, inviteId };
  }
  const ofAnn = (caller: Person, then?: Parameters<typeof invite>[2]) => invite(caller, { kind: 'friend' }, then);
  async function toGroup(
    caller: Person,
    then: (chatId: contract.ChatId) => Promise<unknown> = () => Promise.resolve(),
  ) {
    const chatId = await aGroup();
    return invite(caller, { kind: 'chat', chatId }, () => then(chatId));
  }
  /** Once the two are in this relation. */
  const after = async (relation: () => Promise<Related>, inviting: () => Promise<Related>) => {
    await relation();
    return inviting();
  };
  const { sql } = app.database;

  return {
    creator: () => ofAnn(ann),
    friend: () => after(person.directPeer, () => ofAnn(users.bob)),
    stranger: () => after(person.stranger, () => ofAnn(eve)),
    askedByCreator: () => after(person.askedByMe, () => ofAnn(eve)),
    blockedByCreator: () => after(person.blockedByMe, () => ofAnn(fay)),
    hasBlockedCreator: () => after(person.blocksMe, () => ofAnn(fay)),
    expired: () => ofAnn(eve, async (id) => sql`update invites set expires_at = now() where id = ${id}`),
    usedUp: () => ofAnn(eve, async (id) => sql`update invites set max_uses = 1, uses = 1 where id = ${id}`),
    revoked: () => ofAnn(eve, (id) => ann.call(contract.revokeInvite, { id })),
    member: () => toGroup(cem),
    outsider: () => toGroup(eve),
    outsiderBlockedByCreator: () => after(person.blockedByMe, () => toGroup(fay)),
    exMember: () => toGroup(cem, (chatId) => ann.call(contract.removeMember, { chatId, memberId: cem.user.id })),
    creatorGone: () => toGroup(eve, (chatId) => ann.call(contract.leaveChat, { chatId })),
    deletedChat: () => toGroup(eve, (chatId) => ann.call(contract.deleteChat, { chatId })),
    unknown: (): Promise<Related> => Promise.resolve({ caller: eve, id: 'A'.repeat(43), inviteId: unknownId }),
  };
}
