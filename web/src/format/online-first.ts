import type { UserId } from '@chat-app/contract';

/** Moves people who are online to the front and keeps the order within both groups. */
export function onlineFirst<Person extends { _id: UserId }>(
  people: readonly Person[],
  onlineIds: ReadonlySet<UserId>,
): Person[] {
  return [...people.filter(({ _id }) => onlineIds.has(_id)), ...people.filter(({ _id }) => !onlineIds.has(_id))];
}
