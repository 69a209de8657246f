import { z } from 'zod';
import { CallKind } from './calls.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { ChatName } from './names.ts';
import { ChatId, GivenImageUrl, ImageUrl, requiredText, SearchText, Timestamp, UserId } from './primitives.ts';
import { inputTexts } from './texts.ts';

/** The kind of the chat's call; null while it has none. */
const Calling = CallKind.nullable();

export const ChatMember = z.object({ _id: UserId, name: z.string(), avatar: ImageUrl });
export type ChatMember = z.infer<typeof ChatMember>;

/** A group has one owner, who makes other members admins. In a direct chat both are members. */
export const GroupRole = z.enum(['owner', 'admin', 'member']);
export type GroupRole = z.infer<typeof GroupRole>;

/** Older servers omit the role. */
export const GroupMember = ChatMember.extend({ role: GroupRole.optional() });
export type GroupMember = z.infer<typeof GroupMember>;

/** Who may do something in a group. The owner counts as an admin. */
export const WhoCan = z.enum(['members', 'admins']);
export type WhoCan = z.infer<typeof WhoCan>;

/** Two other members, shown for a group that has no image of its own. */
const Faces = z.array(ChatMember).optional();

const StoredUserId = z.string().brand<'UserId', 'inout'>();

/** A text that the user has not sent yet. */
export const ChatDraft = z.object({ content: z.string(), at: Timestamp });
export type ChatDraft = z.infer<typeof ChatDraft>;

/** One row of the sidebar, as its owner sees it. There may be hundreds, so ids from our database are not validated. */
export const ChatListItem = z.object({
  _id: z.string().brand<'ChatId', 'inout'>(),
  name: z.string(),
  avatar: ImageUrl,
  members: z.array(StoredUserId),
  faces: Faces,
  isGroup: z.boolean(),
  /** Derived: true when no countable message of another user is above the read position. */
  read: z.boolean(),
  /** Other users' messages above the read position, up to 100, shown as '99+'. Older servers omit it. */
  unreadCount: z.number().optional(),
  /** The user is mentioned in an unread message; absent otherwise. */
  hasMention: z.boolean().optional(),
  /** The positions of the unread messages that mention the user, in their order: the newest if there are many. */
  mentionSeqs: z.array(z.number()).optional(),
  isMyMessage: z.boolean(),
  /** The preview as text; empty when there is no message. */
  lastMessage: z.string(),
  /** The sender in a group, unless it is the user; null for a system message. */
  lastSender: z.object({ _id: StoredUserId, name: z.string() }).nullish(),
  lastTime: z.string(),
  lastSeq: z.number(),
  calling: Calling,
  /** The user wants no notifications for this chat. Visible to this user only. */
  isMuted: z.boolean(),
  /** The place among the user's pinned chats, from 1 on top, maybe with gaps; absent when it is not pinned. */
  pinOrder: z.number().optional(),
  /** In the user's archive; absent otherwise. A new message takes the chat out of it, unless it is muted. */
  isArchived: z.boolean().optional(),
  /** Visible to this user only; null when there is none. Older servers omit it. */
  draft: ChatDraft.nullish(),
});
export type ChatListItem = z.infer<typeof ChatListItem>;

export const ChatDetail = z.object({
  _id: ChatId,
  name: z.string(),
  avatar: ImageUrl,
  isGroup: z.boolean(),
  members: z.array(GroupMember),
  faces: Faces,
  calling: Calling,
  ownerId: UserId,
  createdAt: Timestamp,
  isMuted: z.boolean(),
  /** Of a group; empty when it has none. Older servers omit it and the settings. */
  description: z.string().optional(),
  whoCanSend: WhoCan.optional(),
  whoCanAdd: WhoCan.optional(),
  /** The name, the picture and the description. */
  whoCanEdit: WhoCan.optional(),
  /** The other person of a direct chat is suspended; absent otherwise. */
  isSuspended: z.boolean().optional(),
});
export type ChatDetail = z.infer<typeof ChatDetail>;

const Nothing = z.object({});
const MemberIds = z
  .array(UserId, inputTexts.noMembers)
  .min(1, inputTexts.noMembers)
  .max(limits.membersPerRequest, inputTexts.tooManyMembers);
/** Not in the shared texts and limits, which the login screen loads. */
export const descriptionMaxLength = 500;
const descriptionInvalid = `A description can be at most ${descriptionMaxLength} characters`;
const ChatDescription = requiredText(descriptionInvalid).trim().max(descriptionMaxLength, descriptionInvalid);
const chatInPath = z.object({ chatId: ChatId });

export const getChat = endpoint({
  method: 'GET',
  path: '/api/chats/get/{chatId}',
  access: 'verified',
  input: chatInPath,
  output: z.object({ data: ChatDetail }),
  errors: ['not_found'],
});

