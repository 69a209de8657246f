import { laterPlease, type ToastText } from './toast-text.ts';

/** Every toast about friends. For a failure, the server's own message takes precedence over the one here. */
export const friendToasts = {
  requestSent: { type: 'success', title: 'Friend request sent', timeoutMs: 3000 },
  requestCanceled: { type: 'success', title: 'Friend request canceled', timeoutMs: 3000 },
  requestAccepted: { type: 'success', title: 'Friend request accepted', timeoutMs: 3000 },
  requestRejected: { type: 'success', title: 'Friend request rejected', timeoutMs: 3000 },
  removed: { type: 'success', title: 'Friend removed', timeoutMs: 3000 },
  blocked: { type: 'success', title: 'Person blocked', timeoutMs: 3000 },
  unblocked: { type: 'success', title: 'Person unblocked', timeoutMs: 3000 },
  failed: { type: 'error', title: 'Error', message: laterPlease, timeoutMs: 3000 },
} as const satisfies Record<string, ToastText>;

/** A friend request has arrived. */
export function friendRequestToast(name: string): ToastText {
  return { type: 'info', title: 'New friend request', message: `${name} sent you a friend request`, timeoutMs: 5000 };
}

/** A friend request was accepted. */
export function friendAcceptedToast(name: string): ToastText {
  return {
    type: 'success',
    title: 'Friend request accepted',
    message: `You and ${name} are now friends`,
    timeoutMs: 5000,
  };
}

/** Every toast about chats and their members. */
export const chatToasts = {
  noMembers: { type: 'warning', title: 'No members', message: 'Please add at least one member', timeoutMs: 3000 },
  created: { type: 'success', title: 'Chat created', message: 'New chat has been created', timeoutMs: 3000 },
  createFailed: { type: 'error', title: 'Failed to create chat', message: laterPlease, timeoutMs: 4000 },
  membersAdded: { type: 'success', title: 'Members added', timeoutMs: 3000, scope: 'chat' },
  addFailed: { type: 'error', title: 'Failed to add members', message: laterPlease, timeoutMs: 4000, scope: 'chat' },
  left: { type: 'success', title: 'Leave chat successfully', timeoutMs: 3000 },
  leaveFailed: { type: 'error', title: 'Leave chat failed', message: laterPlease, timeoutMs: 4000 },
  deleted: { type: 'success', title: 'Delete chat successfully', timeoutMs: 3000 },
  deleteFailed: { type: 'error', title: 'Delete chat failed', message: laterPlease, timeoutMs: 4000 },
  memberRemoved: { type: 'success', title: 'Remove member successfully', timeoutMs: 3000, scope: 'chat' },
  removeFailed: { type: 'error', title: 'Remove member failed', message: laterPlease, timeoutMs: 4000, scope: 'chat' },
  edited: { type: 'success', title: 'Edit chat successfully', timeoutMs: 3000, scope: 'chat' },
  editFailed: { type: 'error', title: 'Edit chat failed', message: laterPlease, timeoutMs: 4000, scope: 'chat' },
  pictureFailed: { type: 'error', title: 'Upload image failed', message: laterPlease, timeoutMs: 4000, scope: 'chat' },
  muteFailed: { type: 'error', title: 'Mute chat failed', message: laterPlease, timeoutMs: 4000, scope: 'chat' },
  pinFailed: { type: 'error', title: 'Pin chat failed', message: laterPlease, timeoutMs: 4000 },
  archiveFailed: { type: 'error', title: 'Archive chat failed', message: laterPlease, timeoutMs: 4000 },
} as const satisfies Record<string, ToastText>;

