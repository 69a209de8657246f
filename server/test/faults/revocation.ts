import * as contract from '@chat-app/contract';
import { setTimeout as pause } from 'node:timers/promises';
import { vi } from 'vitest';
import type { Random } from '../random.ts';
import type { Device } from '../cluster-device.ts';
import { addUp } from './add-up.ts';
import { type ChatTracker, trackChat } from './chat-tracker.ts';
import { type Deletion, startDeletions } from './deletions.ts';
import type { RedisFault } from './redis-faults.ts';
import type { NodeIndex, ThreeNodes } from './three-nodes.ts';
import { isLong } from './plan.ts';
import { signIn, type TestUser, testPassword } from './users.ts';
import { type SentMessage, startWriters } from './writers.ts';

/** So long after the answer, nothing that was taken away may be left. The short form allows for slow machines. */
const revokedWithinMs = isLong ? 2000 : 5000;
const convergedWithinMs = isLong ? 5000 : 30_000;
/** Where everything is taken away, and where the devices that lose it are. */
const here: NodeIndex = 0;
const elsewhere: readonly NodeIndex[] = [1, 2];
const removedCount = 3;

export const allRevoked = { leaks: 0, openDevices: 0, acceptedRequests: 0, wronglyClosed: 0, refused: 0 };
export const allConverged = { unknown: 0, unknownDeletions: 0 };

type Figures = Record<'byEvent' | 'byHead' | 'slowestCloseMs' | 'convergedMs', number> &
  Record<keyof typeof allRevoked | keyof typeof allConverged, number>;

interface Plan {
  readonly rounds: number;
  /** The revocation happens so long after the beginning of the fault, at most. */
  readonly longestWaitMs: number;
  /** How long the devices are watched in the end: what ends a fault must not bring anything back. */
  readonly watchMs: number;
}

/** Whose membership or session ends, with what they had open. */
interface Victim {
  readonly trackers: readonly ChatTracker[];
  /** Null if the session goes on. */
  readonly endingSession: TestUser | null;
  /** Answers with the status of the request that takes it away. */
  readonly revoke: () => Promise<{ status: number }>;
}

/**
 * Members are removed and sessions ended on one node, while their devices are on two others, messages flow everywhere,
 * and something is wrong with Redis.
 */
export async function revokeDuring(
  nodes: ThreeNodes,
  fault: RedisFault,
  { random, plan }: { random: Random; plan: Plan },
) {
  const cast = await createCast(nodes);
  const rounds: Figures[] = [];
  for (let round = 0; round < plan.rounds; round += 1) {
    try {
      rounds.push(await revokeOnce(nodes, { cast, fault, random, plan }));
    } finally {
      await fault.end(nodes);
    }
    await nodes.waitUntilReady();
  }
  const most = (name: keyof Figures) => Math.max(...rounds.map((figures) => figures[name]));
  const none = { byEvent: 0, byHead: 0, slowestCloseMs: 0, convergedMs: 0, ...allRevoked, ...allConverged };
  const sums = addUp(none, rounds);
  return { rounds: plan.rounds, ...sums, slowestCloseMs: most('slowestCloseMs'), convergedMs: most('convergedMs') };
}

type Cast = Awaited<ReturnType<typeof createCast>>;

let castCount = 0;

/** Friends of Ann with names of their own, because a scenario is repeated with other faults. */
async function createCast({ users }: ThreeNodes) {
  castCount += 1;
  const nameOf = (name: string) => `${name}${castCount}`;
  const removed: TestUser[] = [];
  for (let index = 0; index < removedCount; index += 1) removed.push(await users.aFriend(nameOf(`Mia${'abc'[index]}`)));
  return {
    removed,
    lou: { name: nameOf('Lou'), ...(await users.aFriend(nameOf('Lou'))) },
    pat: { name: nameOf('Pat'), ...(await users.aFriend(nameOf('Pat'))), password: testPassword },
  };
}

interface Circumstances {
  readonly cast: Cast;
  readonly fault: RedisFault;
  readonly random: Random;
  readonly plan: Plan;
}

