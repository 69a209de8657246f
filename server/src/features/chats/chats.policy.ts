import type { UserId } from '@chat-app/contract';

/** What the policies need to know of a chat. */
interface ChatFacts {
  readonly ownerId: UserId;
  readonly memberCount: number;
}

/** More than two members: derived, never stored. */
export const isGroup = ({ memberCount }: Pick<ChatFacts, 'memberCount'>) => memberCount > 2;

/** Only the owner puts others out. */
export const canRemoveMembers = (userId: UserId, chat: ChatFacts) => chat.ownerId === userId;

/** A one-to-one chat is only taken off one's own list; a group goes for everybody, so its owner decides. */
export const canDelete = (userId: UserId, chat: ChatFacts) => !isGroup(chat) || chat.ownerId === userId;
