import type { ErrorCode } from '../errors.ts';
import { groupTexts } from '../groups.ts';
import { answerTexts } from '../texts.ts';

interface ErrorText {
  /** When a call is refused with this code. */
  readonly meaning: string;
  /** One of the messages that accompany it. */
  readonly example: string;
}

/** What each error code means. Read by the API reference only, so that browsers need not load it. */
export const errorReference: Record<ErrorCode, ErrorText> = {
  invalid_input: {
    meaning: 'The input is malformed or breaks a rule. `fields` contains the message for each invalid field.',
    example: 'Email is not valid',
  },
  unauthenticated: {
    meaning: 'The caller has no session, or the session has ended.',
    example: answerTexts.signInFirst,
  },
  bad_credentials: { meaning: 'The credentials are incorrect.', example: answerTexts.badCredentials },
  second_factor_required: {
    meaning:
      'The first step of the login was right, and the account has a second one; `ticket` in the response identifies the login.',
    example: answerTexts.secondFactorRequired,
  },
  not_verified: { meaning: 'The email address of the account is not verified yet.', example: answerTexts.verifyFirst },
  forbidden: { meaning: 'The caller is authenticated but not allowed to do this.', example: groupTexts.ownerDeletes },
  registration_closed: {
    meaning:
      'Accounts cannot be created at the moment, only with an invitation, or only with addresses of certain domains.',
    example: 'Sign-up is closed on this server',
  },
  cross_site: { meaning: 'The call was made by a page of another site.', example: answerTexts.crossSite },
  not_found: {
    meaning: 'The resource does not exist, or its existence is not disclosed to the caller.',
    example: 'Chat not found',
  },
  message_deleted: {
    meaning: 'The message was received earlier and has since been deleted.',
    example: answerTexts.messageDeleted,
  },
  email_taken: { meaning: 'Another account uses this email address.', example: answerTexts.emailTaken },
  already_verified: { meaning: 'The email address is already verified.', example: answerTexts.alreadyVerified },
  chat_exists: {
    meaning: 'The two users already have a chat; `chatId` in the response identifies it.',
    example: answerTexts.chatExists,
  },
  request_exists: { meaning: 'The friend request was already sent.', example: answerTexts.requestExists },
  already_friends: { meaning: 'The two users are already friends.', example: answerTexts.alreadyFriends },
  peer_offline: {
    meaning: 'The call or the file has no recipient who can be reached.',
    example: answerTexts.nobodyOnline,
  },
  peer_busy: {
    meaning: 'The other user is in another call, or another transfer between the two users is in progress.',
    example: answerTexts.peerBusy,
  },
  in_other_call: {
    meaning: 'The caller is in the call of another chat; `chatId` in the response identifies that chat.',
    example: answerTexts.callElsewhere,
  },
  limit_reached: { meaning: 'There are as many of these as are allowed.', example: answerTexts.reactionLimit },
  too_large: { meaning: 'The request or the file is too large.', example: 'The request is too large' },
  unsupported_type: {
    meaning: 'This type of content is not accepted here.',
    example: 'This kind of content is not accepted here',
  },
  rate_limited: {
    meaning: 'A rate limit was exceeded. `Retry-After` contains the number of seconds to wait.',
    example: 'Too many attempts. Please try again in 30 seconds.',
  },
  internal: {
    meaning: 'An unexpected server error. The server logs it with the value of `X-Request-Id`.',
    example: 'Something went wrong. Please try again later.',
  },
  unavailable: {
    meaning: 'The server is restarting, or a service it depends on is unavailable. The call had no partial effect.',
    example: 'The server is busy. Please try again in a moment.',
  },
  storage_full: {
    meaning: 'The server has no storage left for files.',
    example: 'There is no room left for files on this server',
  },
};
