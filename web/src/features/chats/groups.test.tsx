import { groupTexts } from '@chat-app/contract';
import type { ChatDetail, GroupRole } from '@chat-app/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aGroup, aMessage, aPerson, asMember, bob, cid, idOf } from '../../../test/chats.ts';
import {
  answerQuestion,
  type Answers,
  changeChat,
  isConnected,
  openChat,
  openInfo as openPanel,
  textsOf,
} from '../../../test/screens.ts';
import { chatServer } from '../../../test/stand-in-chat-server.ts';
import { me, refusal } from '../../../test/stand-in-server.ts';

const setRole = 'PUT /api/chats/members/role';
const saveSettings = 'PUT /api/chats/settings';
const leave = `POST /api/chats/leave/${idOf(1)}`;
const dan = aPerson('Dan');
const member = (person: typeof bob, role: GroupRole = 'member') => ({ ...asMember(person), role });
const myself = (role: GroupRole) => ({ ...asMember(me), role });

/** A group of four, owned by the user unless stated otherwise. */
const aGroupOfFour = (fields: Partial<ChatDetail> = {}) =>
  aGroup(1, { members: [myself('owner'), member(bob), member(cid), member(dan)], ...fields });
/** A group of Bob with this role of the user. */
const aGroupOfBob = (role: GroupRole, fields: Partial<ChatDetail> = {}) =>
  aGroup(1, { members: [myself(role), member(bob, 'owner'), member(cid)], ownerId: bob.id, ...fields });

async function openInfo(chat: ChatDetail, answers: Answers = {}) {
  const { server, person, panel } = await openPanel(chat, answers);
  const openMembers = async () => {
    await person.click(panel.getByRole('button', { name: /Group chat members/ }));
    return within(panel.getByRole('list', { name: 'Group chat members' }));
  };
  const openMenu = async (name: string) => {
    await person.click(panel.getByRole('button', { name: `More about ${name}` }));
    return textsOf(screen.getAllByRole('menuitem'));
  };
  return { server, person, panel, openMembers, openMenu };
}

test('[CHT-420] the member list shows roles, with owner and admins on top, then who is online', async () => {
  const members = [myself('member'), member(bob), member(cid, 'admin'), member(dan, 'owner')];
  const { openMembers, openMenu } = await openInfo(aGroupOfFour({ members, ownerId: dan.id }));
  await isConnected();
  await chatServer.emit('getOnlineUsers', [bob.id]);
  const list = await openMembers();
  expect(textsOf(list.getAllByRole('listitem'))).toEqual(['DanOwner', 'CidAdmin', 'Bob, online', 'AnnikaYou']);
  expect(list.queryByRole('button', { name: `More about ${me.name}` })).toBeNull();
  expect(await openMenu('Bob')).toEqual(['Block', 'Report']);
});

test('[CHT-420] the owner makes admins, takes the role back and hands the group over', async () => {
  const members = [myself('owner'), member(bob), member(cid, 'admin'), member(dan)];
  const { server, person, openMembers, openMenu } = await openInfo(aGroupOfFour({ members }));
  await openMembers();
  server.answer(setRole, refusal(403, 'forbidden', groupTexts.ownerSetsRoles));
  expect(await openMenu('Bob')).toEqual(['Make admin', 'Hand over group', 'Block', 'Report']);
  await person.click(screen.getByRole('menuitem', { name: 'Make admin' }));
  expect(await screen.findByText(groupTexts.ownerSetsRoles)).toBeDefined();
  expect(server.bodyOf(setRole)).toEqual({ chatId: idOf(1), memberId: bob.id, role: 'admin' });

  server.answer(setRole, { body: {} });
  expect(await openMenu('Cid')).toEqual(['Remove as admin', 'Hand over group', 'Block', 'Report']);
  await person.click(screen.getByRole('menuitem', { name: 'Remove as admin' }));
  expect(server.bodyOf(setRole)).toEqual({ chatId: idOf(1), memberId: cid.id, role: 'member' });

  await openMenu('Cid');
  await person.click(screen.getByRole('menuitem', { name: 'Hand over group' }));
  await screen.findByRole('alertdialog', { name: 'Hand over this group?' });
  expect(screen.getByText(/Cid becomes the owner, and you become an admin/)).toBeDefined();
  await answerQuestion(person, 'Hand over');
  expect(server.bodyOf(setRole)).toEqual({ chatId: idOf(1), memberId: cid.id, role: 'owner' });
});

test('[CHT-421] of a thousand members only the visible ones are rendered, and a search finds the others', async () => {
  const others = Array.from({ length: 999 }, (_, index) => aPerson(`Extra${index}`));
  const special = aPerson('Zoë');
  const members = [myself('owner'), ...others.map((person) => member(person)), member(special)];
  const { person, panel, openMembers } = await openInfo(aGroupOfFour({ members }));
  const list = await openMembers();
  const rows = list.getAllByRole('listitem');
  expect(rows.length).toBeLessThan(40);
  expect(rows[0]?.getAttribute('aria-setsize')).toBe('1001');
  await person.type(panel.getByRole('searchbox', { name: 'Search members' }), ' ZOE');
  await waitFor(() => expect(textsOf(list.getAllByRole('listitem'))).toEqual(['Zoë']));
  await person.type(panel.getByRole('searchbox', { name: 'Search members' }), 'x');
  expect(panel.getByText('No members found')).toBeDefined();
});

