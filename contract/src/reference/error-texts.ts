import type { ErrorCode } from '../errors.ts';
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
    meaning: 'The input is malformed or breaks a rule. `fields` names each field that is wrong.',
    example: 'Email is not valid',
  },
  unauthenticated: { meaning: 'There is no session, or it has ended.', example: answerTexts.signInFirst },
  bad_credentials: { meaning: 'The login is not right.', example: answerTexts.badCredentials },
  not_verified: { meaning: 'The address of the account is not verified yet.', example: answerTexts.verifyFirst },
  forbidden: { meaning: 'One is let in, but may not do this.', example: answerTexts.ownerRemoves },
  cross_site: { meaning: 'A page of another site made the call.', example: answerTexts.crossSite },
  not_found: {
    meaning: 'It does not exist, or the caller must not learn that it does.',
    example: 'Chat not found',
  },
  message_deleted: { meaning: 'It arrived before, and was deleted since.', example: answerTexts.messageDeleted },
  email_taken: { meaning: 'Another account has this address.', example: answerTexts.emailTaken },
  already_verified: { meaning: 'The address is verified already.', example: answerTexts.alreadyVerified },
  chat_exists: {
    meaning: 'The two have a chat already; `chatId` in the answer names it.',
    example: answerTexts.chatExists,
  },
  request_exists: { meaning: 'The request was sent already.', example: answerTexts.requestExists },
  already_friends: { meaning: 'The two are friends already.', example: answerTexts.alreadyFriends },
  peer_offline: { meaning: 'Nobody is there to take the call or the file.', example: answerTexts.nobodyOnline },
  peer_busy: {
    meaning: 'The other side is in another call, or another file is on its way between the two.',
    example: answerTexts.peerBusy,
  },
  in_other_call: {
    meaning: 'The caller is in the call of another chat; `chatId` in the answer names it.',
    example: answerTexts.callElsewhere,
  },
  too_large: { meaning: 'The request or the file is too large.', example: 'The request is too large' },
  unsupported_type: {
    meaning: 'This kind of content is not taken here.',
    example: 'This kind of content is not accepted here',
  },
  rate_limited: {
    meaning: 'Too often. `Retry-After` says how many seconds to wait.',
    example: 'Too many attempts. Please try again in 30 seconds.',
  },
  internal: {
    meaning: 'A fault of ours. It is in the log under `X-Request-Id`.',
    example: 'Something went wrong. Please try again later.',
  },
  unavailable: {
    meaning: 'The server is restarting, or something it needs is away. Nothing is half-done.',
    example: 'The server is busy. Please try again in a moment.',
  },
  storage_full: {
    meaning: 'There is no room left for files.',
    example: 'There is no room left for files on this server',
  },
};
