import type { ChatDetail } from '@chat-app/contract';

/** The members whose pictures represent a group without a picture, in the format of the avatar component. */
export function facesOf({ faces }: Pick<ChatDetail, 'faces'>): { src: string; name: string }[] | undefined {
  return faces?.map(({ avatar, name }) => ({ src: avatar, name }));
}