export const getChats = endpoint({
  method: 'GET',
  path: '/api/chats/all',
  access: 'verified',
  input: z.object({ search: SearchText.optional() }),
  output: z.object({ data: z.array(ChatListItem) }),
});

export const createChat = endpoint({
  method: 'POST',
  path: '/api/chats/create',
  access: 'verified',
  /** A name is for groups: it is refused with a single member. */
  input: z.object({ members: MemberIds, name: ChatName.optional() }),
  output: z.object({ chatId: ChatId }),
  successStatus: 201,
  errors: ['forbidden', 'chat_exists'],
});

export const addMembers = endpoint({
  method: 'POST',
  path: '/api/chats/members/add',
  access: 'verified',
  input: z.object({ chatId: ChatId, members: MemberIds }),
  output: Nothing,
  errors: ['not_found', 'forbidden'],
});

export const removeMember = endpoint({
  method: 'POST',
  path: '/api/chats/members/remove',
  access: 'verified',
  input: z.object({ chatId: ChatId, memberId: UserId }),
  output: Nothing,
  errors: ['not_found', 'forbidden'],
});

export const editChat = endpoint({
  method: 'POST',
  path: '/api/chats/edit',
  access: 'verified',
  /** An empty description removes it. */
  input: z.object({
    chatId: ChatId,
    name: ChatName.optional(),
    avatar: GivenImageUrl.nullish(),
    description: ChatDescription.optional(),
  }),
  output: Nothing,
  errors: ['not_found', 'forbidden'],
});

export const leaveChat = endpoint({
  method: 'POST',
  path: '/api/chats/leave/{chatId}',
  access: 'verified',
  input: chatInPath,
  output: Nothing,
  errors: ['not_found'],
});

export const deleteChat = endpoint({
  method: 'DELETE',
  path: '/api/chats/delete/{chatId}',
  access: 'verified',
  input: chatInPath,
  output: Nothing,
  errors: ['not_found', 'forbidden'],
});

/** Applies to the caller only, on all their devices. */
export const muteChat = endpoint({
  method: 'POST',
  path: '/api/chats/mute',
  access: 'verified',
  input: z.object({ chatId: ChatId, isMuted: z.boolean() }),
  output: Nothing,
  errors: ['not_found'],
});

/** How far another member has read. `at` is null for what was read before times were kept. */
export const ChatRead = z.object({ userId: UserId, seq: z.number(), at: Timestamp.nullable() });
export type ChatRead = z.infer<typeof ChatRead>;

/** Only where both sides send receipts. */
export const getReads = endpoint({
  method: 'GET',
  path: '/api/chats/reads/{chatId}',
  access: 'verified',
  input: chatInPath,
  output: z.object({ data: z.array(ChatRead) }),
  errors: ['not_found'],
});

/**
 * Saves what the caller has typed, for all their devices; an empty content removes it. The latest `at` wins, so a late
 * request changes nothing. The answer is the draft that is saved afterwards.
 */
export const saveDraft = endpoint({
  method: 'PUT',
  path: '/api/chats/draft',
  access: 'verified',
  input: z.object({
    chatId: ChatId,
    content: requiredText(inputTexts.draftInvalid).max(limits.messageMaxLength, inputTexts.draftTooLong),
    at: Timestamp,
  }),
  output: z.object({ draft: ChatDraft }),
  errors: ['not_found'],
});

/** The events about chats that a browser may send. */
export const chatClientEvents = {
  chatRead: z.tuple([ChatId, z.number().int().min(0)]),
  typing: z.tuple([ChatId, z.boolean()]),
};

export interface ChatServerEvents {
  updateChat: (chatId: ChatId) => void;
  joinChat: (chatId: ChatId) => void;
  outChat: (chatId: ChatId) => void;
  /** Without `userId`: the user has read the chat, on any of their devices. With it: another member has. */
  chatRead: (chatId: ChatId, seq: number, userId?: UserId) => void;
  /** Another member writes a message, or has stopped. Expires by itself. */
  typing: (chatId: ChatId, userId: UserId, isTyping: boolean) => void;
  /** Another device of the same user muted or unmuted the chat. */
  chatMuted: (chatId: ChatId, isMuted: boolean) => void;
  /** The pinned chats of the user in their order, after a device of the user changed them. */
  pinnedChats: (chatIds: ChatId[]) => void;
  /** A device of the user archived the chat when this was its last seq; null when it was taken out of the archive. */
  chatArchived: (chatId: ChatId, seq: number | null) => void;
  /** Another device of the same user changed the draft of the chat, or removed it. */
  chatDraft: (chatId: ChatId, content: string, at: string) => void;
  /**
   * The last seq and the rev of chats that changed: a lost last message leaves no gap to notice. Older servers omit the
   * revs.
   */
  chatHeads: (heads: Record<ChatId, number>, revs?: Record<ChatId, number>) => void;
}