test('[CHT-422] owner and admins change the settings of a group, others do not see them', async () => {
  const { server, person, panel } = await openInfo(aGroupOfBob('admin', { whoCanAdd: 'admins' }), {
    [saveSettings]: { body: {} },
  });
  await isConnected();
  await person.click(panel.getByRole('button', { name: 'Group settings' }));
  const isOn = (name: string) => panel.getByRole('switch', { name }).getAttribute('aria-checked');
  expect(isOn('Only admins send messages')).toBe('false');
  expect(isOn('Only admins add members')).toBe('true');
  await person.click(panel.getByRole('switch', { name: 'Only admins send messages' }));
  expect(server.bodyOf(saveSettings)).toEqual({ chatId: idOf(1), whoCanSend: 'admins' });
  await person.click(panel.getByRole('switch', { name: 'Only admins add members' }));
  expect(server.bodyOf(saveSettings)).toEqual({ chatId: idOf(1), whoCanAdd: 'members' });

  server.answer(saveSettings, refusal(403, 'forbidden', groupTexts.adminsSet));
  await person.click(panel.getByRole('switch', { name: 'Only admins edit the group' }));
  expect(await screen.findByText(groupTexts.adminsSet)).toBeDefined();
  await waitFor(() => expect(isOn('Only admins edit the group')).toBe('false'));

  await changeChat(server, aGroupOfBob('member'));
  await waitFor(() => expect(panel.queryByRole('button', { name: 'Group settings' })).toBeNull());
});

test.each([
  ['a member', 'member', false],
  ['an admin', 'admin', true],
] as const)('[CHT-426] where only admins add and edit, %s is offered what they may do', async (_, role, may) => {
  const { panel } = await openInfo(aGroupOfBob(role, { whoCanAdd: 'admins', whoCanEdit: 'admins' }));
  expect(await panel.findByRole('button', { name: 'Leave this chat' })).toBeDefined();
  expect(panel.queryByRole('button', { name: 'Add member to chat' }) !== null).toBe(may);
  expect(panel.queryByRole('button', { name: 'Edit chat informaton' }) !== null).toBe(may);
});

test('[CHT-423] where only admins send, the others read so instead of the field, and it follows each change', async () => {
  const { server } = await openChat([aMessage(1, 1)], {}, aGroupOfBob('member'));
  expect(await screen.findByRole('form', { name: 'Write a message' })).toBeDefined();
  const become = (role: GroupRole) => changeChat(server, aGroupOfBob(role, { whoCanSend: 'admins' }));
  await become('member');
  expect(await screen.findByText(groupTexts.adminsSend)).toBeDefined();
  expect(screen.queryByRole('form', { name: 'Write a message' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Reply to/ })).toBeNull();

  await become('admin');
  expect(await screen.findByRole('form', { name: 'Write a message' })).toBeDefined();
  expect(screen.queryByText(groupTexts.adminsSend)).toBeNull();
});

test('[CHT-424] an owner without admins chooses who follows before leaving, and stays if that is refused', async () => {
  const { server, person, panel } = await openInfo(aGroupOfFour(), {
    [setRole]: refusal(404, 'not_found', 'Member not found'),
    [leave]: { body: {} },
  });
  await isConnected();
  await person.click(panel.getByRole('button', { name: 'Leave this chat' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Who follows you?' }));
  const handOver = dialog.getByRole<HTMLButtonElement>('button', { name: 'Hand over and leave' });
  expect(dialog.getByRole('button', { name: /Bob/ }).getAttribute('aria-pressed')).toBe('true');
  await person.click(dialog.getByRole('button', { name: /Dan/ }));
  expect(server.asked).not.toContain(setRole);
  // When the chosen member leaves meanwhile, nobody else is chosen.
  await changeChat(server, aGroupOfFour({ members: [myself('owner'), member(bob), member(cid)] }));
  await waitFor(() => expect(dialog.queryByRole('button', { name: /Dan/ })).toBeNull());
  expect(handOver.disabled).toBe(true);
  await person.click(dialog.getByRole('button', { name: /Cid/ }));
  await person.click(handOver);
  expect(await screen.findByText('Member not found')).toBeDefined();
  expect(server.asked).not.toContain(leave);

  server.answer(setRole, { body: {} });
  await waitFor(() => expect(handOver.disabled).toBe(false));
  await person.click(handOver);
  await waitFor(() => expect(server.asked).toContain(leave));
  expect(server.bodyOf(setRole)).toEqual({ chatId: idOf(1), memberId: cid.id, role: 'owner' });
  expect(await screen.findByRole('heading', { name: /^Welcome|^Select a chat/ })).toBeDefined();
});

test.each([
  ['an admin follows', [myself('owner'), member(bob), member(cid, 'admin'), member(dan)], /Cid becomes the owner\.$/],
  ['two people remain', [myself('owner'), member(bob), member(cid)], /The others go on without you\.$/],
])('[CHT-424] the owner only confirms if %s', async (_, members, outcome) => {
  const { server, person, panel } = await openInfo(aGroupOfFour({ members }), { [leave]: { body: {} } });
  expect(panel.getByText(outcome)).toBeDefined();
  await person.click(panel.getByRole('button', { name: 'Leave this chat' }));
  await answerQuestion(person, 'Leave');
  await waitFor(() => expect(server.asked).toContain(leave));
});
