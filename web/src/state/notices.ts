import { noticeTexts } from '@chat-app/contract';
import type { UserId } from '@chat-app/contract';
import { create } from 'zustand';
import { askForNotices, canShowNotices, noticePermission } from '../lib/desktop-notice.ts';
import { keepChoice, readChoice } from '../lib/stored-choice.ts';
import { showToast } from './toasts.ts';

interface NoticeChoices {
  readonly hasSound: boolean;
  readonly hasDesktop: boolean;
  /** The service worker shows what arrives while nobody looks, also when no tab is open. */
  readonly hasPush: boolean;
  /** Whether a notice may say what was written. */
  readonly hasPreview: boolean;
  /** Whether the person has been asked to allow notices, or said that they do not want to be. */
  readonly isHintOver: boolean;
  /** Somebody who has written something waits for an answer: then it is worth asking. */
  readonly hasSent: boolean;
}

const soundKey = 'chat-app.sound';
const desktopKey = 'chat-app.desktop-notices';
/** Holds whose device this is: the next person here has to be asked themselves. */
const pushKey = 'chat-app.push';
const previewKey = 'chat-app.notice-preview';
const hintKey = 'chat-app.notice-hint';

export const useNotices = create<NoticeChoices>(readChoices);

export function setSound(hasSound: boolean): void {
  useNotices.setState({ hasSound });
  keepChoice(soundKey, hasSound ? 'on' : 'off');
}

/** Turning them on asks the browser, which asks the person. */
export async function setDesktopNotices(isWanted: boolean): Promise<void> {
  if (isWanted && !canShowNotices()) return window.alert(noticeTexts.unsupported);
  const isOn = isWanted && (await askForNotices()) === 'granted';
  if (isWanted && !isOn) showToast(noticeTexts.blocked);
  useNotices.setState({ hasDesktop: isOn });
  return keepChoice(desktopKey, isOn ? 'on' : 'off');
}

/** Null: off. */
export function setPush(userId: UserId | null): void {
  useNotices.setState({ hasPush: userId !== null });
  keepChoice(pushKey, userId ?? 'off');
}

export const isPushWanted = (userId: UserId) => readChoice(pushKey) === userId;

export function setPreview(hasPreview: boolean): void {
  useNotices.setState({ hasPreview });
  keepChoice(previewKey, hasPreview ? 'on' : 'off');
}

export function endNoticeHint(): void {
  useNotices.setState({ isHintOver: true });
  keepChoice(hintKey, 'over');
}

export function noteSent(): void {
  if (!useNotices.getState().hasSent) useNotices.setState({ hasSent: true });
}

/** What was chosen in this browser. A permission that was taken back since counts. */
export function readChoices(): NoticeChoices {
  return {
    hasSound: readChoice(soundKey) !== 'off',
    hasDesktop: readChoice(desktopKey) === 'on' && noticePermission() === 'granted',
    hasPush: false,
    hasPreview: readChoice(previewKey) !== 'off',
    isHintOver: readChoice(hintKey) === 'over',
    hasSent: false,
  };
}
