import { answerTexts, inviteToasts } from '@chat-app/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { chatAnswers, chatCall, dataOf } from '../../../test/answers.ts';
import { aGroup, asMember, bob, cid, idOf } from '../../../test/chats.ts';
import { openApp } from '../../../test/open-app.tsx';
import { type Answers, isConnected, openInfo, openMain, signUp } from '../../../test/screens.ts';
import { chatServer } from '../../../test/stand-in-chat-server.ts';
import { me, refusal, signedIn, unverified } from '../../../test/stand-in-server.ts';

const token = 'T'.repeat(43);
const path = `/invite/${token}`;
const opening = `GET /api/invites/open/${token}`;
const accepting = `POST /api/invites/accept/${token}`;
const friend = { kind: 'friend', name: 'Ann', invitedBy: 'Ann', avatar: `/api/invites/avatar/${token}` };
const group = { ...friend, kind: 'chat', name: 'Hikers', memberCount: 3 };
const opened = (invite: object) => ({ [opening]: { body: { invite } } });
const { 'GET /api/auth': _session, ...chat } = chatAnswers(1);
const accepted = { [accepting]: { body: { chatId: idOf(1) } } };
const key = 'chat-app.invite';
const register = 'POST /api/auth/register';

const isInChat = () => waitFor(() => expect(window.location.pathname).toBe(`/chat/${idOf(1)}`));

test('[INV-20] a link is opened again after a failure; one that does not work says so, and leads on', async () => {
  const { server, person } = openApp(path, { [opening]: refusal(429, 'rate_limited', 'Too many attempts') });
  expect(await screen.findByText('Too many attempts')).toBeDefined();
  server.answer(opening, refusal(404, 'not_found', 'Invitation not found'));
  await person.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { name: 'This invitation does not work' })).toBeDefined();
  await person.click(screen.getByRole('link', { name: 'Go to the login' }));
  expect(await screen.findByRole('heading', { name: 'Log in' })).toBeDefined();
});

test('[INV-21] a user accepts and lands in the chat; a refusal is shown, and the page stays', async () => {
  const { server, person } = openApp(path, {
    ...signedIn,
    ...opened(friend),
    ...chat,
    [accepting]: refusal(400, 'invalid_input', answerTexts.groupFull),
  });
  expect(await screen.findByRole('heading', { name: 'Chat with Ann' })).toBeDefined();
  await person.click(await screen.findByRole('button', { name: 'Accept' }));
  expect(await screen.findByText(answerTexts.groupFull)).toBeDefined();
  expect(screen.getByText(inviteToasts.acceptFailed.title)).toBeDefined();
  expect(window.location.pathname).toBe(path);
  server.answer(accepting, { body: { chatId: idOf(1) } });
  await person.click(await screen.findByRole('button', { name: 'Accept' }));
  expect(await screen.findByRole('heading', { name: 'Chat 1' })).toBeDefined();
  await isInChat();
});

test('[INV-20] [INV-22] a visitor sees who invites to what; signing up carries the invitation, and it is accepted after the verification', async () => {
  const { server, person } = openApp(path, {
    ...opened(group),
    ...accepted,
    ...chat,
    [register]: () => {
      server.answer('GET /api/auth', unverified['GET /api/auth']);
      return { ...unverified['GET /api/auth'], status: 201 };
    },
  });
  expect(await screen.findByRole('heading', { name: 'Join Hikers' })).toBeDefined();
  expect(screen.getByText(/invites you to this group of 3 members/).textContent).toContain('Ann');
  expect(screen.queryByText(answerTexts.signInFirst)).toBeNull();
  await person.click(screen.getByRole('link', { name: 'Sign up' }));
  await signUp(person);
  expect(await screen.findByRole('heading', { name: 'Your account is not verified' })).toBeDefined();
  expect(server.bodyOf(register)).toMatchObject({ name: 'Annika', invite: token });
  expect(server.asked).not.toContain(accepting);
  // For every tab, but for this account only.
  expect(sessionStorage.getItem(key)).toBeNull();
  expect(localStorage.getItem(key)).toContain(me.id);

  server.answer('GET /api/auth', { body: { user: me } });
  window.dispatchEvent(new Event('visibilitychange'));
  await isInChat();
  expect(server.timesAsked(accepting)).toBe(1);
});

