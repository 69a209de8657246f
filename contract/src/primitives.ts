import { z } from 'zod';
import { limits } from './limits.ts';
import { fieldTexts } from './texts.ts';

/** Ids are UUIDv7 strings; compared as text, so they are brought into one form. */
const Id = z.uuid('This id is not valid').toLowerCase();

// Each kind of id is a type of its own, for those who send it as for those who receive it: mixing them up does not compile.
export const UserId = Id.brand<'UserId', 'inout'>();
export type UserId = z.infer<typeof UserId>;

export const ChatId = Id.brand<'ChatId', 'inout'>();
export type ChatId = z.infer<typeof ChatId>;

export const MessageId = Id.brand<'MessageId', 'inout'>();
export type MessageId = z.infer<typeof MessageId>;

export const FriendRequestId = Id.brand<'FriendRequestId', 'inout'>();
export type FriendRequestId = z.infer<typeof FriendRequestId>;

/** ISO 8601 in UTC with milliseconds. */
export const Timestamp = z.iso.datetime({ precision: 3 });

/** Same origin or absolute, whatever an `img` can load. */
export const ImageUrl = z.string();

/** The address of a picture as a browser sends it back. */
export const GivenImageUrl = z
  .string('The picture is not valid')
  .max(500, 'The picture is not valid')
  .refine((url) => !/[\p{Cs}\p{Cc}]/u.test(url), 'The picture is not valid');

// A lone surrogate or a NUL cannot be stored as text.
const illFormed = /[\p{Cs}\0]/u;

/** A required string: one sentence when it is missing or empty, and never anything but well-formed text. */
export function requiredText(missing: string, malformed = missing) {
  return z
    .string({ error: (issue) => (issue.input === undefined ? missing : malformed) })
    .refine((text) => !illFormed.test(text), malformed);
}

// Both halves exclude their own separator, so matching stays linear on hostile input.
const emailPattern =
  /^[^\s@\p{Cc}\p{Cf}"<>(),;:\\[\]]+@[^\s@.\p{Cc}\p{Cf}"<>(),;:\\[\]]+(?:\.[^\s@.\p{Cc}\p{Cf}"<>(),;:\\[\]]+)+$/u;

/** An address as people type it; comes out trimmed and in lower case, which is how it is stored and compared. */
export const Email = requiredText(fieldTexts.emailRequired, fieldTexts.emailInvalid)
  .trim()
  .min(1, fieldTexts.emailRequired)
  .max(limits.emailMaxLength, fieldTexts.emailTooLong)
  .normalize('NFKC')
  .toLowerCase()
  .regex(emailPattern, fieldTexts.emailInvalid);

/** What somebody types into a search field; taken literally. */
export const SearchText = requiredText('Type something to search for')
  .trim()
  .max(limits.inputMaxLength, 'A search can be at most 100 characters');

/** Text matching this is searched as an address; anything else as a name. */
export function looksLikeEmail(text: string): boolean {
  return Email.safeParse(text).success;
}
