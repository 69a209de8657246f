import { noticeTexts } from '@chat-app/contract';
import { create } from 'zustand';
import { askForNotices, canShowNotices, noticePermission } from '../lib/desktop-notice.ts';
import { showToast } from './toasts.ts';

interface NoticeChoices {
  readonly hasSound: boolean;
  readonly hasDesktop: boolean;
  /** Whether the person has been asked to allow notices, or said that they do not want to be. */
  readonly isHintOver: boolean;
  /** Somebody who has written something waits for an answer: then it is worth asking. */
  readonly hasSent: boolean;
}

const soundKey = 'chat-app.sound';
const desktopKey = 'chat-app.desktop-notices';
const hintKey = 'chat-app.notice-hint';

export const useNotices = create<NoticeChoices>(readChoices);

export function setSound(hasSound: boolean): void {
  useNotices.setState({ hasSound });
  keep(soundKey, hasSound ? 'on' : 'off');
}

/** Turning them on asks the browser, which asks the person. */
export async function setDesktopNotices(isWanted: boolean): Promise<void> {
  if (isWanted && !canShowNotices()) return window.alert(noticeTexts.unsupported);
  const isOn = isWanted && (await askForNotices()) === 'granted';
  if (isWanted && !isOn) showToast(noticeTexts.blocked);
  useNotices.setState({ hasDesktop: isOn });
  return keep(desktopKey, isOn ? 'on' : 'off');
}

export function endNoticeHint(): void {
  useNotices.setState({ isHintOver: true });
  keep(hintKey, 'over');
}

export function noteSent(): void {
  if (!useNotices.getState().hasSent) useNotices.setState({ hasSent: true });
}

/** What was chosen in this browser. A permission that was taken back since counts. */
export function readChoices(): NoticeChoices {
  return {
    hasSound: read(soundKey) !== 'off',
    hasDesktop: read(desktopKey) === 'on' && noticePermission() === 'granted',
    isHintOver: read(hintKey) === 'over',
    hasSent: false,
  };
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage is full or forbidden: the choice then lasts as long as the tab.
  }
}
