import { answerTexts } from '@chat-app/contract';
import { AppError } from '../../platform/errors.ts';

/** A verified address needs no further link. */
export function assertUnverified({ isVerified }: { isVerified: boolean }): void {
  if (isVerified) throw alreadyVerified();
}

export const alreadyVerified = () => new AppError('already_verified', answerTexts.alreadyVerified);

/** An account may be linked to one Google account only: a different one belongs to somebody else. */
export function assertCanLinkGoogle<Owner extends { googleSub: string | null }>(
  owner: Owner | null,
  googleSub: string,
): asserts owner is Owner {
  const isFree = owner !== null && (owner.googleSub === null || owner.googleSub === googleSub);
  if (!isFree) throw new AppError('bad_credentials', answerTexts.googleFailed);
}

export const emailTaken = () =>
  new AppError('email_taken', answerTexts.emailTaken, { fields: { email: answerTexts.emailTaken } });
