import type { UserId } from '@chat-app/contract';
import type { QueryClient } from '@tanstack/react-query';
import { announcementKey, followAnnouncements } from '../api/announcements.live.ts';
import { createListRefresher, followChats } from '../api/chats.live.ts';
import { allChatsKey, chatListsKey } from '../api/chats.ts';
import { followDraftEvents } from '../api/drafts.live.ts';
import { followFriendships } from '../api/friendships.live.ts';
import { friendshipsKey } from '../api/friendships-key.ts';
import { followMessages } from '../api/messages.live.ts';
import { allMediaKey } from '../api/media-list.ts';
import { allMessagesKey } from '../api/message-log.ts';
import { allReadsKey } from '../api/reads.ts';
import { allPinnedKey } from '../api/pinned-list.ts';
import { recheckSession } from '../api/session.ts';
import { setCurrentSocket } from '../api/socket.live.ts';
import { followTyping } from '../api/typing.live.ts';
import { followPresence, followUsers } from '../api/users.live.ts';
import { emitWithAck } from '../lib/emit-with-ack.ts';
import { openConnection } from '../lib/socket.ts';
import type { ChatSocket } from '../lib/socket.ts';
import { followOwnMessages } from '../outbox/own-messages.live.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { resetConnection, setConnection, shortInterruptionMs } from '../state/connection.ts';
import { setPresenceUnknown } from '../state/online-users.ts';

export interface LiveDeps {
  client: QueryClient;
  myId: UserId;
  outbox: Outbox;
  url: string | null;
  closeChat: () => void;
}

/** Connects and keeps the caches up to date. `follow` adds listeners before that, and returns how to stop them. */
export function startConnection(
  { client, myId, outbox, url, closeChat }: LiveDeps,
  follow: (socket: ChatSocket) => readonly (() => void)[],
): () => void {
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
  followAnnouncements(socket, client);
  followPresence(socket, myId);
  followUsers(socket, client);
  followFriendships(socket, { client, refreshList });
  followChats(socket, { client, refreshList, closeChat });
  followMessages(socket, { client, refreshList });
  followTyping(socket);
  followDraftEvents(socket);
  followOwnMessages(socket, outbox);
  const stops = follow(socket);
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
  const chatKeys = [chatListsKey, allChatsKey, allMessagesKey, allPinnedKey, allMediaKey, allReadsKey];
  for (const queryKey of [...chatKeys, friendshipsKey, announcementKey]) {
    void client.invalidateQueries({ queryKey });
  }
}
