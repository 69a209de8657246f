import { answerTexts, inputTexts } from '@chat-app/contract';
import { AppError } from '../../platform/errors.ts';

/** Throws if the email address is verified: it needs no further verification link. */
export function assertEmailUnverified({ isVerified }: { isVerified: boolean }): void {
  if (isVerified) throw alreadyVerified();
}

export const alreadyVerified = () => new AppError('already_verified', answerTexts.alreadyVerified);

/** An account may be linked to one Google account only: a different one belongs to somebody else. */
export function assertCanLinkGoogle<Account extends { googleSub: string | null }>(
  account: Account | null,
  googleSub: string,
): asserts account is Account {
  const isFree = account !== null && (account.googleSub === null || account.googleSub === googleSub);
  if (!isFree) throw new AppError('bad_credentials', inputTexts.googleFailed);
}

export const emailTaken = () =>
  new AppError('email_taken', answerTexts.emailTaken, { fields: { email: answerTexts.emailTaken } });
