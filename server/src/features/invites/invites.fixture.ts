import * as contract from '@chat-app/contract';
import { type Person, people } from '../../../test/people.ts';
import type { TestApp } from '../../../test/test-app.ts';

type Wanted = contract.InputOf<typeof contract.createInvite>;
export const create = (person: Person, wanted: Wanted) => person.call(contract.createInvite, wanted);
export const invite = async (person: Person, wanted: Wanted) => (await create(person, wanted)).body.invite;
export const accept = (person: Person, { token }: { token: string }) => person.call(contract.acceptInvite, { token });
export const listOf = async (person: Person) => (await person.call(contract.getInvites, {})).body.data;
export const chatOf = async (person: Person, chatId: contract.ChatId) =>
  (await person.call(contract.getChat, { chatId })).body.data;
export const friendsOf = async (person: Person) =>
  (await person.call(contract.getFriends, {})).body.data.map(({ _id }) => _id);

/** People, the group of the first three of them, and the page of a link. */
export function invitations(app: TestApp) {
  const { aChat, aVerifiedUser, ...others } = people(app);
  const open = ({ token }: { token: string }) => app.client().call(contract.openInvite, { token });

  async function aGroup() {
    const [ann, bob, cat] = [await aVerifiedUser({ name: 'Ann' }), await aVerifiedUser(), await aVerifiedUser()];
    const chatId = await aChat(ann, bob, cat);
    await ann.call(contract.editChat, { chatId, name: 'Hikers' });
    return { ann, bob, cat, chatId };
  }

  return { ...others, aChat, aGroup, aVerifiedUser, open };
}