async function revokeOnce(nodes: ThreeNodes, { cast, fault, random, plan }: Circumstances): Promise<Figures> {
  const { ann, bob, cem, aChat } = nodes.users;
  const chatId = await aChat(bob, cem, ...cast.removed, cast.lou, cast.pat);
  const victims = await createVictims(nodes, cast, chatId);
  const track = async (user: TestUser, node: NodeIndex) => trackChat(await nodes.connect(user, node), chatId);
  const others = await Promise.all([
    ...([0, 1, 2] as const).map((node) => track(bob, node)),
    track(ann, 2),
    track(cem, 0),
    // Other sessions of those whose session ends.
    track(cast.lou, 1),
    track(cast.pat, 2),
  ]);
  const places = [ann, bob, cem].map((writer, index) => ({
    client: nodes.clientOn(index as NodeIndex, writer),
    chatId,
  }));
  const writers = startWriters(places, { pauseMs: 20 });
  const deleting = startDeletions(places, writers.acknowledged, { random, pauseMs: 100 });
  const areWritingSince = (at: number) =>
    vi.waitUntil(
      () =>
        places.every(
          (_, index) =>
            writers.acknowledged.filter(({ writer, sentAt }) => writer === index && sentAt > at).length > 10,
        ),
      { timeout: 60_000, interval: 20 },
    );
  await areWritingSince(0);

  await fault.begin(nodes, random);
  // In half of the rounds before any node can have noticed.
  if (random.isOneIn(2)) await pause(random.below(plan.longestWaitMs));
  const revoked = await Promise.all(
    victims.map(async (victim) => {
      const answer = await victim.revoke().catch(() => ({ status: 0 }));
      return { ...victim, isDone: answer.status === 200, answeredAt: performance.now() };
    }),
  );
  // Long enough for messages that nobody of them may receive.
  await areWritingSince(Math.max(...revoked.map(({ answeredAt }) => answeredAt)) + revokedWithinMs);
  await writers.stop();
  await deleting.stop();
  if (!fault.isLasting) await fault.end(nodes);

  const [sent, { deletions }] = [writers.acknowledged, deleting];
  const quietSince = performance.now();
  const isConverged = () => {
    const { unknown, unknownDeletions } = judgeKnowledge(others, sent, deletions);
    return unknown + unknownDeletions === 0;
  };
  await vi.waitUntil(isConverged, { timeout: convergedWithinMs, interval: 50 }).catch(() => {});
  const convergedMs = Math.round(performance.now() - quietSince);
  const knowledge = judgeKnowledge(others, sent, deletions);
  await pause(plan.watchMs);
  const areConnected = () => others.every(({ device }) => device.socket.connected);
  await vi.waitUntil(areConnected, { timeout: convergedWithinMs }).catch(() => {});
  const figures = {
    ...knowledge,
    ...(await judgeRevocations(nodes, revoked, { sent, deletions })),
    convergedMs,
    wronglyClosed: others.filter(({ device }) => !device.socket.connected).length,
    refused: revoked.filter(({ isDone }) => !isDone).length,
  };
  nodes.disconnect([...others, ...victims.flatMap(({ trackers }) => trackers)].map(({ device }) => device));
  return figures;
}

async function createVictims(nodes: ThreeNodes, cast: Cast, chatId: contract.ChatId): Promise<Victim[]> {
  const { ann } = nodes.users;
  const trackElsewhere = (user: TestUser) =>
    Promise.all(elsewhere.map(async (node) => trackChat(await nodes.connect(user, node), chatId)));
  const removed = cast.removed.map(async (member) => ({
    trackers: await trackElsewhere(member),
    endingSession: null,
    revoke: () => nodes.clientOn(here, ann).call(contract.removeMember, { chatId, memberId: member.id }),
  }));
  const lous = await signIn(nodes.urlOf(here), cast.lou.name);
  const pats = await signIn(nodes.urlOf(here), cast.pat.name, cast.pat.password);
  const [oldPassword, newPassword] = [cast.pat.password, `${testPassword}${Math.random()}`];
  return [
    ...(await Promise.all(removed)),
    {
      trackers: await trackElsewhere(lous),
      endingSession: lous,
      // With a copy of the cookies, which the answer clears.
      revoke: () => nodes.clientOn(here, lous).call(contract.logout, {}),
    },
    {
      trackers: await trackElsewhere(pats),
      endingSession: pats,
      revoke: async () => {
        const answer = await nodes.clientOn(here, cast.pat).call(contract.updatePassword, { oldPassword, newPassword });
        if (answer.status === 200) cast.pat.password = newPassword;
        return answer;
      },
    },
  ];
}

