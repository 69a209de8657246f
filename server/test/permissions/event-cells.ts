import type { ChatId } from '@chat-app/contract';
import type { DeviceName, Outcome, Harness } from './harness.ts';

/** Set-up and clean-up of a cell, on a harness where every user is connected. */
export interface Scenario extends Harness {
  /** Others have written in every chat. */
  unread: () => Promise<void>;
  /** The host is in a call of the group, the peer in one of the direct chat. */
  callsGoOn: () => Promise<void>;
  callsEnd: () => Promise<void>;
  /** `me` has offered the peer a file, which they may have accepted. */
  offer: () => Promise<void>;
  accept: () => Promise<void>;
  withdraw: () => Promise<void>;
}

/** One relation: who sends the event, its arguments, and the expected outcome. */
export interface Cell {
  readonly relation: string;
  readonly by: DeviceName;
  readonly args: (harness: Harness) => readonly unknown[];
  readonly expected: Outcome;
  readonly before?: ((scenario: Scenario) => Promise<void>) | undefined;
  readonly after?: ((scenario: Scenario) => Promise<void>) | undefined;
}

type Around = Pick<Cell, 'before' | 'after'>;

export const refused: Outcome = { outcome: 'refused', received: {} };
export const done = (received: Outcome['received'] = {}): Outcome => ({ outcome: 'done', received });

export type ToPerson =
  | 'self'
  | 'friend'
  | 'directPeer'
  | 'formerFriend'
  | 'pending'
  | 'comember'
  | 'stranger'
  | 'unknown';

/** `me` names another user. */
export function toPeople(
  args: (id: string) => readonly unknown[],
  expected: Record<ToPerson, Outcome>,
  around: Around = {},
): Cell[] {
  return Object.entries(expected).map(([relation, outcome]) => ({
    relation,
    by: 'me',
    args: (harness) => args(idOf(harness, relation as ToPerson)),
    expected: outcome,
    ...around,
  }));
}

function idOf({ users, chats }: Harness, relation: ToPerson): string {
  if (relation === 'unknown') return chats.unknown;
  return (relation === 'self' ? users.me : users[relation]).user.id;
}

export type ToChat =
  | 'member'
  | 'exMember'
  | 'nonMember'
  | 'directPeer'
  | 'directOutsider'
  | 'formerFriend'
  | 'deleted'
  | 'unknown';

const chatOf: Record<ToChat, readonly [DeviceName, keyof Harness['chats']]> = {
  member: ['me', 'group'],
  exMember: ['exMember', 'group'],
  nonMember: ['stranger', 'group'],
  directPeer: ['me', 'direct'],
  directOutsider: ['friend', 'direct'],
  formerFriend: ['me', 'formerDirect'],
  deleted: ['me', 'deleted'],
  unknown: ['me', 'unknown'],
};

/** A user names a chat. */
export function toChats(
  args: (chatId: ChatId, harness: Harness, by: DeviceName) => readonly unknown[],
  expected: Record<ToChat, Outcome>,
  around: Around = {},
): Cell[] {
  return Object.entries(expected).map(([relation, outcome]) => {
    const [by, chat] = chatOf[relation as ToChat];
    return { relation, by, args: (harness) => args(harness.chats[chat], harness, by), expected: outcome, ...around };
  });
}
