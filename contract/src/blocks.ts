import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { ImageUrl, UserId } from './primitives.ts';

export const BlockedUser = z.object({ _id: UserId, id: UserId, name: z.string(), avatar: ImageUrl });
export type BlockedUser = z.infer<typeof BlockedUser>;

export const getBlockedUsers = endpoint({
  method: 'GET',
  path: '/api/friendships/blocked',
  access: 'verified',
  input: z.object({}),
  output: z.object({ data: z.array(BlockedUser) }),
});

export const blockUser = endpoint({
  method: 'POST',
  path: '/api/friendships/block',
  access: 'verified',
  input: z.object({ userId: UserId }),
  output: z.object({}),
  errors: ['not_found', 'limit_reached'],
});

export const unblockUser = endpoint({
  method: 'POST',
  path: '/api/friendships/unblock',
  access: 'verified',
  input: z.object({ userId: UserId }),
  output: z.object({}),
});