const reserving = `POST /api/invites/reserve/${token}`;

test('[INV-27] somebody who has not verified their address yet keeps a use, in every tab', async () => {
  const { server, person } = openApp(path, { ...unverified, ...opened(group), [reserving]: { body: {} } });
  await person.click(await screen.findByRole('link', { name: 'Continue' }));
  expect(await screen.findByRole('heading', { name: 'Your account is not verified' })).toBeDefined();
  await waitFor(() => expect(localStorage.getItem(key)).toContain(me.id));
  expect(sessionStorage.getItem(key)).toBeNull();
  expect(server.timesAsked(reserving)).toBe(1);
});

test('[INV-27] an invitation that cannot be used is forgotten, with a message', async () => {
  const { person } = openApp(path, {
    ...unverified,
    ...opened(group),
    [reserving]: refusal(404, 'not_found', 'Invitation not found'),
  });
  await person.click(await screen.findByRole('link', { name: 'Continue' }));
  expect(await screen.findByText(inviteToasts.acceptFailed.title)).toBeDefined();
  expect([localStorage.getItem(key), sessionStorage.getItem(key)]).toEqual([null, null]);
});

test('[INV-27] if the address was verified meanwhile, the invitation is accepted at once', async () => {
  const { server, person } = openApp(path, { ...unverified, ...opened(group), ...accepted, ...chat });
  server.answer(reserving, () => {
    server.answer('GET /api/auth', { body: { user: me } });
    return refusal(409, 'already_verified', answerTexts.alreadyVerified);
  });
  await person.click(await screen.findByRole('link', { name: 'Continue' }));
  await isInChat();
  expect(server.timesAsked(accepting)).toBe(1);
  expect(screen.queryByText(inviteToasts.acceptFailed.title)).toBeNull();
});

test('[INV-22] [INV-23] logging in accepts the invitation, which only this tab knows, once', async () => {
  const { server, person } = openApp(path, {
    ...opened(group),
    ...accepted,
    ...chat,
    'POST /api/auth/login': { body: { user: me } },
  });
  await person.click(await screen.findByRole('link', { name: 'Log in' }));
  await person.type(await screen.findByLabelText('Email'), me.email);
  expect(localStorage.getItem(key)).toBeNull();
  expect(sessionStorage.getItem(key)).toContain(token);
  await person.type(screen.getByLabelText('Password'), 'Secret1!x{Enter}');
  await isInChat();
  expect(server.timesAsked(accepting)).toBe(1);
  expect(sessionStorage.getItem(key)).toBeNull();
});

const hourAgo = 3_700_000;

const stored = (userId: string | null, at: number) => JSON.stringify({ token, userId, at });

test.each([
  [
    'that somebody else signed up with, or from an hour ago',
    stored(idOf(9), Date.now()),
    stored(null, Date.now() - hourAgo),
  ],
  ['of nobody from another tab, or anything else', stored(null, Date.now()), '{broken'],
  ['that cannot be read', '{broken', '{broken'],
])('[INV-23] an invitation %s is not accepted', async (_, ofBrowser, ofTab) => {
  localStorage.setItem(key, ofBrowser);
  sessionStorage.setItem(key, ofTab);
  const { server } = openApp('/', { ...signedIn, ...accepted });
  expect(await screen.findByRole('button', { name: 'Logout' })).toBeDefined();
  expect(server.asked).not.toContain(accepting);
});

test('[INV-22] the invitation of a new account is accepted in another tab', async () => {
  localStorage.setItem(key, stored(me.id, Date.now() - hourAgo));
  const { server } = openApp('/', { ...signedIn, ...accepted, ...chat });
  await isInChat();
  expect(server.timesAsked(accepting)).toBe(1);
  expect(localStorage.getItem(key)).toBeNull();
});

const created = {
  _id: idOf(5),
  kind: 'friend',
  expiresAt: null,
  maxUses: 10,
  uses: 0,
  createdAt: '2026-03-01T10:00:00.000Z',
  isUsable: true,
};
const url = `https://chat.example.org/invite/${token}`;
const create = 'POST /api/invites';
const listing = 'GET /api/invites';

