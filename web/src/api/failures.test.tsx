import {
  accountToasts,
  authToasts,
  callToasts,
  type ChatId,
  chatToasts,
  friendToasts,
  messageToasts,
} from '@chat-app/contract';
import type { ToastText } from '@chat-app/contract';
import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { aMessage, aRequest, bob, idOf } from '../../test/chats.ts';
import { startStandInServer } from '../../test/stand-in-server.ts';
import { Providers } from '../app/providers.tsx';
import { useToasts } from '../state/toasts.ts';
import { useUpdatePassword, useUpdateProfile } from './account.ts';
import { useGoogleLogin } from './google-login.ts';
import { useLogin } from './login.ts';
import { useLogout } from './logout.ts';
import { useRegister } from './register.ts';
import { useForgotPassword, useResetPassword } from './reset-password.ts';
import * as verification from './verification.ts';
import { useRejectCall, useStartCall } from './calls.ts';
import * as chats from './chats.ts';
import { useDeleteMessage } from './delete-message.ts';
import * as friendships from './friendships.ts';

interface Mutation {
  mutate: (input: never) => void;
}

const nothing = () => {};
const [chatId, email] = [idOf<ChatId>(1), 'ann@example.org'];

/** Every request that a user action starts, with its failure toast. */
const table: [string, () => Mutation, unknown, ToastText][] = [
  ['login', useLogin, { email, password: 'x' }, authToasts.loginFailed],
  ['login with Google', useGoogleLogin, { access_token: 'x' }, authToasts.googleFailed],
  [
    'registration',
    () => useRegister({ onRegistered: nothing }),
    { name: 'Ann', email, password: 'x' },
    authToasts.registerFailed,
  ],
  ['logout', () => useLogout({ onLoggedOut: nothing }), undefined, authToasts.logoutFailed],
  ['forgotten password', useForgotPassword, { email }, authToasts.resetMailFailed],
  ['new password by a link', useResetPassword, { token: 't', newPassword: 'x' }, authToasts.resetFailed],
  ['verification mail', () => verification.useResendVerification(email), undefined, authToasts.verificationFailed],
  ['change of the profile', useUpdateProfile, { name: 'Ann' }, accountToasts.profileFailed],
  ['change of the password', useUpdatePassword, { oldPassword: 'x', newPassword: 'y' }, accountToasts.passwordFailed],
  ['friend request', friendships.useSendRequest, bob.id, friendToasts.failed],
  ['acceptance', () => friendships.useAcceptRequest({ onOpenChat: nothing }), aRequest(2, bob), friendToasts.failed],
  ['rejection', friendships.useRejectRequest, idOf(2), friendToasts.failed],
  ['cancellation', friendships.useCancelRequest, idOf(2), friendToasts.failed],
  ['end of a friendship', friendships.useRemoveFriend, bob.id, friendToasts.failed],
  ['new chat', () => chats.useCreateChat({ onOpenChat: nothing }), { members: [bob.id] }, chatToasts.createFailed],
  ['adding of members', () => chats.useAddMembers(chatId), [bob.id], chatToasts.addFailed],
  ['removal of a member', () => chats.useRemoveMember(chatId), bob.id, chatToasts.removeFailed],
  ['edit of a chat', () => chats.useEditChat(chatId), { name: 'Trio' }, chatToasts.editFailed],
  ['leaving', () => chats.useLeaveChat({ onGone: nothing }), chatId, chatToasts.leaveFailed],
  ['deletion of a chat', () => chats.useDeleteChat({ onGone: nothing }), chatId, chatToasts.deleteFailed],
  ['deletion of a message', useDeleteMessage, aMessage(1, 1), messageToasts.deleteFailed],
  ['call', useStartCall, { chatId }, callToasts.startFailed],
  ['call that is turned down', useRejectCall, chatId, callToasts.endFailed],
];

afterEach(() => vi.unstubAllGlobals());

/** Runs each mutation against this server and waits for its toast. */
async function showToasts(fetch: () => Promise<Response>) {
  startStandInServer();
  vi.stubGlobal('fetch', fetch);
  const shown: { what: string; toast: ToastText | undefined }[] = [];
  for (const [what, useMutation, input] of table) {
    useToasts.setState({ toasts: [] });
    const { result, unmount } = renderHook(useMutation, { wrapper: Providers });
    act(() => result.current.mutate(input as never));
    await waitFor(() => expect({ what, count: useToasts.getState().toasts.length }).toEqual({ what, count: 1 }));
    unmount();
    shown.push({ what, toast: useToasts.getState().toasts[0] });
  }
  return shown;
}

test('[UI-51] every request without a connection shows its default text', async () => {
  const shown = await showToasts(() => Promise.reject(new TypeError('Failed to fetch')));
  expect(shown).toMatchObject(table.map(([what, , , toast]) => ({ what, toast })));
});

test('[UI-51] every request that is rejected shows the text of the server', async () => {
  const refused = { message: 'The server’s own sentence', code: 'forbidden' };
  const shown = await showToasts(async () => new Response(JSON.stringify(refused), { status: 403 }));
  expect(shown).toMatchObject(
    table.map(([what, , , toast]) => ({ what, toast: { ...toast, message: refused.message } })),
  );
});
