import type { ChatId, UserId } from '@chat-app/contract';
import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { followRinging } from '../api/calls.live.ts';
import { createListRefresher, followChats } from '../api/chats.live.ts';
import { allChatsKey, chatListsKey, knownChats } from '../api/chats.ts';
import { announceFriendships, followFriendships } from '../api/friendships.live.ts';
import { friendshipsKey } from '../api/friendships.ts';
import { followIncoming, followMessages } from '../api/messages.live.ts';
import { useMe } from '../api/me.ts';
import { allMessagesKey } from '../api/message-log.ts';
import { syncOfflineCopy } from '../api/offline-copy.ts';
import { followOwnMessages } from '../outbox/own-messages.live.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { followPresence, followUsers } from '../api/users.live.ts';
import { reconcilePush } from '../api/push.ts';
import { useServerConfig } from '../api/server-config.ts';
import { recheckSession } from '../api/session.ts';
import { setCurrentSocket } from '../api/socket.live.ts';
import { followTransfers } from '../features/file-transfer/session/follow-transfers.ts';
import { notifyMessage } from '../features/notifications/notify-message.ts';
import { isCallWindow } from '../format/paths.ts';
import { emitWithAck } from '../lib/emit-with-ack.ts';
import { onNotificationClick, startServiceWorker } from '../browser/service-worker.ts';
import { openConnection } from '../lib/socket.ts';
import { markVisibleTab } from '../tabs/visible-tabs.ts';
import { resetConnection, shortInterruptionMs, setConnection } from '../state/connection.ts';
import { setPresenceUnknown } from '../state/online-users.ts';
import { useOpenChat } from '../state/open-chat.ts';

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

interface LiveDeps {
  client: QueryClient;
  myId: UserId;
  outbox: Outbox;
  url: string | null;
  openChat: (chatId: ChatId) => void;
  closeChat: () => void;
}

function startLiveUpdates({ client, myId, outbox, url, openChat, closeChat }: LiveDeps): () => void {
  let hasBeenAway = false;
  let presenceTimer: ReturnType<typeof setTimeout> | undefined;
  const connection = openConnection({
    url,
    userId: myId,
    onConnect: () => {
      clearTimeout(presenceTimer);
      void emitWithAck(connection.socket, 'online', myId);
      setConnection({ phase: 'connected' });
      resync(client);
      // Another user may have signed in in another tab while this one was disconnected.
      if (hasBeenAway) void recheckSession(client);
    },
    onAway: () => {
      hasBeenAway = true;
      setConnection({ phase: 'away' });
      clearTimeout(presenceTimer);
      // Otherwise the buttons that depend on presence would flicker with every short interruption.
      presenceTimer = setTimeout(setPresenceUnknown, shortInterruptionMs);
    },
    onUnauthorized: () => void recheckSession(client),
  });
  const { socket } = connection;
  const list = createListRefresher(client);
  const refreshList = list.request;
  followPresence(socket, myId);
  followUsers(socket, client);
  followFriendships(socket, client);
  followChats(socket, { client, refreshList, closeChat });
  followMessages(socket, { client, refreshList });
  followOwnMessages(socket, outbox);
  const findChat = (chatId: ChatId) => knownChats(client)?.find(({ _id }) => _id === chatId);
  const stops: (() => void)[] = [];
  // A call window shows no notifications: opening a chat there would end the call.
  if (!isCallWindow()) {
    stops.push(followRinging(socket), followTransfers(socket, myId));
    stops.push(announceFriendships(socket, { client, myId, openChat }));
    followIncoming(socket, (message) => void notifyMessage(message, { findChat, openChat }));
    stops.push(onNotificationClick(openChat));
  }
  setCurrentSocket(socket);
  setConnection({ tryNow: connection.tryNow });
  connection.connect();
  // Closing removes all listeners of the socket.
  return () => {
    stops.forEach((stop) => stop());
    clearTimeout(presenceTimer);
    connection.close();
    list.cancel();
    setCurrentSocket(null);
    resetConnection();
  };
}

/** Refetches what is on the screen, since events may have been missed. Cancels requests over the dead connection. */
function resync(client: QueryClient): void {
  for (const queryKey of [chatListsKey, allChatsKey, allMessagesKey, friendshipsKey]) {
    void client.invalidateQueries({ queryKey });
  }
}
