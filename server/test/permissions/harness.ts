import * as contract from '@chat-app/contract';
import type { Socket } from 'socket.io-client';
import { vi } from 'vitest';
import { asId } from '../as-id.ts';
import { deadlineMs } from '../deadline.ts';
import { connect, type Device } from '../device.ts';
import { type Person, people } from '../people.ts';
import type { TestApp } from '../test-app.ts';
import { unknownId } from './endpoints.ts';

const names = [
  'me',
  'friend',
  'directPeer',
  'formerFriend',
  'pending',
  'host',
  'comember',
  'exMember',
  'stranger',
] as const;
type Name = (typeof names)[number];
/** Every connected device; two users have a second one. */
export type DeviceName = Name | 'myPhone' | 'peersPhone';

type Received = Partial<Record<DeviceName, string[]>>;

/** The outcome of an event, and what each device received because of it. */
export interface Outcome {
  readonly outcome: string;
  readonly received: Received;
}

interface Sent {
  readonly by: DeviceName;
  readonly args: readonly unknown[];
}

export type Harness = Awaited<ReturnType<typeof createHarness>>;

/** Users in every relation to `me`, the chats between them, and their devices. */
export async function createHarness(app: TestApp) {
  const { aChat, aVerifiedUser, befriend } = people(app);
  const users = {} as Record<Name, Person>;
  for (const name of names) users[name] = await aVerifiedUser({ name: `The ${name}` });
  const { me, friend, directPeer, formerFriend, pending, host, comember, exMember } = users;

  await befriend(me, friend);
  await pending.call(contract.sendFriendRequest, { friendId: me.user.id });
  const direct = await aChat(me, directPeer);
  const formerDirect = await aChat(me, formerFriend);
  await formerFriend.call(contract.removeFriend, { friendId: me.user.id });
  const group = await aChat(host, me, comember, exMember);
  await host.call(contract.removeMember, { chatId: group, memberId: exMember.user.id });
  const members = [me, comember].map(({ user }) => user.id);
  const deleted = (await host.call(contract.createChat, { members })).body.chatId;
  await host.call(contract.deleteChat, { chatId: deleted });
  // Only for the message sent after everything else, to know that everything else has arrived.
  const markerChatId = await aChat(host, await aVerifiedUser());

  const chats = { group, direct, formerDirect, deleted, unknown: asId<contract.ChatId>(unknownId) };
  return { users, chats, ...openDevices(app, { users, markerChatId }) };
}

type Devices = Map<DeviceName, Device>;
type Tally = Record<string, Record<string, number>>;
const eventCounts = /^chat_app_socket_events_total\{event="([^"]+)",outcome="(\w+)"\} (\d+)$/gm;

