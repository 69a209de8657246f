import type { ChatId } from '@chat-app/contract';
import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { createListRefresher, followChats } from '../api/chats.live.ts';
import { chatListsKey } from '../api/chats.ts';
import { followFriendships } from '../api/friendships.live.ts';
import { friendshipsKey } from '../api/friendships.ts';
import { useMe } from '../api/me.ts';
import { followMessages } from '../api/messages.live.ts';
import { allMessagesKey } from '../api/messages.ts';
import { followPresence } from '../api/presence.live.ts';
import { useServerConfig } from '../api/server-config.ts';
import { recheckSession } from '../api/session.ts';
import { askAfresh } from '../lib/ask-afresh.ts';
import { openConnection } from '../lib/socket.ts';
import { forgetConnection, setConnection } from '../state/connection.ts';

/** While somebody verified is here, this tab hears what happens. */
export function useLiveUpdates(): void {
  const client = useQueryClient();
  const { id: myId } = useMe();
  const config = useServerConfig();
  const url = config.data?.socketUrl ?? null;
  const isUrlKnown = !config.isPending;
  const navigate = useNavigate();
  const closeChat = useEffectEvent(() => void navigate('/', { replace: true }));

  useEffect(() => {
    if (!isUrlKnown) return undefined;
    return startLiveUpdates({ client, myId, url, closeChat: () => closeChat() });
  }, [client, myId, url, isUrlKnown]);
}

interface LiveParts {
  client: QueryClient;
  myId: ChatId;
  url: string | null;
  closeChat: () => void;
}

function startLiveUpdates({ client, myId, url, closeChat }: LiveParts): () => void {
  let hasBeenAway = false;
  const connection = openConnection({
    url,
    onConnect: () => {
      connection.socket.emit('online', myId);
      setConnection({ phase: 'connected' });
      resync(client);
      // While this tab was away, somebody else may have logged in beside it.
      if (hasBeenAway) void recheckSession(client);
    },
    onAway: () => {
      hasBeenAway = true;
      setConnection({ phase: 'away' });
    },
    onUnauthorized: () => void recheckSession(client),
  });
  const { socket } = connection;
  const list = createListRefresher(client);
  const refreshList = list.request;
  followPresence(socket, myId);
  followFriendships(socket, client, myId);
  followChats(socket, { client, refreshList, closeChat });
  followMessages(socket, { client, refreshList });
  setConnection({ tryNow: connection.tryNow });
  connection.connect();
  // Closing takes every listener off the socket.
  return () => {
    connection.close();
    list.cancel();
    forgetConnection();
  };
}

/** Events may have been missed while away; what is on the screen is asked for anew. */
function resync(client: QueryClient): void {
  for (const queryKey of [chatListsKey, ['chat'], allMessagesKey, friendshipsKey]) {
    void askAfresh(client, queryKey);
  }
}
