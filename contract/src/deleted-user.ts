import type { UserId } from './primitives.ts';

/** Stands for everybody whose account was deleted. */
export const deletedUser = { _id: '00000000-0000-0000-0000-000000000000' as UserId, name: 'Deleted account' } as const;