async function openInvites(answers: Answers = {}) {
  const app = await openMain({
    [listing]: dataOf(),
    [create]: { status: 201, body: { invite: { ...created, token, url } } },
    ...answers,
  });
  const [first] = await screen.findAllByRole('button', { name: 'Invite people' });
  await app.person.click(first as HTMLElement);
  return { ...app, dialog: within(await screen.findByRole('dialog', { name: 'Invite people' })) };
}

test('[INV-24] a new account is offered to invite people: with a link, a QR code and a way to copy it', async () => {
  const { server, person, dialog } = await openInvites();
  await person.click(dialog.getByRole('radio', { name: 'Never' }));
  server.answer(listing, dataOf(created));
  await person.click(dialog.getByRole('button', { name: 'Create link' }));

  expect((await dialog.findByRole<HTMLInputElement>('textbox', { name: 'Link' })).value).toBe(url);
  expect(dialog.getByRole('img', { name: 'QR code of the link' })).toBeDefined();
  expect(server.bodyOf(create)).toEqual({
    kind: 'friend',
    expiresAt: null,
    maxUses: 10,
    clientId: expect.any(String) as string,
  });
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await person.click(dialog.getByRole('button', { name: 'Copy link' }));
  expect(write).toHaveBeenCalledWith(url);
  expect(await screen.findByText(inviteToasts.copied.title)).toBeDefined();
});

test('[INV-24] where the browser can share, the link is shared', async () => {
  const share = vi.fn<(link: object) => Promise<void>>(async () => {});
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  try {
    const { person, dialog } = await openInvites();
    await person.click(dialog.getByRole('button', { name: 'Create link' }));
    await person.click(await dialog.findByRole('button', { name: 'Share' }));
    expect(share).toHaveBeenCalledWith({ url, text: 'Chat with me on Chat App' });
  } finally {
    Reflect.deleteProperty(navigator, 'share');
  }
});

test('[INV-25] one sees the own links and what is left of them, and revokes one', async () => {
  const unusable = { ...created, isUsable: false };
  const usedUp = { ...unusable, _id: idOf(6), maxUses: 1, uses: 1 };
  const expired = { ...unusable, _id: idOf(7), uses: 3, expiresAt: created.createdAt };
  const notAllowed = { ...unusable, _id: idOf(8), maxUses: null };
  const { server, person } = await openInvites({
    [listing]: dataOf(created, usedUp, expired, notAllowed),
    [`DELETE /api/invites/${idOf(5)}`]: { body: {} },
  });
  const shown = await screen.findAllByText(/ · /);
  expect(shown.map(({ textContent }) => textContent)).toEqual([
    '0 of 10 used · never expires',
    '1 of 1 used · used up',
    '3 of 10 used · expired',
    'not used yet · you may not invite to this group',
  ]);
  server.answer(listing, dataOf(usedUp));
  await person.click(screen.getByRole('button', { name: /^Revoke the link: .*0 of 10 used/ }));
  await waitFor(() => expect(screen.queryByText('0 of 10 used · never expires')).toBeNull());
  expect(screen.getByText(inviteToasts.revoked.title)).toBeDefined();
});

test('[INV-26] the owner and admins of a group invite to it from its info panel, members do not', async () => {
  const asUser = (role: 'owner' | 'admin' | 'member') =>
    aGroup(1, {
      ownerId: role === 'owner' ? me.id : bob.id,
      members: [{ ...asMember(me), role }, ...[bob, cid].map(asMember)],
    });
  const { server, person, panel } = await openInfo(asUser('owner'), {
    [listing]: dataOf(),
    [create]: refusal(409, 'limit_reached', 'You have 20 invitations already'),
  });
  await isConnected();
  const become = async (shown: ReturnType<typeof aGroup>) => {
    server.answer(chatCall(1), { body: { data: shown } });
    await chatServer.emit('updateChat', idOf(1));
  };
  const isOffered = () => panel.queryByRole('button', { name: 'Invite by link' }) !== null;
  expect(isOffered()).toBe(true);
  await become(asUser('member'));
  await waitFor(() => expect(isOffered()).toBe(false));
  await become(asUser('admin'));
  await person.click(await panel.findByRole('button', { name: 'Invite by link' }));
  await person.click(await screen.findByRole('button', { name: 'Create link' }));
  expect(await screen.findByText('You have 20 invitations already')).toBeDefined();
  expect(server.bodyOf(create)).toMatchObject({ kind: 'chat', chatId: idOf(1), maxUses: 10 });
});
