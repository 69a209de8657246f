import { z } from 'zod';
import { limits } from './limits.ts';
import { fieldTexts } from './texts.ts';

/** Ids are UUIDv7 strings. They are compared as text, so they are normalised to lower case. */
const Id = z.uuid('This id is not valid').toLowerCase();

// Each kind of id is a branded type for senders and receivers: mixing them up does not compile.
export const UserId = Id.brand<'UserId', 'inout'>();
export type UserId = z.infer<typeof UserId>;

export const ChatId = Id.brand<'ChatId', 'inout'>();
export type ChatId = z.infer<typeof ChatId>;
export const ReportId = Id.brand<'ReportId', 'inout'>();
export type ReportId = z.infer<typeof ReportId>;

export const MessageId = Id.brand<'MessageId', 'inout'>();
export type MessageId = z.infer<typeof MessageId>;

export const FriendRequestId = Id.brand<'FriendRequestId', 'inout'>();
export type FriendRequestId = z.infer<typeof FriendRequestId>;

export const SessionId = Id.brand<'SessionId', 'inout'>();
export type SessionId = z.infer<typeof SessionId>;

export const AnnouncementId = Id.brand<'AnnouncementId', 'inout'>();
export type AnnouncementId = z.infer<typeof AnnouncementId>;

export const PasskeyId = Id.brand<'PasskeyId', 'inout'>();
export type PasskeyId = z.infer<typeof PasskeyId>;

export const InviteId = Id.brand<'InviteId', 'inout'>();
export type InviteId = z.infer<typeof InviteId>;

/** The secret part of an invitation's link. */
export const InviteToken = z
  .string('This invitation is not valid')
  .min(1, 'This invitation is not valid')
  .max(200, 'This invitation is not valid');

/** ISO 8601 in UTC with milliseconds. */
export const Timestamp = z.iso.datetime({ precision: 3 });

/** A time that PostgreSQL can read: there is no year 0. */
export const storedTimestamp = (error?: string) =>
  z.iso.datetime({ precision: 3, error }).refine((text) => !text.startsWith('0000'), error);

/** Same-origin or absolute; any address an `img` can load. */
export const ImageUrl = z.string();

/** The address of an image as a browser sends it back. */
export const GivenImageUrl = z
  .string('The picture is not valid')
  .max(500, 'The picture is not valid')
  .refine((url) => !/[\p{Cs}\p{Cc}]/u.test(url), 'The picture is not valid');

// A lone surrogate or a NUL cannot be stored as text.
const illFormed = /[\p{Cs}\0]/u;

/** A required string of well-formed text, with one message when it is missing or empty. */
export function requiredText(missing: string, malformed = missing) {
  return z
    .string({ error: (issue) => (issue.input === undefined ? missing : malformed) })
    .refine((text) => !illFormed.test(text), malformed);
}

// Both halves exclude their own separator, so matching stays linear on hostile input.
const emailPattern =
  /^[^\s@\p{Cc}\p{Cf}"<>(),;:\\[\]]+@[^\s@.\p{Cc}\p{Cf}"<>(),;:\\[\]]+(?:\.[^\s@.\p{Cc}\p{Cf}"<>(),;:\\[\]]+)+$/u;

/** An address as users type it; parsed to the trimmed lower-case form in which it is stored and compared. */
export const Email = requiredText(fieldTexts.emailRequired, fieldTexts.emailInvalid)
  .trim()
  .min(1, fieldTexts.emailRequired)
  .max(limits.emailMaxLength, fieldTexts.emailTooLong)
  .normalize('NFKC')
  .toLowerCase()
  .regex(emailPattern, fieldTexts.emailInvalid);

/** The text of a search field; taken literally. */
export const SearchText = requiredText('Type something to search for')
  .trim()
  .max(limits.inputMaxLength, 'A search can be at most 100 characters');

/** Text that matches is searched as an address; anything else as a name. */
export function looksLikeEmail(text: string): boolean {
  return Email.safeParse(text).success;
}
