import { answerTexts, inviteToasts } from '@chat-app/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { aChat, aRow, idOf } from '../../../test/chats.ts';
import { openApp } from '../../../test/open-app.tsx';
import { me, refusal, signedIn } from '../../../test/stand-in-server.ts';

const token = 'T'.repeat(43);
const path = `/invite/${token}`;
const opening = `GET /api/invites/open/${token}`;
const accepting = `POST /api/invites/accept/${token}`;
const group = {
  kind: 'chat',
  name: 'Hikers',
  invitedBy: 'Ann',
  memberCount: 3,
  avatar: `/api/invites/avatar/${token}`,
};
const friend = { kind: 'friend', name: 'Ann', invitedBy: 'Ann', avatar: `/api/invites/avatar/${token}` };
const opened = (invite: object) => ({ [opening]: { body: { invite } } });
const chatAnswers = {
  'GET /api/chats/all': { body: { data: [aRow(1)] } },
  [`GET /api/chats/get/${idOf(1)}`]: { body: { data: aChat(1) } },
  [`GET /api/messages/get/${idOf(1)}?limit=15`]: { body: { data: [], haveMore: false } },
};
const accepted = { [accepting]: { body: { chatId: idOf(1) } } };
const key = 'chat-app.invite';
const register = 'POST /api/auth/register';

type Person = ReturnType<typeof openApp>['person'];
async function signUp(person: Person) {
  await person.type(await screen.findByLabelText('Name'), 'Annika');
  await person.type(screen.getByLabelText('Email'), me.email);
  await person.type(screen.getByLabelText('Password'), 'Secret1!x');
  await person.type(screen.getByLabelText('Confirm password'), 'Secret1!x{Enter}');
}

test('[INV-20] a visitor sees who invites to what, and can sign up or log in', async () => {
  openApp(path, opened(group));
  expect(await screen.findByRole('heading', { name: 'Join Hikers' })).toBeDefined();
  expect(screen.getByText(/invites you to this group of 3 members/).textContent).toContain('Ann');
  expect(screen.getByRole('link', { name: 'Sign up' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Log in' })).toBeDefined();
  expect(screen.queryByText(answerTexts.signInFirst)).toBeNull();
});

test('[INV-20] a link that does not work says so, and leads on', async () => {
  const { person } = openApp(path, { [opening]: refusal(404, 'not_found', 'Invitation not found') });
  expect(await screen.findByRole('heading', { name: 'This invitation does not work' })).toBeDefined();
  await person.click(screen.getByRole('link', { name: 'Go to the login' }));
  expect(await screen.findByRole('heading', { name: 'Log in' })).toBeDefined();
});

test('[INV-20] a server that cannot be reached can be asked again', async () => {
  const { server, person } = openApp(path, { [opening]: refusal(429, 'rate_limited', 'Too many attempts') });
  expect(await screen.findByText('Too many attempts')).toBeDefined();
  server.answer(opening, { body: { invite: friend } });
  await person.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { name: 'Chat with Ann' })).toBeDefined();
});

test('[INV-21] a user accepts and lands in the chat', async () => {
  const { person } = openApp(path, { ...signedIn, ...opened(friend), ...accepted, ...chatAnswers });
  await person.click(await screen.findByRole('button', { name: 'Accept' }));
  expect(await screen.findByRole('heading', { name: 'Chat 1' })).toBeDefined();
  expect(window.location.pathname).toBe(`/chat/${idOf(1)}`);
});

test('[INV-21] a refusal is shown, and the page stays', async () => {
  const { person } = openApp(path, {
    ...signedIn,
    ...opened(group),
    [accepting]: refusal(400, 'invalid_input', answerTexts.groupFull),
  });
  await person.click(await screen.findByRole('button', { name: 'Join group' }));
  expect(await screen.findByText(answerTexts.groupFull)).toBeDefined();
  expect(screen.getByText(inviteToasts.acceptFailed.title)).toBeDefined();
  expect(window.location.pathname).toBe(path);
});

test('[INV-22] signing up carries the invitation, and it is accepted after the verification', async () => {
  const unverified = { ...me, isVerified: false };
  const { server, person } = openApp(path, {
    ...opened(group),
    ...accepted,
    ...chatAnswers,
    [register]: () => {
      server.answer('GET /api/auth', { body: { user: unverified } });
      return { status: 201, body: { user: unverified } };
    },
  });
  await person.click(await screen.findByRole('link', { name: 'Sign up' }));
  await signUp(person);
  expect(await screen.findByRole('heading', { name: 'Your account is not verified' })).toBeDefined();
  expect(server.bodyOf(register)).toMatchObject({ name: 'Annika', invite: token });
  expect(server.asked).not.toContain(accepting);
  // For every tab, but for this account only.
  expect(sessionStorage.getItem(key)).toBeNull();
  expect(localStorage.getItem(key)).toContain(me.id);

  server.answer('GET /api/auth', { body: { user: me } });
  window.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(window.location.pathname).toBe(`/chat/${idOf(1)}`));
  expect(server.asked.filter((call) => call === accepting)).toHaveLength(1);
});

