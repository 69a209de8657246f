import * as contract from '@chat-app/contract';
import { vi } from 'vitest';
import type { Random } from '../random.ts';
import { addUp } from './add-up.ts';
import { type ChatEvent, type ChatTracker, trackChat } from './chat-tracker.ts';
import { type NodeIndex, nodeIndexes, type ThreeNodes } from './three-nodes.ts';
import type { TestUser } from './users.ts';
import { startWriters } from './writers.ts';
import { isLong } from './plan.ts';

/** The member may read what is between these two, and neither of them. */
interface Period {
  readonly joinedSeq: number;
  removedSeq: number;
  /** When it was asked to add the member again. */
  endedAt: number;
  /** Of these, everything after the first and up to the second must arrive before the next removal. */
  readonly connectedSeq: number;
  awaitedSeq: number;
}

interface Member {
  readonly mia: TestUser;
  /** Her chat with the owner of the groups. */
  readonly direct: contract.ChatId;
}

export const noLeaks = { leaks: 0, leakedDeletions: 0, leakedHeads: 0, missed: 0, refused: 0 };

/** Devices and their events are dropped after so many rounds, to save memory. */
const roundsPerChat = 50;
const maxTries = 5;
const arrivalMs = isLong ? 3000 : 15_000;

/**
 * A member with a device on each node is removed, or leaves, and is added again, while others write on all nodes. What
 * is written in between must not reach any of the devices; what is written afterwards must reach all of them.
 */
export async function raceRemovals(nodes: ThreeNodes, random: Random, rounds: number) {
  const mia = await nodes.users.aFriend('Mia');
  const member = { mia, direct: await nodes.users.aChat(mia) };
  let totals = { written: 0, received: 0, ...noLeaks, byHeads: 0, repeats: 0 };
  for (let left = rounds; left > 0; left -= roundsPerChat) {
    const plan = { random, rounds: Math.min(left, roundsPerChat) };
    totals = addUp(totals, [await raceInOneChat(nodes, member, plan)]);
  }
  return { rounds, ...totals };
}

async function raceInOneChat(
  nodes: ThreeNodes,
  { mia, direct }: Member,
  { random, rounds }: { random: Random; rounds: number },
) {
  const { ann, bob, cem, aChat } = nodes.users;
  const chatId = await aChat(bob, cem, mia);
  const devices = await Promise.all(nodeIndexes.map((node) => nodes.connect(mia, node)));
  const trackers = devices.map((device) => trackChat(device, chatId));
  const steps = createSteps(nodes, { chatId, direct, mia });
  const periods = [aPeriod({ joinedSeq: 0, connectedSeq: await steps.lastSeq() })];
  const places = [ann, bob, cem].map((writer, index) => nodes.clientOn(nodeIndexes[index] ?? 0, writer));
  const writers = startWriters(
    places.map((client) => ({ client, chatId })),
    { pauseMs: 5 },
  );
  const goneWhileAway = new Map<contract.MessageId, Period>();

  for (let round = 0; round < rounds; round += 1) {
    const period = periods.at(-1);
    if (!period) break;
    period.awaitedSeq = await steps.writeEverywhere();
    await waitUntilKnown(trackers, period);
    await steps.remove(random.pick(nodeIndexes), random.isOneIn(4));
    period.removedSeq = await steps.removedSeq();

    const old = writers.acknowledged.findLast(
      ({ seq, messageId }) => seq < period.removedSeq && !goneWhileAway.has(messageId),
    );
    const place = places[old?.writer ?? 0];
    if (old && place) {
      goneWhileAway.set(old.messageId, period);
      await steps.expectSuccess(place.call(contract.deleteMessage, { messageId: old.messageId }));
    }
    // Added again at once, or when what was sent before has most probably arrived.
    if (random.isOneIn(2)) await steps.waitForAnother(devices, random.pick(nodeIndexes));
    period.endedAt = performance.now();
    await steps.add(random.pick(nodeIndexes));
    const joinedSeq = await steps.joinedSeq();
    periods.push(aPeriod({ joinedSeq, connectedSeq: joinedSeq }));
  }
  await writers.stop();
  const last = periods.at(-1);
  if (last) last.awaitedSeq = await steps.writeEverywhere();
  if (last) await waitUntilKnown(trackers, last);
  await steps.waitForAnother(devices, 0);
  nodes.disconnect(devices);
  const judged = trackers.map((tracker) => judgeMembership(tracker, periods, goneWhileAway));
  const none = { received: 0, leaks: 0, leakedDeletions: 0, leakedHeads: 0, missed: 0, byHeads: 0 };
  return {
    written: writers.acknowledged.length,
    ...addUp(none, judged),
    refused: steps.refused(),
    repeats: steps.repeats(),
  };
}

const waitUntilKnown = (trackers: readonly ChatTracker[], period: Period) =>
  vi
    .waitUntil(() => trackers.every(({ knows }) => seqsOf(period).every(knows)), { timeout: arrivalMs, interval: 5 })
    .catch(() => {});

