import { useEffect } from 'react';
import { showDesktopNotification } from '../../../browser/desktop-notification.ts';
import { startRinging } from '../../../attention/ringtone.ts';
import { flashTitle } from '../../../attention/title-flash.ts';
import { isAnyTabVisible } from '../../../tabs/visible-tabs.ts';
import { useNotificationSettings } from '../../../state/notification-settings.ts';
import type { TransferView } from '../session/transfer-list.ts';
import { usePeer } from './use-peer.ts';
import type { Peer } from './use-peer.ts';

/** Signals an unanswered request: flashes the title, rings, and shows a desktop notification in hidden tabs. */
export function useAttention(views: readonly TransferView[]): void {
  const calling = views.find(
    ({ state, isHidden }) => state.role === 'receiver' && state.phase === 'pending' && !isHidden,
  );
  const peer = usePeer(calling?.peerId);
  const hasSound = useNotificationSettings((state) => state.hasSound);
  // In a muted chat only the dialog is shown.
  const id = peer.isMuted ? undefined : calling?.id;
  const fileName = calling?.files[0]?.name ?? '';
  const { name, avatar } = peer;

  useEffect(() => (id === undefined ? undefined : flashTitle(`${name} sends you a file`)), [id, name]);
  useEffect(() => (id === undefined || !hasSound ? undefined : startRinging()), [id, hasSound]);
  useEffect(() => {
    if (id !== undefined) void announce({ name, avatar }, fileName);
  }, [id, name, avatar, fileName]);
}

async function announce({ name, avatar }: Pick<Peer, 'name' | 'avatar'>, fileName: string): Promise<void> {
  if (!useNotificationSettings.getState().hasDesktop || (await isAnyTabVisible())) return;
  const body = `wants to send you ${fileName}`;
  showDesktopNotification({ title: name, body, icon: avatar, tag: `transfer ${name}`, onClick: () => {} });
}
