import { foreignImagePath, uploadPath } from '@chat-app/contract';

/** The source of a message's image, always on our own origin. Null if the content is not an image address. */
export function imageSource(content: string): string | null {
  if (/^https?:\/\//i.test(content)) return foreignImagePath(content);
  const uploads = uploadPath('');
  const isUpload = content.startsWith(uploads) && /^[\w.-]+$/.test(content.slice(uploads.length));
  return isUpload ? content : null;
}
