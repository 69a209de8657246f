import { notificationTexts } from '@chat-app/contract';
import type { UserId } from '@chat-app/contract';
import {
  requestNotificationPermission,
  canShowNotifications,
  notificationPermission,
} from '../browser/desktop-notification.ts';
import { storeChoice, readChoice } from '../browser/stored-choice.ts';
import { showToast } from './toasts.ts';
import { createTabStore } from './session-state.ts';

interface NotificationSettings {
  readonly hasSound: boolean;
  readonly hasDesktop: boolean;
  /** The service worker shows notifications while no tab is visible or open. */
  readonly hasPush: boolean;
  /** Whether a notification may contain the text of the message. */
  readonly hasPreview: boolean;
  /** Whether the hint to allow notifications was answered or dismissed. */
  readonly isHintOver: boolean;
  /** The hint appears only after the first sent message, when the person expects an answer. */
  readonly hasSent: boolean;
}

const soundKey = 'chat-app.sound';
const desktopKey = 'chat-app.desktop-notices';
/** Stores the id of the user who turned push on. The next user of this device must turn it on again. */
const pushKey = 'chat-app.push';
const previewKey = 'chat-app.notice-preview';
const hintKey = 'chat-app.notice-hint';

export const useNotificationSettings = createTabStore<NotificationSettings>(readNotificationSettings);

export function setSound(hasSound: boolean): void {
  useNotificationSettings.setState({ hasSound });
  storeChoice(soundKey, hasSound ? 'on' : 'off');
}

/** Turning them on requests the permission from the browser. */
export async function setDesktopNotifications(isWanted: boolean): Promise<void> {
  if (isWanted && !canShowNotifications()) return window.alert(notificationTexts.unsupported);
  const isOn = isWanted && (await requestNotificationPermission()) === 'granted';
  if (isWanted && !isOn) showToast(notificationTexts.blocked);
  useNotificationSettings.setState({ hasDesktop: isOn });
  return storeChoice(desktopKey, isOn ? 'on' : 'off');
}

/** Null turns push off. */
export function setPush(userId: UserId | null): void {
  useNotificationSettings.setState({ hasPush: userId !== null });
  storeChoice(pushKey, userId ?? 'off');
}

export const isPushWanted = (userId: UserId) => readChoice(pushKey) === userId;

export function setPreview(hasPreview: boolean): void {
  useNotificationSettings.setState({ hasPreview });
  storeChoice(previewKey, hasPreview ? 'on' : 'off');
}

export function endNotificationHint(): void {
  useNotificationSettings.setState({ isHintOver: true });
  storeChoice(hintKey, 'over');
}

export function markFirstSent(): void {
  if (!useNotificationSettings.getState().hasSent) useNotificationSettings.setState({ hasSent: true });
}

/** The stored choices of this browser. Notifications are off if their permission was revoked since. */
export function readNotificationSettings(): NotificationSettings {
  return {
    hasSound: readChoice(soundKey) !== 'off',
    hasDesktop: readChoice(desktopKey) === 'on' && notificationPermission() === 'granted',
    hasPush: false,
    hasPreview: readChoice(previewKey) !== 'off',
    isHintOver: readChoice(hintKey) === 'over',
    hasSent: false,
  };
}