interface Written {
  readonly sent: readonly SentMessage[];
  readonly deletions: readonly Deletion[];
}

interface Revoked extends Victim {
  readonly answeredAt: number;
}

async function judgeRevocations(nodes: ThreeNodes, victims: readonly Revoked[], { sent, deletions }: Written) {
  const sentAt = new Map(sent.map((message) => [message.seq, message.sentAt]));
  const deletedAt = new Map(deletions.map(({ messageId, askedAt }) => [messageId, askedAt]));
  let leaks = 0;
  let openDevices = 0;
  let acceptedRequests = 0;
  let slowestCloseMs = 0;
  for (const { trackers, endingSession, answeredAt } of victims) {
    const deadline = answeredAt + revokedWithinMs;
    // By the time of their cause: what was on its way in time may arrive later.
    leaks += trackers
      .flatMap(({ events }) => events)
      .filter((event) => {
        if (event.name === 'message') return (sentAt.get(event.seq) ?? 0) > deadline;
        if (event.name === 'deletion') return (deletedAt.get(event.id) ?? 0) > deadline;
        return event.at > deadline;
      }).length;
    if (!endingSession) continue;
    openDevices += trackers.filter(({ device }) => wasOpenAfter(device, deadline)).length;
    const closings = trackers.map(({ device }) => (device.disconnects.at(-1)?.at ?? Infinity) - answeredAt);
    slowestCloseMs = Math.max(slowestCloseMs, ...closings.map((ms) => Math.round(ms)));
    for (const node of elsewhere) {
      const { status } = await nodes.clientOn(node, endingSession).call(contract.getSession, {});
      if (status === 200) acceptedRequests += 1;
    }
  }
  return { leaks, openDevices, acceptedRequests, slowestCloseMs };
}

function wasOpenAfter({ connectedAt, disconnects, socket }: Device, time: number): boolean {
  const lastConnect = connectedAt.at(-1) ?? 0;
  return socket.connected || lastConnect > time || (disconnects.at(-1)?.at ?? Infinity) > time;
}

/** Whether each device has every message and deletion, or was told to fetch it. */
function judgeKnowledge(
  trackers: readonly ChatTracker[],
  sent: readonly SentMessage[],
  deletions: readonly Deletion[],
) {
  // A message that was deleted before it could be delivered need not arrive.
  const deleted = new Set(deletions.map(({ messageId }) => messageId));
  const expected = sent.filter(({ messageId }) => !deleted.has(messageId));
  const count = (isTrue: (tracker: ChatTracker, seq: number) => boolean) =>
    trackers.reduce((total, tracker) => total + expected.filter(({ seq }) => isTrue(tracker, seq)).length, 0);
  return {
    byEvent: count(({ hasReceived }, seq) => hasReceived(seq)),
    byHead: count(({ hasReceived, knows }, seq) => knows(seq) && !hasReceived(seq)),
    unknown: count(({ knows }, seq) => !knows(seq)),
    unknownDeletions: trackers.reduce(
      (total, tracker) => total + deletions.filter((deletion) => !knowsDeletion(tracker, deletion)).length,
      0,
    ),
  };
}

/**
 * It received the deletion, or it fetched the chat after it, on a new connection. A message that was deleted before it
 * could be delivered is not delivered, and neither is its deletion.
 */
function knowsDeletion(
  { device, events, hasReceived }: ChatTracker,
  { messageId, seq, answeredAt }: Deletion,
): boolean {
  return (
    !hasReceived(seq) ||
    events.some((event) => event.name === 'deletion' && event.id === messageId) ||
    device.connectedAt.some((at) => at > answeredAt)
  );
}
