import { foreignImagePath, uploadPath } from '@chat-app/contract';

/** Where the picture of a message is shown from: always our own origin. Null for what is no address of a picture. */
export function imageSource(content: string): string | null {
  if (/^https?:\/\//i.test(content)) return foreignImagePath(content);
  const uploads = uploadPath('');
  const isUpload = content.startsWith(uploads) && /^[\w.-]+$/.test(content.slice(uploads.length));
  return isUpload ? content : null;
}