const reserving = `POST /api/invites/reserve/${token}`;
const unverifiedUser = { 'GET /api/auth': { body: { user: { ...me, isVerified: false } } } };

test('[INV-27] somebody who has not verified their address yet keeps a use, in every tab', async () => {
  const { server, person } = openApp(path, { ...unverifiedUser, ...opened(group), [reserving]: { body: {} } });
  await person.click(await screen.findByRole('link', { name: 'Continue' }));
  expect(await screen.findByRole('heading', { name: 'Your account is not verified' })).toBeDefined();
  await waitFor(() => expect(localStorage.getItem(key)).toContain(me.id));
  expect(sessionStorage.getItem(key)).toBeNull();
  expect(server.asked.filter((call) => call === reserving)).toHaveLength(1);
});

test('[INV-27] an invitation that cannot be used is forgotten, with a message', async () => {
  const { person } = openApp(path, {
    ...unverifiedUser,
    ...opened(group),
    [reserving]: refusal(404, 'not_found', 'Invitation not found'),
  });
  await person.click(await screen.findByRole('link', { name: 'Continue' }));
  expect(await screen.findByText(inviteToasts.acceptFailed.title)).toBeDefined();
  expect([localStorage.getItem(key), sessionStorage.getItem(key)]).toEqual([null, null]);
});

test('[INV-27] if the address was verified meanwhile, the invitation is accepted at once', async () => {
  const { server, person } = openApp(path, { ...unverifiedUser, ...opened(group), ...accepted, ...chatAnswers });
  server.answer(reserving, () => {
    server.answer('GET /api/auth', { body: { user: me } });
    return refusal(409, 'already_verified', answerTexts.alreadyVerified);
  });
  await person.click(await screen.findByRole('link', { name: 'Continue' }));
  await waitFor(() => expect(window.location.pathname).toBe(`/chat/${idOf(1)}`));
  expect(server.asked.filter((call) => call === accepting)).toHaveLength(1);
  expect(screen.queryByText(inviteToasts.acceptFailed.title)).toBeNull();
});

test('[INV-22] logging in accepts the invitation, once', async () => {
  const { server, person } = openApp(path, {
    ...opened(group),
    ...accepted,
    ...chatAnswers,
    'POST /api/auth/login': { body: { user: me } },
  });
  await person.click(await screen.findByRole('link', { name: 'Log in' }));
  await person.type(await screen.findByLabelText('Email'), me.email);
  await person.type(screen.getByLabelText('Password'), 'Secret1!x{Enter}');
  await waitFor(() => expect(window.location.pathname).toBe(`/chat/${idOf(1)}`));
  expect(server.asked.filter((call) => call === accepting)).toHaveLength(1);
  expect(sessionStorage.getItem(key)).toBeNull();
});

const hourAgo = 3_700_000;

test.each([
  ['somebody else signed up with', () => localStorage, { userId: idOf(9), at: Date.now() }],
  ['was opened more than an hour ago', () => sessionStorage, { userId: null, at: Date.now() - hourAgo }],
  ['belongs to nobody, from another tab,', () => localStorage, { userId: null, at: Date.now() }],
])('[INV-23] an invitation that %s is not accepted', async (_, storage, pending) => {
  storage().setItem(key, JSON.stringify({ token, ...pending }));
  const { server } = openApp('/', { ...signedIn, ...accepted });
  expect(await screen.findByRole('button', { name: 'Logout' })).toBeDefined();
  expect(server.asked).not.toContain(accepting);
});

test('[INV-23] the invitation of a visitor is known to this tab only', async () => {
  const { person } = openApp(path, opened(group));
  await person.click(await screen.findByRole('link', { name: 'Log in' }));
  expect(await screen.findByLabelText('Email')).toBeDefined();
  expect(localStorage.getItem(key)).toBeNull();
  expect(sessionStorage.getItem(key)).toContain(token);
});

test('[INV-22] the invitation of a new account is accepted in another tab', async () => {
  localStorage.setItem(key, JSON.stringify({ token, userId: me.id, at: Date.now() - hourAgo }));
  const { server } = openApp('/', { ...signedIn, ...accepted, ...chatAnswers });
  await waitFor(() => expect(window.location.pathname).toBe(`/chat/${idOf(1)}`));
  expect(server.asked.filter((call) => call === accepting)).toHaveLength(1);
  expect(localStorage.getItem(key)).toBeNull();
});

