import { expect, test } from 'vitest';
import * as contract from './index.ts';
import type { ToastText } from './index.ts';

const { accountToasts, authToasts, callTexts, callMediaToasts, chatToasts, friendToasts, limits } = contract;
const { messageToasts, transferToasts } = contract;
const later = 'Please try again later';

/** The product's texts, letter by letter: changing one of them changes the product. */
const toasts: [ToastText, string, (string | undefined)?, number?][] = [
  [authToasts.welcome, 'Welcome', 'Please login to continue'],
  [contract.loginDoneToast('Ann'), 'Login successful', 'Welcome back, Ann', 2],
  [authToasts.loginFailed, 'Login failed', later, 5],
  [authToasts.formInvalid, 'Register failed', 'Please check your form data'],
  [authToasts.registerFailed, 'Register failed', later, 5],
  [authToasts.registerDone, 'Register successful'],
  [authToasts.logoutDone, 'Logout successful', 'Goodbye, see you later'],
  [authToasts.logoutFailed, 'Logout failed'],
  [authToasts.emailInvalid, 'Validation failed', 'Please check your email address'],
  [authToasts.resetMailFailed, 'Failed to send reset email'],
  [authToasts.googleFailed, 'Google login failed'],
  [authToasts.verifyTokenMissing, 'Invalid token', 'Token is required'],
  [authToasts.verifyFailed, authToasts.verifyFailed.title, 'Token is invalid or expired, please resend'],
  [authToasts.resetFailed, 'Failed to reset password'],
  [authToasts.resetTokenMissing, 'Invalid Link', 'Password reset token is missing'],
  [authToasts.verificationSent, 'Verification email sent successfully'],
  [accountToasts.nameMissing, 'Name is required', 'Enter your name'],
  [accountToasts.uploading, 'Uploading image', 'Please wait a moment'],
  [accountToasts.uploadFailed, 'Upload image failed', later],
  [accountToasts.profileSaved, 'Update information successfully'],
  [accountToasts.profileFailed, 'Error', 'Update information failed'],
  [accountToasts.passwordMissing, 'Password is required', 'Enter your password'],
  [accountToasts.passwordSame, 'Password not change', 'Enter a new password'],
  [accountToasts.passwordDifferent, 'Password not match', 'Re-enter your password'],
  [accountToasts.passwordSaved, 'Update password successfully'],
  [accountToasts.passwordInvalid, 'Invalid password'],
  [accountToasts.passwordFailed, 'Update password failed', later],
  [friendToasts.requestSent, 'Friend request sent', undefined, 3],
  [friendToasts.requestCanceled, 'Friend request canceled', undefined, 3],
  [friendToasts.requestAccepted, 'Friend request accepted', undefined, 3],
  [friendToasts.requestRejected, 'Friend request rejected', undefined, 3],
  [friendToasts.removed, 'Friend removed', undefined, 3],
  [friendToasts.failed, 'Error', later, 3],
  [contract.friendRequestToast('Ann'), 'New friend request', 'Ann sent you a friend request'],
  [contract.friendAcceptedToast('Ann'), 'Friend request accepted', 'You and Ann are now friends'],
  [chatToasts.noMembers, 'No members', 'Please add at least one member'],
  [chatToasts.created, 'Chat created', 'New chat has been created'],
  [chatToasts.createFailed, 'Failed to create chat', later],
  [chatToasts.membersAdded, 'Members added'],
  [chatToasts.addFailed, 'Failed to add members', later],
  [chatToasts.left, 'Leave chat successfully'],
  [chatToasts.leaveFailed, 'Leave chat failed'],
  [chatToasts.deleted, 'Delete chat successfully'],
  [chatToasts.deleteFailed, 'Delete chat failed'],
  [chatToasts.memberRemoved, 'Remove member successfully'],
  [chatToasts.removeFailed, 'Remove member failed'],
  [chatToasts.edited, 'Edit chat successfully'],
  [chatToasts.editFailed, 'Edit chat failed'],
  [chatToasts.pictureFailed, 'Upload image failed'],
  [messageToasts.sendFailed, 'Failed to send message', later, 4],
  [messageToasts.imageUploading, 'Uploading image', 'Please wait a moment'],
  [messageToasts.imageFailed, 'Failed to upload image', later],
  [messageToasts.fileFailed, 'Failed to upload file', later],
  [messageToasts.deleted, 'Message deleted', 'Your message has been deleted', 2],
  [messageToasts.deleteFailed, 'Delete message failed', later, 3],
  [transferToasts.iceFailed, 'File transfer error', 'ICE connection failed'],
  [transferToasts.rejected, 'File transfer rejected', 'The receiver has rejected the file transfer'],
  [transferToasts.setupFailed.receiver, "Can't receive file", 'An error occurred while setting up connection'],
  [callMediaToasts.audioFailed, 'Failed to connect audio', later],
];

test('[UI-50] toasts have the texts of the product', () => {
  const expected = toasts.map(([toast, title, message = toast.message, seconds]) => {
    const timeoutMs = seconds === undefined ? toast.timeoutMs : seconds * 1000;
    return { ...toast, title, ...(message !== undefined && { message }), timeoutMs };
  });
  expect(toasts.map(([toast]) => toast)).toEqual(expected);
});

test('[UI-50] every toast stays for 2 to 5 seconds', () => {
  const isToast = (value: object): value is ToastText => 'timeoutMs' in value;
  const collect = (value: unknown): ToastText[] => {
    if (typeof value !== 'object' || value === null) return [];
    return isToast(value) ? [value] : Object.values(value).flatMap(collect);
  };
  const others = [chatToasts, messageToasts, transferToasts, callMediaToasts];
  const all = collect([authToasts, accountToasts, friendToasts, ...others]);
  expect(all.length).toBeGreaterThan(60);
  expect(all.filter(({ timeoutMs }) => timeoutMs < 2000 || timeoutMs > 5000)).toEqual([]);
});

test('[UI-50] a call window shows the text of the product', () => {
  expect(callTexts).toMatchObject({
    playBlocked: 'Unable to play audio. Please check your browser settings.',
    waitingForOne: 'Waiting for recipient to pick up...',
    waitingForAny: 'Waiting for other user to join...',
    ended: 'The calling is ended. You can close this window now',
  });
});

test('[UI-50] the numbers are the product’s', () => {
  expect(limits).toMatchObject({
    messagePageSize: 15,
    toastWidthPx: 380,
    socketQuickAttempts: 5,
    socketQuickDelayMs: 1000,
    findSearchDebounceMs: 500,
    wideScreenPx: 1280,
    imageUploadWaitMs: 15_000,
    inputMaxLength: 100,
    emailMaxLength: 50,
    nameMinLength: 3,
    nameMaxLength: 30,
    registerPasswordMaxLength: 20,
    resetPasswordMaxLength: 100,
    passwordMinLength: 8,
    emailMaskVisibleCharacters: 3,
    resetLinkMs: 15 * 60_000,
    resetResendCooldownMs: 60_000,
    verificationResendCooldownMs: 30_000,
    resetDoneRedirectMs: 2000,
    resetRefusedRedirectMs: 3000,
    fileChunkBytes: 8192,
    senderCandidateDelayMs: 500,
    receiverCandidateDelayMs: 200,
    fileNameShownLength: 26,
    audioPieceMs: 300,
    speakingRingMs: 500,
    callParticipantsMax: 10,
    infoPanelWidthPx: 360,
    infoPanelNarrowWidthPx: 320,
    infoPanelNarrowBelowPx: 720,
    messageImageMaxHeightPx: 200,
    emojiPickerSizePx: 280,
  });
});
