import type { UserId } from '@chat-app/contract';

/** Those who are online before those who are not; within each, the order stays. */
export function onlineFirst<Person extends { _id: UserId }>(
  people: readonly Person[],
  onlineIds: ReadonlySet<UserId>,
): Person[] {
  return [...people.filter(({ _id }) => onlineIds.has(_id)), ...people.filter(({ _id }) => !onlineIds.has(_id))];
}
