import * as contract from '@chat-app/contract';
import { vi } from 'vitest';
import type { Random } from '../random.ts';
import { addUp } from './add-up.ts';
import { judgeOrder, type StoredMessage, trackChat } from './chat-tracker.ts';
import { createHttpSender, createSocketSender, type Sender } from './senders.ts';
import { nodeIndexes, type ThreeNodes } from './three-nodes.ts';
import type { TestUser } from './users.ts';

interface Plan {
  readonly runs: number;
  /** Messages, deletions, renames, joins and leaves of a run. */
  readonly events: number;
}

interface Chat {
  readonly id: contract.ChatId;
  readonly members: readonly TestUser[];
  /** Joins and leaves. */
  readonly guest: TestUser;
}

const settleMs = 10_000;

/** Six members write, delete, rename, add and remove on three nodes at once; every device must see the same order. */
export async function writeOnAllNodes(nodes: ThreeNodes, random: Random, { runs, events }: Plan) {
  const { ann, bob, cem, aChat, aFriend } = nodes.users;
  const friends = [bob, cem, await aFriend('Dee'), await aFriend('Eve'), await aFriend('Fay')];
  const guest = await aFriend('Gil');
  let totals = { deliveries: 0, ...judgeOrder([], []), refused: 0, disconnects: 0 };
  for (let run = 0; run < runs; run += 1) {
    const chat = { id: await aChat(...friends), members: [ann, ...friends], guest };
    totals = addUp(totals, [await writeInOneChat(nodes, chat, { random, events })]);
  }
  return { runs, events: runs * events, ...totals };
}

async function writeInOneChat(
  { clientOn, connect, disconnect, database: { sql } }: ThreeNodes,
  chat: Chat,
  { random, events }: { random: Random; events: number },
) {
  const list = () => sql<StoredMessage[]>`
    select id, seq::float8 as seq, deleted_at is not null as is_deleted
    from messages
    where chat_id = ${chat.id}
    order by seq`;
  // Two devices each: one on the node where the member writes, whose own messages take another path, and one elsewhere.
  const devices = await Promise.all(
    chat.members.flatMap((member, index) => [0, 1].map((step) => connect(member, nodeOf(index + step)))),
  );
  const trackers = devices.map((device) => trackChat(device, chat.id));
  const firstSeq = (await list()).at(-1)?.seq ?? 0;

  const acts = createActs(chat, random);
  let left = events;
  async function write(member: TestUser, index: number) {
    const node = nodeOf(index);
    const [own, owners, guests] = [member, chat.members[0] ?? member, chat.guest].map((user) => clientOn(node, user));
    if (!own || !owners || !guests) return;
    // A connection of its own: it receives its own messages by acknowledgement only.
    const sender = index % 2 === 0 ? createHttpSender(own) : createSocketSender(own);
    for (; left > 0;) {
      left -= 1;
      await acts.next({ own, owners, guests, sender });
    }
    sender.close();
  }
  await Promise.all(chat.members.map(write));

  const stored = (await list()).filter(({ seq }) => seq > firstSeq);
  const judge = () => trackers.map((tracker) => judgeOrder(tracker.events, stored));
  await vi
    .waitUntil(() => judge().every(({ lost, lostDeletions }) => lost + lostDeletions === 0), {
      timeout: settleMs,
      interval: 50,
    })
    .catch(() => {});
  const figures = {
    deliveries: trackers.reduce((total, tracker) => total + tracker.events.length, 0),
    ...addUp(judgeOrder([], []), judge()),
    refused: acts.refused(),
    disconnects: devices.reduce((total, device) => total + device.disconnects.length, 0),
  };
  disconnect(devices);
  return figures;
}

const nodeOf = (index: number) => nodeIndexes[index % nodeIndexes.length] ?? 0;

type Client = ReturnType<ThreeNodes['clientOn']>;

interface Clients {
  readonly own: Client;
  readonly owners: Client;
  readonly guests: Client;
  /** Sends the member's own messages. */
  readonly sender: Sender;
}

/** Of a hundred acts 80 are messages and 10 deletions; the others write system messages. */
function createActs({ id: chatId, guest }: Chat, random: Random) {
  const written = new Map<Sender, contract.MessageId[]>();
  let number = 0;
  let refused = 0;
  let isGuestMoving = false;
  let isGuestThere = false;

  async function expectSuccess<A extends { status: number }>(answering: Promise<A>): Promise<A | null> {
    const answer = await answering.catch(() => null);
    const isDone = answer !== null && answer.status < 300;
    if (!isDone) refused += 1;
    return isDone ? answer : null;
  }
  async function send(sender: Sender) {
    number += 1;
    const message = await sender.send({ chatId, content: `message ${number}`, type: 'text' });
    if (message) written.set(sender, [...(written.get(sender) ?? []), message._id]);
    else refused += 1;
  }
  /** Most often the message that was sent a moment ago. */
  async function deleteOwn({ own, sender }: Clients) {
    const ids = written.get(sender) ?? [];
    const messageId = ids.splice(-1 - random.below(2), 1)[0];
    await (messageId ? expectSuccess(own.call(contract.deleteMessage, { messageId })) : send(sender));
  }
  async function moveGuest({ owners, guests }: Clients) {
    isGuestMoving = true;
    if (!isGuestThere) await expectSuccess(owners.call(contract.addMembers, { chatId, members: [guest.id] }));
    else if (random.isOneIn(2)) await expectSuccess(guests.call(contract.leaveChat, { chatId }));
    else await expectSuccess(owners.call(contract.removeMember, { chatId, memberId: guest.id }));
    isGuestThere = !isGuestThere;
    isGuestMoving = false;
  }

  return {
    refused: () => refused,
    next: async (clients: Clients): Promise<void> => {
      const kind = random.below(100);
      if (kind < 10) return deleteOwn(clients);
      if (kind < 15) {
        number += 1;
        await expectSuccess(clients.own.call(contract.editChat, { chatId, name: `Name ${number}` }));
        return;
      }
      if (kind < 20 && !isGuestMoving) return moveGuest(clients);
      return send(clients.sender);
    },
  };
}
