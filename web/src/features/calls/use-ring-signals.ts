import type { ChatId } from '@chat-app/contract';
import { useEffect } from 'react';
import { showDesktopNotice } from '../../lib/desktop-notice.ts';
import { startRinging } from '../../lib/ringtone.ts';
import { flashTitle } from '../../lib/title-flash.ts';
import { isAnyTabVisible } from '../../lib/visible-tabs.ts';
import { useNotices } from '../../state/notices.ts';

interface Caller {
  chatId: ChatId;
  name: string;
  avatar: string;
  /** Then the question on the screen is all there is. */
  isMuted: boolean;
}

/** A call is heard, seen in the tab's name, and told on the desktop to whoever looks elsewhere. */
export function useRingSignals({ chatId, name, avatar, isMuted }: Caller): void {
  const isHeard = useNotices((state) => state.hasSound) && !isMuted;
  useEffect(() => (isHeard ? startRinging() : undefined), [isHeard]);
  useEffect(() => (isMuted ? undefined : flashTitle(`${name} is calling`)), [name, isMuted]);
  useEffect(() => (isMuted ? undefined : tellOnDesktop({ chatId, name, avatar })), [chatId, name, avatar, isMuted]);
}

/** Returns how to take it back: a call that nobody asks about any more is no news. */
function tellOnDesktop({ chatId, name, avatar }: Omit<Caller, 'isMuted'>): () => void {
  let isOver = false;
  let close = () => {};
  async function tell() {
    const { hasDesktop, hasPush } = useNotices.getState();
    // A push says the same.
    if (!hasDesktop || hasPush || (await isAnyTabVisible()) || isOver) return;
    // The click brings this tab to the front, where the question stands.
    close = showDesktopNotice({
      title: name,
      body: 'Incoming voice call',
      icon: avatar,
      tag: `call-${chatId}`,
      onClick: () => {},
    });
  }
  void tell();
  return () => {
    isOver = true;
    close();
  };
}
