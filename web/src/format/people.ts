import { avatarGradientOf, generatedAvatarId, initialsOf } from '@chat-app/contract';
import type { ChatDetail, Message, UserId } from '@chat-app/contract';

/** Moves people who are online to the front and keeps the order within both groups. */
export function onlineFirst<Person extends { _id: UserId }>(
  people: readonly Person[],
  onlineIds: ReadonlySet<UserId>,
): Person[] {
  return [...people.filter(({ _id }) => onlineIds.has(_id)), ...people.filter(({ _id }) => !onlineIds.has(_id))];
}

/** What the sender of a message is called on the screen of its reader. */
export const senderName = ({ sender }: Message) => (sender?.isMine ? 'You' : (sender?.name ?? ''));

/** The members whose pictures represent a group without a picture, in the format of the avatar component. */
export function facesOf({ faces }: Pick<ChatDetail, 'faces'>): { src: string; name: string }[] | undefined {
  return faces?.map(({ avatar, name }) => ({ src: avatar, name }));
}

/** The content of a generated picture, as the server renders it; null for an uploaded one. */
export function describeGenerated(src: string, name: string): { initials: string; background: string } | null {
  const id = generatedAvatarId(src);
  if (id === null) return null;
  const [from, to] = avatarGradientOf(id);
  return { initials: initialsOf(name), background: `linear-gradient(135deg, ${from}, ${to})` };
}
