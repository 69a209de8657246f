import type { UserId } from '@chat-app/contract';

/** The facts about a chat that the policies need. */
interface ChatFacts {
  readonly ownerId: UserId;
  readonly memberCount: number;
}

/** More than two members: derived, never stored. */
export const isGroup = ({ memberCount }: Pick<ChatFacts, 'memberCount'>) => memberCount > 2;

/** Only the owner removes others. */
export const canRemoveMembers = (userId: UserId, chat: ChatFacts) => chat.ownerId === userId;

/** A one-to-one chat only leaves the caller's list; a group is deleted for everybody, so only its owner may do it. */
export const canDelete = (userId: UserId, chat: ChatFacts) => !isGroup(chat) || chat.ownerId === userId;
