import { answerTexts } from '@chat-app/contract';
import { invalidInput } from './errors.ts';

const pattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The id after which a page of a list begins, where the cursor is the last id of the previous page. */
export function readIdCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  if (!pattern.test(cursor)) throw invalidInput(answerTexts.cursorInvalid);
  return cursor;
}
