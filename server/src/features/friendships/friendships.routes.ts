import * as contract from '@chat-app/contract';
import type { Serve } from '../../platform/http/serve.ts';
import { presentPerson } from '../users/index.ts';
import { presentFoundUser, presentUserFoundByEmail, presentFriendRequest } from './friendships.presenter.ts';
import type { Blocks } from './blocks.service.ts';
import type { Friendships } from './friendships.service.ts';

const hour = 60 * 60_000;
/** Prevents trying out addresses one after the other. */
const emailSearchRate = { limit: 60, windowMs: hour };
const nameSearchRate = { limit: 120, windowMs: 60_000 };
const requestRate = { limit: 100, windowMs: hour };
const blockRate = { limit: 100, windowMs: hour };

export function serveFriendships(serve: Serve, { blocks, friendships }: { blocks: Blocks; friendships: Friendships }) {
  serve(contract.getFriendRequests, {}, async ({ input, caller }) => ({
    data: (await friendships.listReceived(caller.userId, input.search)).map((row) =>
      presentFriendRequest(row, caller.userId),
    ),
  }));

  serve(contract.getSentRequests, {}, async ({ input, caller }) => ({
    data: (await friendships.listSent(caller.userId, input.search)).map((row) =>
      presentFriendRequest(row, caller.userId),
    ),
  }));

  serve(contract.getFriends, {}, async ({ input, caller }) => ({
    data: (await friendships.listFriends(caller.userId, input.search)).map(presentFoundUser),
  }));

  serve(contract.searchByEmail, { rate: emailSearchRate }, async ({ input, caller }) => ({
    data: (await friendships.findByEmail(caller.userId, input.email)).map(presentUserFoundByEmail),
  }));

  serve(contract.searchForFriends, { rate: nameSearchRate }, async ({ input, caller }) => ({
    data: (await friendships.searchByName(caller.userId, input.search)).map(presentFoundUser),
  }));

  serve(contract.sendFriendRequest, { rate: requestRate }, async ({ input, caller }) => {
    await friendships.sendRequest(caller.userId, input.friendId);
    return {};
  });

  const answers = [
    [contract.acceptFriendRequest, friendships.accept],
    [contract.rejectFriendRequest, friendships.reject],
    [contract.cancelFriendRequest, friendships.cancel],
  ] as const;
  for (const [endpoint, answer] of answers) {
    serve(endpoint, {}, async ({ input, caller }) => {
      await answer(caller.userId, input.requestId);
      return {};
    });
  }

  serve(contract.removeFriend, {}, async ({ input, caller }) => {
    await friendships.removeFriend(caller.userId, input.friendId);
    return {};
  });

  serve(contract.getBlockedUsers, {}, async ({ caller }) => ({
    data: (await blocks.list(caller.userId)).map(presentPerson),
  }));

  serve(contract.blockUser, { rate: blockRate }, async ({ input, caller }) => {
    await blocks.block(caller.userId, input.userId);
    return {};
  });

  serve(contract.unblockUser, {}, async ({ input, caller }) => {
    await blocks.unblock(caller.userId, input.userId);
    return {};
  });
}
