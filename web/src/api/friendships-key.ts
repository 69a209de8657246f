/** Everything about friends, requests and blocked people: any change may concern all of it. */
export const friendshipsKey = ['friendships'] as const;
