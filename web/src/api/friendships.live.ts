import { friendAcceptedToast, friendRequestToast } from '@chat-app/contract';
import type { ChatId, FriendRequest, UserId } from '@chat-app/contract';
import type { QueryClient } from '@tanstack/react-query';
import { runMutation } from '../lib/run-mutation.ts';
import type { ChatSocket } from '../lib/socket.ts';
import { dismissToastsAbout, showToast } from '../state/toasts.ts';
import {
  acceptRequestKey,
  acceptRequestOptions,
  chatAction,
  friendshipsKey,
  rejectRequestOptions,
} from './friendships.ts';

interface FriendshipsLiveParts {
  client: QueryClient;
  myId: UserId;
  openChat: (chatId: ChatId) => void;
}

export function followFriendships(socket: ChatSocket, { client, myId, openChat }: FriendshipsLiveParts): void {
  const refresh = () => void client.invalidateQueries({ queryKey: friendshipsKey });

  socket.on('friendRequest', (request) => {
    const accept = () => runMutation(client, acceptRequestOptions(client, { onOpenChat: openChat }), request);
    const decline = () => runMutation(client, rejectRequestOptions(client), request._id);
    showToast({
      ...friendRequestToast(request.user1.name),
      about: request._id,
      actions: [
        { label: 'Accept', isPrimary: true, onSelect: accept },
        { label: 'Decline', onSelect: decline },
      ],
    });
    refresh();
  });

  socket.on('friendRequestAccepted', ({ _id, user1, user2 }) => {
    const other = user1._id === myId ? user2 : user1;
    dismissToastsAbout(_id);
    if (!wasAcceptedHere(client, _id)) {
      showToast({
        ...friendAcceptedToast(other.name),
        about: other._id,
        actions: [chatAction(client, other._id, openChat)],
      });
    }
    refresh();
  });

  socket.on('friendshipsChanged', refresh);
}

/** Accepting has its own toast on the tab where it was done. */
function wasAcceptedHere(client: QueryClient, requestId: FriendRequest['_id']): boolean {
  const accepted = client.getMutationCache().find({
    mutationKey: acceptRequestKey,
    predicate: ({ state }) =>
      (state.variables as FriendRequest | undefined)?._id === requestId && state.status !== 'error',
  });
  return accepted !== undefined;
}
