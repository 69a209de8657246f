import { friendAcceptedToast, friendRequestToast } from '@chat-app/contract';
import type { ChatId, FriendRequest, UserId } from '@chat-app/contract';
import { hashKey } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { ChatSocket } from '../lib/socket.ts';
import { dismissToastsAbout, showToast } from '../state/toasts.ts';
import { friendshipsKey } from './friendships-key.ts';
import {
  acceptRequestKey,
  acceptRequestOptions,
  allRequestsKey,
  chatAction,
  rejectRequestOptions,
  runMutation,
} from './friendships.ts';

/** Keeps the lists of friends, requests and blocked people up to date. */
export function followFriendships(
  socket: ChatSocket,
  { client, refreshList }: { client: QueryClient; refreshList: () => void },
): void {
  const refresh = () => void client.invalidateQueries({ queryKey: friendshipsKey });
  socket.on('friendRequest', refresh);
  socket.on('friendRequestAccepted', refresh);
  socket.on('friendshipsChanged', () => {
    refresh();
    // Mentions by people whom the user has blocked do not count.
    refreshList();
  });
}

interface AnnounceDeps {
  client: QueryClient;
  myId: UserId;
  openChat: (chatId: ChatId) => void;
}

/** Shows a toast for requests and acceptances. Not for call windows, because the buttons of these toasts navigate. */
export function announceFriendships(socket: ChatSocket, { client, myId, openChat }: AnnounceDeps): () => void {
  const announcedIds = new Set<FriendRequest['_id']>();

  socket.on('friendRequest', (request) => {
    const accept = () => runMutation(client, acceptRequestOptions(client, { onOpenChat: openChat }), request);
    const decline = () => runMutation(client, rejectRequestOptions(client), request._id);
    announcedIds.add(request._id);
    showToast({
      ...friendRequestToast(request.user1.name),
      about: request._id,
      actions: [
        { label: 'Accept', isPrimary: true, onSelect: accept },
        { label: 'Decline', onSelect: decline },
      ],
    });
  });

  socket.on('friendRequestAccepted', ({ _id, user1, user2 }) => {
    const other = user1._id === myId ? user2 : user1;
    dismissToastsAbout(_id);
    if (wasAcceptedHere(client, _id)) return;
    showToast({
      ...friendAcceptedToast(other.name),
      about: other._id,
      actions: [chatAction(client, other._id, openChat)],
    });
  });

  return dismissAnswered(client, announcedIds);
}

/** Dismisses the toasts of requests that are missing in the server's latest list: their buttons would fail. */
function dismissAnswered(client: QueryClient, announcedIds: Set<FriendRequest['_id']>): () => void {
  const listHash = hashKey(allRequestsKey);
  return client.getQueryCache().subscribe(({ query, type, ...event }) => {
    if (type !== 'updated' || query.queryHash !== listHash || !('action' in event)) return;
    // An optimistic update may be older than the latest request.
    if (event.action.type !== 'success' || event.action.manual) return;
    const waitingIds = new Set((query.state.data as readonly FriendRequest[]).map(({ _id }) => _id));
    for (const id of announcedIds) {
      if (waitingIds.has(id)) continue;
      announcedIds.delete(id);
      dismissToastsAbout(id);
    }
  });
}

/** The tab that accepts a request shows its own toast. */
function wasAcceptedHere(client: QueryClient, requestId: FriendRequest['_id']): boolean {
  const accepted = client.getMutationCache().find({
    mutationKey: acceptRequestKey,
    predicate: ({ state }) =>
      (state.variables as FriendRequest | undefined)?._id === requestId && state.status !== 'error',
  });
  return accepted !== undefined;
}
