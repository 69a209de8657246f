import { friendAcceptedToast, friendRequestToast } from '@chat-app/contract';
import type { FriendRequest, UserId } from '@chat-app/contract';
import type { QueryClient } from '@tanstack/react-query';
import type { ChatSocket } from '../lib/socket.ts';
import { showToast } from '../state/toasts.ts';
import { acceptRequestKey, friendshipsKey } from './friendships.ts';

export function followFriendships(socket: ChatSocket, client: QueryClient, myId: UserId): void {
  const refresh = () => void client.invalidateQueries({ queryKey: friendshipsKey });

  socket.on('friendRequest', ({ user1 }) => {
    showToast(friendRequestToast(user1.name));
    refresh();
  });

  socket.on('friendRequestAccepted', ({ _id, user1, user2 }) => {
    const other = user1._id === myId ? user2 : user1;
    if (!wasAcceptedHere(client, _id)) showToast(friendAcceptedToast(other.name));
    refresh();
  });

  socket.on('friendshipsChanged', refresh);
}

/** Accepting has its own toast on the tab where it was done. */
function wasAcceptedHere(client: QueryClient, requestId: FriendRequest['_id']): boolean {
  const accepted = client.getMutationCache().find({
    mutationKey: acceptRequestKey,
    predicate: ({ state }) => state.variables === requestId && state.status !== 'error',
  });
  return accepted !== undefined;
}
