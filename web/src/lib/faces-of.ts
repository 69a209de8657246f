import type { ChatDetail } from '@chat-app/contract';

/** The people who stand for a group without a picture, as the avatar shows them. */
export function facesOf({ faces }: Pick<ChatDetail, 'faces'>): { src: string; name: string }[] | undefined {
  return faces?.map(({ avatar, name }) => ({ src: avatar, name }));
}
