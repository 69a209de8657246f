import type { ChatId } from '@chat-app/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { saveDrafts } from '../api/save-drafts.ts';
import { followRinging } from '../api/calls.live.ts';
import { knownChats } from '../api/chats.ts';
import { announceFriendships } from '../api/friendships.live.ts';
import { followIncoming } from '../api/messages.live.ts';
import { useMe } from '../api/me.ts';
import { syncOfflineCopy } from '../api/offline-copy.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { reconcilePush } from '../api/push.ts';
import { useServerConfig } from '../api/server-config.ts';
import { signedInUser } from '../api/session.ts';
import { followTransfers } from '../features/file-transfer/session/follow-transfers.ts';
import { notifyMessage } from '../features/notifications/notify-message.ts';
import { isCallWindow } from '../format/paths.ts';
import { onNotificationClick, startServiceWorker } from '../browser/service-worker.ts';
import { markVisibleTab } from '../tabs/visible-tabs.ts';
import { useOpenChat } from '../state/open-chat.ts';
import { startConnection } from './live-connection.ts';
import type { LiveDeps } from './live-connection.ts';

/** Keeps this tab connected and up to date while a verified user is signed in. */
export function useLiveUpdates(outbox: Outbox): void {
  const client = useQueryClient();
  const me = useMe();
  const { id: myId } = me;
  const config = useServerConfig();
  const url = config.data?.socketUrl ?? null;
  const isUrlKnown = !config.isPending;
  const navigate = useNavigate();
  const openChat = useEffectEvent(useOpenChat());
  const closeChat = useEffectEvent(() => void navigate('/', { replace: true }));

  useEffect(() => outbox.start(), [outbox]);
  // After the outbox, which reads the drafts.
  useEffect(() => saveDrafts(myId), [myId]);
  useEffect(() => syncOfflineCopy(client, me), [client, me]);
  useEffect(() => void startServiceWorker().then(() => reconcilePush(myId)), [myId]);
  // A call window shows no incoming messages, so it does not count as a visible tab.
  useEffect(() => (isCallWindow() ? undefined : markVisibleTab()), []);
  useEffect(() => {
    if (!isUrlKnown) return undefined;
    return startLiveUpdates({
      client,
      myId,
      outbox,
      url,
      openChat: (chatId) => openChat(chatId),
      closeChat: () => closeChat(),
    });
  }, [client, myId, outbox, url, isUrlKnown]);
}

function startLiveUpdates({ openChat, ...deps }: LiveDeps & { openChat: (chatId: ChatId) => void }): () => void {
  const { client, myId } = deps;
  const findChat = (chatId: ChatId) => knownChats(client)?.find(({ _id }) => _id === chatId);
  return startConnection(deps, (socket) => {
    // A call window shows no notifications: opening a chat there would end the call.
    if (isCallWindow()) return [];
    followIncoming(socket, (message) => {
      // Read again for each message: the settings may have changed.
      const me = signedInUser(client);
      if (me) void notifyMessage(message, { findChat, openChat, me });
    });
    return [
      followRinging(socket),
      followTransfers(socket, myId),
      announceFriendships(socket, { client, myId, openChat }),
      onNotificationClick(openChat),
    ];
  });
}
