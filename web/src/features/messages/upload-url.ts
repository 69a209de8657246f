import { uploadPath } from '@chat-app/contract';
import type { Message } from '@chat-app/contract';

/** The address of a message's file. Undefined if it is not one of our uploads, which is neither linked nor played. */
export function uploadUrl({ url }: Message): string | undefined {
  return url?.startsWith(uploadPath('')) ? url : undefined;
}
