import { answerTexts, type UserId } from '@chat-app/contract';
import { invalidInput } from '../../platform/errors.ts';

export function assertNotSelf(reporterId: UserId, userId: UserId | null): void {
  if (reporterId === userId) throw invalidInput(answerTexts.reportSelf);
}
