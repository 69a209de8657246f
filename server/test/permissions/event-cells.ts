import type { ChatId } from '@chat-app/contract';
import type { DeviceName, Outcome, Harness } from './harness.ts';
import type { Scenario } from './scenario.ts';

/** One relation: who sends the event, its arguments, and the expected outcome. */
export interface Cell {
  readonly relation: string;
  readonly by: DeviceName;
  readonly args: (harness: Harness) => readonly unknown[];
  readonly expected: Outcome;
  readonly around?: Around | undefined;
}

/** What a row prepares, and undoes. Cells with the same preparation share it while they are refused. */
export interface Around {
  readonly before: (scenario: Scenario) => Promise<void>;
  readonly after: (scenario: Scenario) => Promise<void>;
}

export const refused: Outcome = { outcome: 'refused', received: {} };
export const done = (received: Outcome['received'] = {}): Outcome => ({ outcome: 'done', received });

type Expected<Relation extends string> = Partial<Record<Relation, Outcome>> & { readonly others: Outcome };

const toPerson = [
  'friend',
  'directPeer',
  'formerFriend',
  'pending',
  'comember',
  'stranger',
  'self',
  'unknown',
] as const;
type ToPerson = (typeof toPerson)[number];

/** `me` names another user. */
export function toPeople(
  args: (id: string) => readonly unknown[],
  { others, ...expected }: Expected<ToPerson>,
  around?: Around,
): Cell[] {
  return toPerson.map((relation) => ({
    relation,
    by: 'me',
    args: (harness) => args(idOf(harness, relation)),
    expected: expected[relation] ?? others,
    around,
  }));
}

function idOf({ users, chats }: Harness, relation: ToPerson): string {
  if (relation === 'unknown') return chats.unknown;
  return (relation === 'self' ? users.me : users[relation]).user.id;
}

const toChat = {
  member: ['me', 'group'],
  exMember: ['exMember', 'group'],
  nonMember: ['stranger', 'group'],
  directPeer: ['me', 'direct'],
  directOutsider: ['friend', 'direct'],
  formerFriend: ['me', 'formerDirect'],
  deleted: ['me', 'deleted'],
  unknown: ['me', 'unknown'],
} as const satisfies Record<string, readonly [DeviceName, keyof Harness['chats']]>;
type ToChat = keyof typeof toChat;

/** A user names a chat. */
export function toChats(
  args: (chatId: ChatId, harness: Harness, by: keyof Harness['users']) => readonly unknown[],
  { others, ...expected }: Expected<ToChat>,
  around?: Around,
): Cell[] {
  return (Object.keys(toChat) as ToChat[]).map((relation) => {
    const [by, chat] = toChat[relation];
    const argsOf = (harness: Harness) => args(harness.chats[chat], harness, by);
    return { relation, by, args: argsOf, expected: expected[relation] ?? others, around };
  });
}
