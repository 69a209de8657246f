import * as contract from '@chat-app/contract';
import { describe, expect, test } from 'vitest';
import type { Person } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';
import { untilAnswered } from '../../../test/until-answered.ts';
import { accept, chatOf, create, friendsOf, invitations, invite, listOf } from './invites.fixture.ts';

const app = useTestApp();
const { aGroup, aVerifiedUser, open } = invitations(app);

test('[INV-5] there are at most 20 invitations that can be used, also when they are created at the same moment', async () => {
  const ann = await aVerifiedUser();
  const createOne = () => untilAnswered(() => create(ann, { kind: 'friend' }));
  const answers = await Promise.all(Array.from({ length: 30 }, createOne));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]));
  expect(await listOf(ann)).toHaveLength(20);
  const [first] = await listOf(ann);
  await app.database.sql`update invites set expires_at = now() where id = ${first?._id ?? ''}`;
  expect((await create(ann, { kind: 'friend' })).status).toBe(201);
});

describe('[INV-10] of people who accept an invitation at the same moment', () => {
  test.each(['friend', 'chat'] as const)(
    'exactly one of 20 gets the last use, and one who accepts 20 times counts once (%s)',
    async (kind) => {
      const { ann, chatId } = await aGroup();
      const link = await invite(ann, { kind, maxUses: 2, ...(kind === 'chat' && { chatId }) });
      const acceptAtOnce = (guests: Person[]) =>
        Promise.all(guests.map((guest) => untilAnswered(() => accept(guest, link))));
      const guest = await aVerifiedUser();
      const answers = await acceptAtOnce(Array.from({ length: 20 }, () => guest));
      expect(new Set(answers.map(({ status, body }) => `${status} ${body.chatId}`)).size).toBe(1);
      expect(await listOf(ann)).toMatchObject([{ uses: 1 }]);

      const others = await acceptAtOnce(await Promise.all(Array.from({ length: 20 }, () => aVerifiedUser())));
      expect([200, 404].map((one) => others.filter(({ status }) => status === one).length)).toEqual([1, 19]);
      expect((await chatOf(ann, chatId)).members).toHaveLength(kind === 'chat' ? 5 : 3);
      expect(await friendsOf(ann)).toHaveLength(kind === 'friend' ? 4 : 2);
      expect([await listOf(ann), (await open(link)).status]).toMatchObject([[{ uses: 2 }], 404]);
    },
    120_000,
  );

  test('none causes an error when it is revoked, or the group or the account of the creator is deleted', async () => {
    for (const end of ['revoke', 'chat', 'account'] as const) {
      const { ann, chatId } = await aGroup();
      const links = [await invite(ann, { kind: 'chat', chatId }), await invite(ann, { kind: 'friend' })] as const;
      const guests = await Promise.all(Array.from({ length: 8 }, () => aVerifiedUser()));
      const ending = {
        revoke: () => ann.call(contract.revokeInvite, { id: links[0]._id }),
        chat: () => ann.call(contract.deleteChat, { chatId }),
        account: () => ann.call(contract.deleteAccount, { password: ann.password }),
      }[end];
      const acceptances = guests.map((guest, index) =>
        untilAnswered(() => accept(guest, index % 2 === 0 ? links[0] : links[1])),
      );
      const [ended, ...answers] = await Promise.all([ending(), ...acceptances]);
      expect([end, ended.status]).toEqual([end, 200]);
      expect(answers.filter(({ status }) => status !== 200 && status !== 404)).toEqual([]);
    }
  });
});