const aPeriod = (start: Pick<Period, 'joinedSeq' | 'connectedSeq'>): Period => ({
  ...start,
  removedSeq: Infinity,
  endedAt: Infinity,
  awaitedSeq: 0,
});

const seqsOf = ({ connectedSeq, awaitedSeq }: Period) =>
  Array.from({ length: Math.max(0, awaitedSeq - connectedSeq) }, (_, index) => connectedSeq + 1 + index);

function judgeMembership(
  { events, hasReceived, knows }: ChatTracker,
  periods: readonly Period[],
  goneWhileAway: ReadonlyMap<contract.MessageId, Period>,
) {
  const isAllowed = (seq: number) => periods.some(({ joinedSeq, removedSeq }) => seq > joinedSeq && seq < removedSeq);
  /** A member again may learn late what happened in between: that a message is gone, and how many were written. */
  function isLeak(event: ChatEvent): boolean {
    if (event.name === 'message') return !isAllowed(event.seq);
    if (event.name === 'deletion') return event.at < (goneWhileAway.get(event.id)?.endedAt ?? 0);
    const before = periods.findLast(({ removedSeq }) => event.seq >= removedSeq);
    return before !== undefined && !isAllowed(event.seq) && event.at < before.endedAt;
  }
  const count = (name: ChatEvent['name']) => events.filter((event) => event.name === name && isLeak(event)).length;
  const awaited = periods.flatMap(seqsOf);
  return {
    received: events.filter(({ name }) => name === 'message').length,
    leaks: count('message'),
    leakedDeletions: count('deletion'),
    leakedHeads: count('head'),
    missed: awaited.filter((seq) => !knows(seq)).length,
    byHeads: awaited.filter((seq) => knows(seq) && !hasReceived(seq)).length,
  };
}

interface Place extends Member {
  readonly chatId: contract.ChatId;
}

function createSteps(
  { clientOn, database: { sql }, users: { ann, bob, cem } }: ThreeNodes,
  { chatId, direct, mia }: Place,
) {
  let refused = 0;
  let repeats = 0;
  let number = 0;
  const numberOf = async (rows: PromiseLike<readonly Record<string, unknown>[]>) =>
    Number((await rows)[0]?.['seq'] ?? 0);

  async function expectSuccess<A extends { status: number }>(answering: Promise<A>): Promise<A | null> {
    const answer = await answering.catch(() => null);
    if (answer !== null && answer.status < 300) return answer;
    refused += 1;
    return null;
  }
  const isMember = async () =>
    (await sql`select from chat_members where chat_id = ${chatId} and user_id = ${mia.id}`).length === 1;

  /** What a slow machine refuses as busy is asked again: the rest is judged by when it happened. */
  async function repeatUntil(wanted: { isMember: boolean }, ask: () => Promise<{ status: number }>) {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const answer = await ask().catch(() => null);
      if (answer !== null && answer.status < 300) return;
      if (answer?.status !== 503) refused += 1;
      repeats += 1;
      if ((await isMember()) === wanted.isMember) return;
    }
    refused += 1;
  }

  return {
    expectSuccess,
    refused: () => refused,
    lastSeq: () => numberOf(sql`select max(seq)::float8 as seq from messages where chat_id = ${chatId}`),
    removedSeq: () =>
      numberOf(sql`
        select max(seq)::float8 as seq
        from messages
        where chat_id = ${chatId} and type = 'system' and content in ('Ann removed Mia', 'Mia left')`),
    joinedSeq: () =>
      numberOf(sql`
        select joined_seq::float8 as seq from chat_members where chat_id = ${chatId} and user_id = ${mia.id}`),
    remove: (node: NodeIndex, isLeaving: boolean) =>
      repeatUntil({ isMember: false }, () =>
        isLeaving
          ? clientOn(node, mia).call(contract.leaveChat, { chatId })
          : clientOn(node, ann).call(contract.removeMember, { chatId, memberId: mia.id }),
      ),
    add: (node: NodeIndex) =>
      repeatUntil({ isMember: true }, () =>
        clientOn(node, ann).call(contract.addMembers, { chatId, members: [mia.id] }),
      ),
    /** How often a slow machine answered that it is busy. */
    repeats: () => repeats,
    /** One message on each node; returns the highest of their seqs. */
    writeEverywhere: async () => {
      const message = { chatId, content: 'all', type: 'text' } as const;
      const sending = [ann, bob, cem].map((writer, index) =>
        expectSuccess(clientOn(nodeIndexes[index] ?? 0, writer).call(contract.sendMessage, message)),
      );
      return Math.max(...(await Promise.all(sending)).map((answer) => answer?.body.message.seq ?? 0));
    },
    /** A message of another chat, which is sent now, has arrived at all devices. */
    waitForAnother: async (devices: readonly { texts: () => string[] }[], node: NodeIndex) => {
      number += 1;
      const content = `${chatId} ${number}`;
      await expectSuccess(clientOn(node, ann).call(contract.sendMessage, { chatId: direct, content, type: 'text' }));
      const isThere = () => devices.every((device) => device.texts().includes(content));
      await vi.waitUntil(isThere, { timeout: arrivalMs, interval: 5 }).catch(() => {});
    },
  };
}
