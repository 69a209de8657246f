export { broadcastFriendships } from './friendships.broadcasts.ts';
export { friendships } from './friendships.repository.ts';
export { serveFriendships } from './friendships.routes.ts';
export { createFriendships } from './friendships.service.ts';