test('[INV-23] storage with anything else in it does no harm', async () => {
  localStorage.setItem(key, '{broken');
  sessionStorage.setItem(key, '{broken');
  openApp('/', signedIn);
  expect(await screen.findByRole('button', { name: 'Logout' })).toBeDefined();
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

test('[INV-24] a new account is offered to invite people: with a link, a QR code and a way to copy it', async () => {
  const { server, person } = openApp('/', {
    ...signedIn,
    [listing]: { body: { data: [] } },
    [create]: { status: 201, body: { invite: { ...created, token, url } } },
  });
  const [first] = await screen.findAllByRole('button', { name: 'Invite people' });
  await person.click(first as HTMLElement);
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite people' }));
  await person.click(dialog.getByRole('radio', { name: 'Never' }));
  server.answer(listing, { body: { data: [created] } });
  await person.click(dialog.getByRole('button', { name: 'Create link' }));

  expect((await dialog.findByRole<HTMLInputElement>('textbox', { name: 'Link' })).value).toBe(url);
  expect(dialog.getByRole('img', { name: 'QR code of the link' })).toBeDefined();
  expect(server.bodyOf(create)).toEqual({ kind: 'friend', expiresAt: null, maxUses: 10 });
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await person.click(dialog.getByRole('button', { name: 'Copy link' }));
  expect(write).toHaveBeenCalledWith(url);
  expect(await screen.findByText(inviteToasts.copied.title)).toBeDefined();
});

test('[INV-24] where the browser can share, the link is shared', async () => {
  const share = vi.fn<(link: object) => Promise<void>>(async () => {});
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  try {
    const { person } = openApp('/', {
      ...signedIn,
      [listing]: { body: { data: [] } },
      [create]: { status: 201, body: { invite: { ...created, token, url } } },
    });
    const [first] = await screen.findAllByRole('button', { name: 'Invite people' });
    await person.click(first as HTMLElement);
    await person.click(await screen.findByRole('button', { name: 'Create link' }));
    await person.click(await screen.findByRole('button', { name: 'Share' }));
    expect(share).toHaveBeenCalledWith({ url, text: 'Chat with me on Chat App' });
  } finally {
    Reflect.deleteProperty(navigator, 'share');
  }
});

test('[INV-25] one sees the own links and what is left of them, and revokes one', async () => {
  const usedUp = { ...created, _id: idOf(6), maxUses: 1, uses: 1, isUsable: false };
  const { server, person } = openApp('/', {
    ...signedIn,
    [listing]: { body: { data: [created, usedUp] } },
    [`DELETE /api/invites/${idOf(5)}`]: { body: {} },
  });
  const [first] = await screen.findAllByRole('button', { name: 'Invite people' });
  await person.click(first as HTMLElement);
  expect(await screen.findByText('0 of 10 used · never expires')).toBeDefined();
  expect(screen.getByText('1 of 1 used · used up')).toBeDefined();
  server.answer(listing, { body: { data: [usedUp] } });
  await person.click(screen.getByRole('button', { name: /^Revoke the link: .*0 of 10 used/ }));
  await waitFor(() => expect(screen.queryByText('0 of 10 used · never expires')).toBeNull());
  expect(screen.getByText(inviteToasts.revoked.title)).toBeDefined();
});

const openInfo = async (chat: object) => {
  const app = openApp(`/chat/${idOf(1)}`, {
    ...signedIn,
    ...chatAnswers,
    [`GET /api/chats/get/${idOf(1)}`]: { body: { data: chat } },
    [listing]: { body: { data: [] } },
    [create]: refusal(409, 'limit_reached', 'You have 20 invitations already'),
  });
  await app.person.click(await screen.findByRole('button', { name: 'Chat info' }));
  return { ...app, panel: within(await screen.findByRole('complementary', { name: 'Chat info' })) };
};
const aGroup = (role: string, ownerId: string) => {
  const base = aChat(1);
  const others = [2, 3].map((number) => ({ _id: idOf(number), name: `Other ${number}`, avatar: '', role: 'member' }));
  return {
    ...base,
    isGroup: true,
    ownerId,
    members: [{ _id: me.id, name: me.name, avatar: me.avatar, role }, ...others],
  };
};

test.each([
  ['the owner', aGroup('owner', me.id)],
  ['an admin', aGroup('admin', idOf(2))],
])('[INV-26] %s of a group invites to it from its info panel', async (_, chat) => {
  const { server, person, panel } = await openInfo(chat);
  await person.click(await panel.findByRole('button', { name: 'Invite by link' }));
  await person.click(await screen.findByRole('button', { name: 'Create link' }));
  expect(await screen.findByText('You have 20 invitations already')).toBeDefined();
  expect(server.bodyOf(create)).toMatchObject({ kind: 'chat', chatId: idOf(1), maxUses: 10 });
});

test('[INV-26] members and chats of two have no such button', async () => {
  const { panel } = await openInfo(aGroup('member', idOf(2)));
  expect(await panel.findByRole('button', { name: 'Mute this chat' })).toBeDefined();
  expect(panel.queryByRole('button', { name: 'Invite by link' })).toBeNull();
});
