import * as contract from '@chat-app/contract';
import { setTimeout as pause } from 'node:timers/promises';
import { vi } from 'vitest';
import type { Device } from '../cluster-device.ts';
import type { RedisFault } from './redis-faults.ts';
import type { Random } from '../random.ts';
import type { NodeIndex, ThreeNodes } from './three-nodes.ts';
import type { TestUser } from './users.ts';

/** How many requests and events did what, or were refused with `unavailable`; the others by what they answered. */
export type Outcomes = Record<string, number>;

const answerMs = 15_000;
const node: NodeIndex = 1;

/** Calls and transfers that begin and end without Redis: at once, and when every node knows that it is gone. */
export async function callWithoutRedis(nodes: ThreeNodes, fault: RedisFault, random: Random): Promise<Outcomes> {
  const outcomes: Outcomes = {};
  const count = (outcome: string) => {
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  };
  const anns = await Promise.all([nodes.connect(nodes.users.ann, 0), nodes.connect(nodes.users.ann, node)]);
  const [first, second] = [await createCallers(nodes), await createCallers(nodes)];
  await fault.begin(nodes, random);
  try {
    for (const outcome of await actAll(nodes, first)) count(outcome);
    await vi.waitUntil(async () => (await fetch(`${nodes.urlOf(node)}/readyz`)).status === 503, { timeout: 20_000 });
    for (const outcome of await actAll(nodes, second)) count(outcome);
  } finally {
    await fault.end(nodes);
  }
  await nodes.waitUntilReady();
  nodes.disconnect([...anns, ...[first, second].flatMap((callers) => callers.map(({ device }) => device))]);
  return outcomes;
}

interface Caller {
  readonly user: TestUser;
  readonly chatId: contract.ChatId;
  readonly device: Device;
}

let callerCount = 0;

/** Three friends of Ann, each with a chat with her and a device. The second has started a call. */
async function createCallers({ connect, clientOn, users }: ThreeNodes): Promise<Caller[]> {
  const callers: Caller[] = [];
  for (let index = 0; index < 3; index += 1) {
    callerCount += 1;
    const user = await users.aFriend(`Caller${callerCount}`);
    callers.push({ user, chatId: await users.aChat(user), device: await connect(user, node) });
  }
  const [, calling] = callers;
  if (!calling) throw new Error('three callers');
  const { status } = await clientOn(node, calling.user).call(contract.startVoiceCall, { chatId: calling.chatId });
  if (status !== 200) throw new Error(`the call answered ${status}`);
  return callers;
}

async function actAll({ clientOn, users }: ThreeNodes, callers: readonly Caller[]): Promise<string[]> {
  const [starting, calling, sending] = callers;
  if (!starting || !calling || !sending) throw new Error('three callers');
  const request = async ({ user, chatId }: Caller, { path }: { path: string }) => {
    const asking = clientOn(node, user).send('POST', path, { body: { chatId } });
    const answer = await asking.catch((error: Error) => ({ status: 0, body: { code: error.message } }));
    if (answer.status === 200) return 'works';
    return answer.status === 503 ? answer.body.code : `${answer.status} ${answer.body.code}`;
  };
  const outcomeOf = async (asking: Promise<contract.Ack>) => {
    const answer = await asking.catch((error: Error) => ({ ok: false as const, code: error.message }));
    return answer.ok ? 'works' : answer.code;
  };
  const [calls, transfers] = [calling.device.socket.timeout(answerMs), sending.device.socket.timeout(answerMs)];
  const together = await Promise.all([
    request(starting, contract.startVoiceCall),
    outcomeOf(calls.emitWithAck('joinVoiceRoom', calling.chatId, calling.user.id)),
    outcomeOf(transfers.emitWithAck('sendFileRequest', { name: 'a.txt', size: 5 }, users.ann.id)),
  ]);
  return [...together, await request(calling, contract.endVoiceCall)];
}

const audioEveryMs = 150;
const removedWithinMs = 1000;
const chunks = 12;

/** A member is removed during a call, on the node of all its participants, while something is wrong with Redis. */
export async function removeDuringCall(nodes: ThreeNodes, fault: RedisFault, random: Random) {
  const { ann, bob, aChat, aFriend } = nodes.users;
  callerCount += 1;
  const mia = await aFriend(`Mia${callerCount}`);
  const chatId = await aChat(bob, mia);
  const people = [ann, bob, mia];
  const devices = await Promise.all(people.map((person) => nodes.connect(person, node)));
  await nodes.clientOn(node, ann).call(contract.startVoiceCall, { chatId });
  for (const [index, { id }] of people.entries()) {
    const answer = await devices[index]?.socket.timeout(answerMs).emitWithAck('joinVoiceRoom', chatId, id);
    if (!answer?.ok) throw new Error(`joining answered ${answer?.code}`);
  }

  await fault.begin(nodes, random);
  const removing = nodes.clientOn(node, ann).call(contract.removeMember, { chatId, memberId: mia.id });
  const { status } = await removing.catch(() => ({ status: 0 }));
  await pause(removedWithinMs);
  const startedAt = performance.now();
  for (let chunk = 0; chunk < chunks; chunk += 1) {
    for (const { socket } of devices)
      socket.emit('audioStream', chatId, `data:audio/webm;base64,${btoa(`chunk ${chunk}`)}`);
    await pause(audioEveryMs);
  }
  const listen = () =>
    devices.map(({ received }) =>
      received.filter(({ name, at }) => name === 'audioStream' && at > startedAt).map(({ args: [, userId] }) => userId),
    );
  const haveArrived = () =>
    listen()
      .slice(0, 2)
      .every((heard) => heard.length >= chunks);
  await vi.waitUntil(haveArrived, { timeout: answerMs, interval: 20 }).catch(() => {});
  const [anns, bobs, mias] = listen();
  await fault.end(nodes);
  await nodes.waitUntilReady();
  await nodes.clientOn(node, ann).call(contract.endVoiceCall, { chatId });
  nodes.disconnect(devices);
  return {
    removed: status,
    heardByRemoved: mias?.length ?? 0,
    heardOfRemoved: [anns, bobs].flat().filter((id) => id === mia.id).length,
    /** The others keep talking. */
    heardAmongOthers: [anns, bobs].flat().filter((id) => id !== mia.id).length,
  };
}
