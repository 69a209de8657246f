import { answerTexts } from '@chat-app/contract';
import { AppError } from '../../platform/errors.ts';

export const emailTaken = () =>
  new AppError('email_taken', answerTexts.emailTaken, { fields: { email: answerTexts.emailTaken } });