/** Every toast about messages. For a failure, the server's own message takes precedence over the one here. */
export const messageToasts = {
  sendFailed: { type: 'error', title: 'Failed to send message', message: laterPlease, timeoutMs: 4000 },
  imageUploading: {
    type: 'info',
    title: 'Uploading image',
    message: 'Please wait a moment',
    timeoutMs: 3000,
    scope: 'chat',
  },
  imageFailed: { type: 'error', title: 'Failed to upload image', message: laterPlease, timeoutMs: 4000 },
  jumpFailed: { type: 'error', title: 'Failed to load messages', message: laterPlease, timeoutMs: 4000, scope: 'chat' },
  fileFailed: { type: 'error', title: 'Failed to upload file', message: laterPlease, timeoutMs: 4000 },
  deleted: {
    type: 'success',
    title: 'Message deleted',
    message: 'Your message has been deleted',
    timeoutMs: 2000,
    scope: 'chat',
  },
  severalDeleted: {
    type: 'success',
    title: 'Messages deleted',
    message: 'Your messages have been deleted',
    timeoutMs: 2000,
    scope: 'chat',
  },
  copied: { type: 'success', title: 'Copied', timeoutMs: 2000, scope: 'chat' },
  forwarded: { type: 'success', title: 'Forwarded', timeoutMs: 3000 },
  pinFailed: { type: 'error', title: 'Pin failed', message: laterPlease, timeoutMs: 4000, scope: 'chat' },
  forwardFailed: { type: 'error', title: 'Forward failed', message: laterPlease, timeoutMs: 4000 },
  reactFailed: { type: 'error', title: 'Reaction failed', message: laterPlease, timeoutMs: 4000, scope: 'chat' },
  editFailed: { type: 'error', title: 'Edit message failed', message: laterPlease, timeoutMs: 4000, scope: 'chat' },
  deleteFailed: { type: 'error', title: 'Delete message failed', message: laterPlease, timeoutMs: 3000, scope: 'chat' },
} as const satisfies Record<string, ToastText>;

/** Shown instead of uploading a file that the server would refuse. */
export function tooLargeToast(type: 'image' | 'file', name: string, maxBytes: number): ToastText {
  const most = `${Math.floor(maxBytes / (1024 * 1024))} MB`;
  return type === 'image'
    ? {
        ...messageToasts.imageFailed,
        message: `${name} is larger than ${most}. It can be sent as a file.`,
        scope: 'chat',
      }
    : { ...messageToasts.fileFailed, message: `${name} is larger than ${most}.`, scope: 'chat' };
}

/** The code of transfers could not be loaded. */
export const transferLoadFailed = {
  type: 'error',
  title: 'File transfer error',
  message: laterPlease,
  timeoutMs: 5000,
} as const satisfies ToastText;

/** Every toast about calls. For a failure, the server's own message takes precedence over the one here. */
export const callToasts = {
  startFailed: {
    type: 'error',
    title: 'Failed to start the call',
    message: laterPlease,
    timeoutMs: 5000,
    scope: 'chat',
  },
  endFailed: { type: 'error', title: 'Failed to end the call', message: laterPlease, timeoutMs: 5000 },
  windowBlocked: {
    type: 'warning',
    title: 'The call window was blocked',
    message: "Allow pop-ups for this page in your browser's settings",
    timeoutMs: 5000,
  },
} as const satisfies Record<string, ToastText>;

/** Texts of a call window about audio. */
export const callTexts = {
  playBlocked: 'Unable to play audio. Please check your browser settings.',
  waitingForOne: 'Waiting for recipient to pick up...',
  waitingForAny: 'Waiting for other user to join...',
  ended: 'The calling is ended. You can close this window now',
  inCallIn: (chatName: string) => `You are in a call in ${chatName}`,
  inOtherCall: 'You are in another call',
  switchDetails: 'You can be in one call at a time. Leaving a call of two ends it.',
  switchCall: 'Leave and join here',
} as const;

/** Texts about desktop notifications. */
export const notificationTexts = {
  unsupported: 'This browser does not support desktop notifications.',
  blocked: {
    type: 'warning',
    title: 'Notifications are blocked',
    message: "Allow them for this page in your browser's settings",
    timeoutMs: 5000,
  },
  pushUnsupported: 'This browser does not support push notifications.',
  pushFailed: {
    type: 'error',
    title: 'Push notifications failed',
    message: "Your browser's push service cannot be reached",
    timeoutMs: 5000,
  },
} as const satisfies Record<string, string | ToastText>;

/** The open chat has closed: the user was removed, or the chat was deleted. */
export function chatClosedToast(name: string): ToastText {
  return { type: 'info', title: 'Chat closed', message: `${name} is no longer in your list`, timeoutMs: 5000 };
}
