import * as contract from '@chat-app/contract';
import type { HttpClient } from '../http-client.ts';
import type { Person } from '../people.ts';
import { aCreatedPasskey, aUsedPasskey, unknownId } from './endpoints.ts';

/** What one user asks about another. */
export interface About {
  readonly caller: Person;
  readonly other: Person;
  /** A chat of the two, or an unknown one. */
  readonly chatId: contract.ChatId;
  /** A message of the other in it. */
  readonly messageId: contract.MessageId;
}

type Row = readonly [endpoint: contract.Endpoint, input: (about: About) => object];

const nothing = () => ({});
const aboutChat = ({ chatId }: About) => ({ chatId });
const aboutOther = ({ other }: About) => ({ id: other.user.id });
const nobody = { friendId: unknownId, requestId: unknownId };
const anAddress = () => ({ url: 'http://127.0.0.1/' });

/**
 * Every endpoint, with input about the other user as far as it takes any. None of these calls changes the relation of
 * the two.
 */
export const callsAboutAnother: readonly Row[] = [
  [contract.getServerConfig, nothing],
  [contract.getApiDocs, nothing],
  [contract.getOpenApi, nothing],
  [contract.register, ({ other }) => ({ name: 'Somebody', email: other.email, password: 'Secret1!x' })],
  [contract.login, ({ other }) => ({ email: other.email, password: 'Wrong1!x' })],
  [contract.googleLogin, () => ({ access_token: 'x' })],
  [contract.secondFactorLogin, () => ({ ticket: 'x', code: '000000' })],
  [contract.logout, nothing],
  [contract.forgotPassword, ({ other }) => ({ email: other.email })],
  [contract.resetPassword, () => ({ token: 'x', newPassword: 'Changed1#' })],
  [contract.verifyEmail, () => ({ token: 'x' })],
  [contract.getSession, nothing],
  [contract.updateProfile, ({ caller }) => ({ name: caller.user.name })],
  [contract.updatePrivacy, nothing],
  [contract.updatePassword, () => ({ oldPassword: 'Wrong1!x', newPassword: 'Changed1#' })],
  [contract.getSessions, nothing],
  [contract.revokeSession, () => ({ id: unknownId })],
  [contract.revokeOtherSessions, nothing],
  [contract.exportAccount, nothing],
  [contract.getPasskeyOptions, () => ({ password: 'Wrong1!x' })],
  [contract.addPasskey, () => ({ passkey: aCreatedPasskey })],
  [contract.getPasskeys, nothing],
  [contract.removePasskey, () => ({ id: unknownId })],
  [contract.getPasskeyLoginOptions, nothing],
  [contract.passkeyLogin, () => ({ passkey: aUsedPasskey })],
  [contract.setUpTotp, () => ({ password: 'Wrong1!x' })],
  [contract.confirmTotp, () => ({ code: '000000' })],
  [contract.disableTotp, () => ({ password: 'Wrong1!x', code: '000000' })],
  [contract.updateEmail, ({ other }) => ({ email: other.email })],
  [contract.deleteAccount, () => ({ password: 'Wrong1!x' })],
  [contract.changeEmail, ({ other }) => ({ password: 'Wrong1!x', email: other.email })],
  [contract.confirmEmailChange, () => ({ token: 'x' })],
  [contract.undoEmailChange, () => ({ token: 'x' })],
  [contract.resendVerification, nothing],

  [contract.getUser, ({ other }) => ({ id: other.user.id })],
  [contract.getAvatar, ({ other }) => ({ fileName: `${other.user.id}.svg` })],
  [contract.uploadImage, nothing],
  [contract.getUpload, () => ({ fileName: `${'a'.repeat(43)}.png` })],
  [contract.getIceServers, nothing],
  [contract.getAnnouncement, nothing],
  [contract.getHostSettings, nothing],
  [contract.updateHostSettings, nothing],
  [contract.setAnnouncement, () => ({ text: 'Hello' })],
  [contract.clearAnnouncement, nothing],
  [contract.getHostOverview, nothing],
  [contract.getHostHistory, nothing],
  [contract.getLinkPreview, anAddress],
  [contract.getForeignImage, anAddress],
  [contract.getPushKey, nothing],
  [contract.subscribeToPush, () => ({ endpoint: 'x', keys: { p256dh: 'x', auth: 'x' }, hasPreview: true })],
  [contract.unsubscribeFromPush, nothing],

  [contract.getFriends, nothing],
  [contract.getFriendRequests, nothing],
  [contract.getSentRequests, nothing],
  [contract.searchByEmail, ({ other }) => ({ email: other.email })],
  [contract.searchForFriends, ({ other }) => ({ search: other.user.name.slice(0, 3) })],
  [contract.sendFriendRequest, () => nobody],
  [contract.acceptFriendRequest, () => nobody],
  [contract.rejectFriendRequest, () => nobody],
  [contract.cancelFriendRequest, () => nobody],
  [contract.removeFriend, () => nobody],
  [contract.getBlockedUsers, nothing],
  [contract.blockUser, () => ({ userId: unknownId })],
  [contract.unblockUser, ({ other }) => ({ userId: other.user.id })],
  [contract.sendReport, ({ other }) => ({ userId: other.user.id, reason: 'Spam' })],

  [contract.getPeople, ({ other }) => ({ search: other.email })],
  [contract.suspendPerson, aboutOther],
  [contract.resumePerson, aboutOther],
  [contract.signOutPerson, aboutOther],
  [contract.sendResetLink, aboutOther],
  [contract.grantAdministration, aboutOther],
  [contract.revokeAdministration, aboutOther],
  [contract.deletePerson, aboutOther],
  [contract.getReports, nothing],
  [contract.closeReport, () => ({ id: unknownId, outcome: 'suspended' })],
  [contract.getAdminInvites, nothing],
  [contract.revokeAnyInvite, () => ({ id: unknownId })],
  [contract.getAudit, ({ other }) => ({ actor: other.user.id })],
  [contract.exportAudit, nothing],

  [contract.getChats, nothing],
  [contract.getChat, aboutChat],
  [contract.createChat, ({ other }) => ({ members: [other.user.id] })],
  [contract.addMembers, ({ chatId, other }) => ({ chatId, members: [other.user.id] })],
  [contract.removeMember, ({ chatId }) => ({ chatId, memberId: unknownId })],
  [contract.editChat, ({ chatId }) => ({ chatId, name: 'Renamed' })],
  [contract.getReads, aboutChat],
  [contract.muteChat, ({ chatId }) => ({ chatId, isMuted: true })],
  [contract.pinChat, ({ chatId }) => ({ chatId, isPinned: true })],
  [contract.orderPinnedChats, ({ chatId }) => ({ chatIds: [chatId] })],
  [contract.archiveChat, ({ chatId }) => ({ chatId, isArchived: false })],
  [contract.saveDraft, ({ chatId }) => ({ chatId, content: 'Half a thought', at: new Date().toISOString() })],
  [contract.leaveChat, () => ({ chatId: unknownId })],
  [contract.setMemberRole, ({ chatId, other }) => ({ chatId, memberId: other.user.id, role: 'admin' })],
  [contract.saveGroupSettings, ({ chatId }) => ({ chatId, whoCanSend: 'members' })],
  [contract.createInvite, () => ({ kind: 'friend' })],
  [contract.getInvites, nothing],
  [contract.revokeInvite, () => ({ id: unknownId })],
  [contract.openInvite, () => ({ token: 'x' })],
  [contract.getInviteAvatar, () => ({ token: 'x' })],
  [contract.acceptInvite, () => ({ token: 'x' })],
  [contract.reserveInvite, () => ({ token: 'x' })],
  [contract.deleteChat, () => ({ chatId: unknownId })],
  [contract.startVoiceCall, aboutChat],
  [contract.startVideoCall, aboutChat],
  [contract.endVoiceCall, aboutChat],
  [contract.getMessages, aboutChat],
  [contract.sendMessage, ({ chatId }) => ({ chatId, content: 'Hello', type: 'text' })],
  [contract.sendFile, aboutChat],
  [contract.recordTransfer, recordOf],
  [contract.getChanges, ({ chatId }) => ({ chatId, after: 0 })],
  [contract.editMessage, ({ messageId }) => ({ messageId, content: 'Edited' })],
  [contract.reactToMessage, ({ messageId }) => ({ messageId, emoji: '👍', isOn: true })],
  [
    contract.forwardMessages,
    ({ messageId, chatId }) => ({ messageIds: [messageId], chatIds: [chatId], clientId: 'f' }),
  ],
  [contract.pinMessage, ({ messageId }) => ({ messageId, isPinned: true })],
  [contract.getPinnedMessages, aboutChat],
  [contract.searchMessages, ({ chatId }) => ({ chatId, q: 'hello' })],
  [contract.getMedia, ({ chatId }) => ({ chatId, kind: 'image' })],
  [contract.getVersions, ({ messageId }) => ({ messageId })],
  [contract.deleteMessage, ({ messageId }) => ({ messageId })],
];

function recordOf({ chatId, other }: About) {
  return { chatId, senderId: other.user.id, fileName: 'film.mkv', fileSize: 1, status: 'completed' };
}

/** Calls every endpoint; returns method, path and text of each answer. Without a session where none is needed. */
export async function askEverything(about: About, visitor: HttpClient): Promise<string[]> {
  const texts: string[] = [];
  for (const [endpoint, input] of callsAboutAnother) {
    const client = endpoint.access === 'public' ? visitor : about.caller;
    const given = input(about) as contract.InputOf<typeof endpoint>;
    const { text } =
      endpoint.filePart === null
        ? await client.call(endpoint, given)
        : await client.upload(endpoint, new Blob(['hello']), 'hello.txt', given as Record<string, string>);
    texts.push(`${endpoint.method} ${endpoint.path} ${text}`);
  }
  return texts;
}
