import { z } from 'zod';
import { endpoint, FileOutput } from './endpoint.ts';
import { type ChatId, ImageUrl, Timestamp, UserId } from './primitives.ts';
import { uploadPath } from './uploads.ts';

/** The public part of a user. */
export const Person = z.object({ _id: UserId, id: UserId, name: z.string(), avatar: ImageUrl });
export type Person = z.infer<typeof Person>;

/** What a user shares, and what may disturb them. Servers of the previous release send none of it. */
const privacy = {
  /** Others see what the user has read, and the user sees what others have read. */
  sendsReceipts: z.boolean().default(true),
  /** Others see whether the user is online, and the user sees who else is. */
  sharesPresence: z.boolean().default(true),
  /** Strangers find the user by name. Without it, only by the exact address. */
  isFindable: z.boolean().default(true),
  /** Mentions notify the user in muted chats too. */
  mentionsBreakMute: z.boolean().default(true),
};
export const Privacy = z.object(privacy);
export type Privacy = z.infer<typeof Privacy>;

/** The signed-in user, as only they see themselves. */
export const Me = Person.extend({
  email: z.string(),
  isVerified: z.boolean(),
  /** Logging in takes a second step. Servers of the previous release do not say. */
  hasSecondFactor: z.boolean().default(false),
  /** Servers of the previous release do not say. */
  isAdmin: z.boolean().default(false),
  ...privacy,
});
export type Me = z.infer<typeof Me>;

/**
 * Another user. The address is complete for oneself and friends, masked while a request is pending, absent otherwise.
 */
export const User = Person.extend({
  email: z.string().optional(),
  /** Only for friends. */
  friendsSince: Timestamp.optional(),
});
export type User = z.infer<typeof User>;

export const getUser = endpoint({
  method: 'GET',
  path: '/api/users/get',
  access: 'verified',
  input: z.object({ id: UserId }),
  output: z.object({ user: User }),
  errors: ['not_found'],
});

export interface UserServerEvents {
  /** A friend, a member of a shared chat or the user on another device changed their name or image. */
  userUpdated: (person: Person) => void;
  /** The user changed these settings, here or on another device. */
  privacyUpdated: (privacy: Privacy) => void;
  /** The user became an administrator, or is none any more. The session says which. */
  accountChanged: () => void;
}

/** An image that always loads: the uploaded one, or the generated one. */
export const avatarPath = (id: UserId | ChatId, fileName: string | null) =>
  fileName === null ? generatedAvatarPath(id) : uploadPath(fileName);

/** The generated avatar of a user or a chat without an uploaded image. */
export const generatedAvatarPath = (id: UserId | ChatId) => `/api/avatars/${id}.svg`;

/** Whose generated avatar an address shows; null for any other address. */
export const generatedAvatarId = (url: string) => /^\/api\/avatars\/([\da-f-]+)\.svg$/.exec(url)?.[1] ?? null;

export const getAvatar = endpoint({
  method: 'GET',
  path: '/api/avatars/{fileName}',
  access: 'verified',
  input: z.object({ fileName: z.string() }),
  output: FileOutput,
  errors: ['not_found'],
});