function openDevices(
  app: TestApp,
  { users, markerChatId }: { users: Record<Name, Person>; markerChatId: contract.ChatId },
) {
  const devices: Devices = new Map();
  let markers = 0;
  /** The last count, unless something else was sent since; the server takes its time to count. */
  let known: Tally | null = null;
  /** What is repeated to devices that remain in their calls since they were last prepared. */
  let stillInCall = new Map<DeviceName, CallState>();
  const deviceOf = (name: DeviceName): Device => {
    const device = devices.get(name);
    if (!device) throw new Error(`${name} is not connected`);
    return device;
  };

  /** Connects all devices, separately for each test. */
  async function enter() {
    const owners: [DeviceName, Person][] = names.map((name) => [name, users[name]]);
    owners.push(['myPhone', users.me], ['peersPhone', users.directPeer]);
    await Promise.all(owners.map(async ([name, person]) => devices.set(name, await connect(app, person))));
  }

  /** How often the server has received each event, by outcome. */
  async function tally(): Promise<Tally> {
    const text = await (await fetch(`${app.socketUrl}/metrics`)).text();
    const counts: Tally = {};
    for (const [, event = '', outcome = '', count] of text.matchAll(eventCounts))
      (counts[event] ??= {})[outcome] = Number(count);
    return counts;
  }

  /**
   * Everything emitted before has arrived once a message and an answer to each device have. Events of other chats may
   * overtake them, so this repeats until nothing else arrives.
   */
  async function settle() {
    const count = () => Array.from(devices.values()).flatMap(({ received }) => received.filter(isNews)).length;
    for (let before = -1; before < count();) {
      before = count();
      await roundTrip();
    }
  }

  /** Everything except the effects of the round trip itself. */
  function isNews(one: Device['received'][number]): boolean {
    if (one.name === 'newMessage') return one.args[0].chatId !== markerChatId;
    return !(one.name === 'errorMessage' && one.args[0].startsWith('mark '));
  }

  async function roundTrip(): Promise<void> {
    markers += 1;
    const content = `That was all ${markers}`;
    await users.host.call(contract.sendMessage, { chatId: markerChatId, content, type: 'text' });
    await deviceOf('host').waitFor('newMessage', (message) => message.content === content);
    const mark = `mark ${markers}`;
    await Promise.all(
      Array.from(devices.values(), (device) => {
        (device.socket.emit as (name: string) => void)(mark);
        return device.waitFor('errorMessage', (name) => name === mark);
      }),
    );
  }

  /** Waits until a device has received such an event about a chat since the last `emitAndSettle`. */
  const waitFor = (by: DeviceName, event: 'voiceCallStart' | 'voiceCallEnd', chatId: contract.ChatId) =>
    deviceOf(by).waitFor(event, (...[id]: [contract.ChatId, ...unknown[]]) => id === chatId);

  /** Sends an event with an acknowledgement and waits for it, whatever the result: the cheap way to prepare state. */
  async function emitWithAck(by: DeviceName, event: string, args: readonly unknown[]): Promise<void> {
    known = null;
    await (deviceOf(by).socket as unknown as Socket).timeout(deadlineMs).emitWithAck(event, ...args);
  }

  /** Sends an event without an acknowledgement, and waits until the server has counted its outcome. */
  async function emit(by: DeviceName, event: string, args: readonly unknown[]): Promise<string> {
    const before = (known ?? (await tally()))[event] ?? {};
    const { socket } = deviceOf(by);
    (socket.emit as (name: string, ...args: unknown[]) => void)(event, ...args);
    const isCounted = async () => {
      known = await tally();
      return Object.entries(known[event] ?? {}).find(([kind, count]) => count > (before[kind] ?? 0))?.[0];
    };
    return vi.waitUntil(isCounted, { interval: 10 });
  }

  /** Sends such events on a settled harness, and waits until every device concerned has received their effects. */
  async function emitAndSettle(event: string, sent: readonly Sent[]) {
    const inCall = new Map([...stillInCall, ...clearReceived(devices)]);
    const outcomes: string[] = [];
    for (const { by, args } of sent) outcomes.push(await emit(by, event, args));
    await settle();
    const received = receivedBy(devices, { markerChatId, senders: sent.map(({ by }) => by), event, inCall });
    stillInCall = new Map([...inCall, ...clearReceived(devices)]);
    return { outcomes, received };
  }

  /** Sends an event with an acknowledgement; returns its result, and any refusals this device received besides. */
  async function ask(by: DeviceName, event: string, args: readonly unknown[]) {
    const { received, socket } = deviceOf(by);
    received.length = 0;
    known = null;
    const untyped = socket as unknown as Socket;
    const answer = contract.Ack.parse(await untyped.timeout(deadlineMs).emitWithAck(event, ...args));
    await settle();
    const refusals = receivedBy(devices, { markerChatId, senders: [], event, inCall: new Map() })[by] ?? [];
    // What a device without an acknowledgement would have received instead.
    return { answer, refusals: refusals.filter((name) => name === 'errorMessage' || name === 'fileTransferError') };
  }

  /** The `errorMessage` about such an event. */
  const refusalOf = (by: DeviceName, event: string) => deviceOf(by).waitFor('errorMessage', (name) => name === event);

  /** Waits until everything sent before has arrived everywhere. */
  const settleAfterChange = () => {
    stillInCall = new Map();
    return settle();
  };

  return { enter, emitWithAck, emit, waitFor, settle: settleAfterChange, emitAndSettle, ask, refusalOf, tally };
}

/** What a device last received about its call. */
interface CallState {
  readonly participants: string | null;
  readonly media: string | null;
}

/** Clears the received events. Returns what each device last received about its call. */
function clearReceived(devices: Devices): Map<DeviceName, CallState> {
  const inCall = new Map<DeviceName, CallState>();
  for (const [name, device] of devices) {
    const [ids] = device.all('callingUsers').at(-1) ?? [];
    const [, media] = device.all('callMedia').at(-1) ?? [];
    const state = { participants: ids ? listOf(ids) : null, media: media ? JSON.stringify(media) : null };
    if (ids || media) inCall.set(name, state);
    device.received.length = 0;
  }
  return inCall;
}

const listOf = (ids: readonly string[]) => ids.toSorted().join();

interface Emitted {
  readonly markerChatId: string;
  readonly senders: readonly DeviceName[];
  readonly event: string;
  readonly inCall: ReadonlyMap<DeviceName, CallState>;
}

/**
 * Presence and chat heads are sent all the time, and the participants of a call and what they show are repeated every ten
 * seconds; a refusal is sent to the sender.
 */
function receivedBy(devices: Devices, { markerChatId, senders, event, inCall }: Emitted) {
  const received: Received = {};
  for (const [name, device] of devices) {
    let { participants, media } = inCall.get(name) ?? { participants: null, media: null };
    const events = device.received.filter((one) => {
      if (one.name === 'getOnlineUsers' || one.name === 'chatHeads') return false;
      // Joining a call marks its system message as read, in the background.
      if (one.name === 'chatRead' && event !== 'chatRead') return false;
      if (one.name === 'errorMessage')
        return !(one.args[0].startsWith('mark ') || (senders.includes(name) && one.args[0] === event));
      if (one.name === 'callingUsers') return participants !== (participants = listOf(one.args[0]));
      if (one.name === 'callMedia') return media !== (media = JSON.stringify(one.args[1]));
      return !(one.name === 'newMessage' && one.args[0].chatId === markerChatId);
    });
    if (events.length > 0) received[name] = events.map((one) => one.name).toSorted();
  }
  return received;
}
