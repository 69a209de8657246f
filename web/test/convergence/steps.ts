import type { ChatId, Message } from '@chat-app/contract';
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../../../server/test/random.ts';
import type { Place } from './device.ts';
import type { Device, World } from './world.ts';

const emojis = ['👍', '❤️', '🎉'];

/** The chats and devices of one sequence, and what has been done. */
export interface Sequence {
  readonly world: World;
  readonly random: Random;
  readonly devices: readonly Device[];
  readonly group: ChatId;
  readonly steps: string[];
  readonly running: Set<Promise<unknown>>;
  /** The number of messages written. */
  written: number;
  isGuestThere: boolean;
  isRestarting: boolean;
}

type Step = (sequence: Sequence, device: Device) => Promise<unknown> | void;

/** Lets a random device do something. Most often the next step does not wait for it. */
export async function takeStep(sequence: Sequence): Promise<void> {
  const { random, devices, running } = sequence;
  const step = random.pick(bag)(sequence, random.pick(devices));
  if (step) {
    const settled = step.finally(() => running.delete(settled));
    running.add(settled);
    if (random.isOneIn(3)) await settled;
  }
  // Real time: steps follow each other at random moments.
  if (random.isOneIn(2)) await pause(random.below(25));
}

const say = ({ steps }: Sequence, { name }: Device, text: string) => steps.push(`${name} ${text}`);

export const chatName = ({ group }: Sequence, chatId: ChatId) => (chatId === group ? 'the group' : 'the direct chat');
const chatsOf = ({ world, group }: Sequence, { hasChat }: Device) => [group, world.direct].filter(hasChat);

/** A message that the device shows, most often a late one. */
function pickMessage(sequence: Sequence, device: Device, fits: (message: Message) => boolean): Message | undefined {
  const { random } = sequence;
  const shown = chatsOf(sequence, device)
    .flatMap((chatId) => device.logOf(chatId)?.messages ?? [])
    .filter((message) => message.sender !== null && fits(message));
  return shown.length === 0 ? undefined : random.pick(random.isOneIn(3) ? shown : shown.slice(-4));
}

const isAny = (_message: Message) => true;
const isMine = ({ sender }: Message) => sender?.isMine ?? false;
const nameOf = ({ content, seq }: Message) => `"${content}" (${seq})`;

function write(sequence: Sequence, device: Device) {
  const { random } = sequence;
  const chats = chatsOf(sequence, device);
  if (chats.length === 0) return;
  const chatId = random.pick(chats);
  const isHere = (message: Message) => message.chatId === chatId;
  const original = random.isOneIn(3) ? pickMessage(sequence, device, isHere) : undefined;
  for (let left = random.isOneIn(8) ? 12 : 1; left > 0; left -= 1) {
    const content = nextText(sequence, 'm');
    const reply = original ? `, a reply to ${nameOf(original)}` : '';
    say(sequence, device, `writes "${content}" in ${chatName(sequence, chatId)}${reply}`);
    device.run(({ send }) => send(chatId, content, original));
  }
  if (random.isOneIn(6)) cut(sequence, device);
}

/** Some mention a member, or somebody who is none. */
function nextText(sequence: Sequence, prefix: string): string {
  const { random, world } = sequence;
  sequence.written += 1;
  return `${prefix}${sequence.written}${random.isOneIn(5) ? ` <@${random.pick(world.userIds)}>` : ''}`;
}

/** A step that needs a message which the device shows. */
const withMessage =
  (act: (sequence: Sequence, device: Device, message: Message) => Promise<unknown>, fits = isAny): Step =>
  (sequence, device) => {
    const message = pickMessage(sequence, device, fits);
    return message && act(sequence, device, message);
  };

function edit(sequence: Sequence, device: Device, message: Message) {
  const content = nextText(sequence, 'e');
  say(sequence, device, `edits ${nameOf(message)} to "${content}"`);
  return device.run((page) => page.edit(message, content));
}

function forward(sequence: Sequence, device: Device, message: Message) {
  const messages = new Set([message, pickMessage(sequence, device, isAny) ?? message]);
  const chats = chatsOf(sequence, device);
  say(sequence, device, `forwards ${[...messages].map(nameOf).join(' and ')} to its ${chats.length} chats`);
  return device.run((page) => page.forward([...messages], chats));
}

function remove(sequence: Sequence, device: Device, message: Message) {
  say(sequence, device, `deletes ${nameOf(message)}`);
  return device.run((page) => page.remove(message));
}

function toggleReaction(sequence: Sequence, device: Device, message: Message) {
  const emoji = sequence.random.pick(emojis);
  const isOn = !message.reactions?.some((reaction) => reaction.emoji === emoji && reaction.isMine);
  say(sequence, device, `${isOn ? 'adds' : 'removes'} ${emoji} ${isOn ? 'to' : 'from'} ${nameOf(message)}`);
  return device.run(({ react }) => react(message, emoji, isOn));
}

/** At once; the second is what the person wants. */
const toggleTwice = (...args: Parameters<typeof toggleReaction>) =>
  Promise.all([toggleReaction(...args), toggleReaction(...args)]);

function togglePin(sequence: Sequence, device: Device, message: Message) {
  const isPinned = message.pinnedAt === undefined;
  say(sequence, device, `${isPinned ? 'pins' : 'unpins'} ${nameOf(message)}`);
  return device.run(({ pin }) => pin(message, isPinned));
}

/** A step that needs a chat in the list of the device. */
const withPlace =
  (act: (sequence: Sequence, device: Device, place: Place) => Promise<unknown>): Step =>
  (sequence, device) => {
    const chats = chatsOf(sequence, device);
    const places = device.run((page) => page.places()).filter(({ chatId }) => chats.includes(chatId));
    return places.length === 0 ? undefined : act(sequence, device, sequence.random.pick(places));
  };

export const togglePinOfChat = withPlace((sequence, device, { chatId, isPinned }) => {
  say(sequence, device, `${isPinned ? 'unpins' : 'pins'} ${chatName(sequence, chatId)} in its list`);
  return device.run(({ pinChat }) => pinChat(chatId, !isPinned));
});

export const toggleArchive = withPlace((sequence, device, { chatId, isArchived }) => {
  const name = chatName(sequence, chatId);
  say(sequence, device, isArchived ? `takes ${name} out of its archive` : `archives ${name}`);
  return device.run(({ archiveChat }) => archiveChat(chatId, !isArchived));
});

export function openChat(sequence: Sequence, device: Device) {
  const chats = chatsOf(sequence, device);
  if (chats.length === 0) return;
  const chatId = sequence.random.pick(chats);
  say(sequence, device, `opens ${chatName(sequence, chatId)}`);
  device.run((page) => page.openChat(chatId));
}

function loadOlder(sequence: Sequence, device: Device) {
  const [chatId] = chatsOf(sequence, device).filter((one) => device.logOf(one)?.hasOlder);
  if (!chatId) return undefined;
  say(sequence, device, `loads older messages of ${chatName(sequence, chatId)}`);
  return device.run((page) => page.loadOlder(chatId));
}

function cut(sequence: Sequence, device: Device) {
  say(sequence, device, 'loses its connection');
  device.run((page) => page.cut());
  if (sequence.random.isOneIn(2)) device.run((page) => page.reconnect());
}

function leaveNetwork(sequence: Sequence, device: Device) {
  say(sequence, device, 'loses its network');
  device.run((page) => page.goOffline());
}

function returnToNetwork(sequence: Sequence, _device: Device) {
  const device = sequence.devices.find(({ network }) => network.isDown);
  if (!device) return;
  say(sequence, device, 'has its network again');
  device.run((page) => page.goOnline());
}

function clearDirect(sequence: Sequence, device: Device) {
  const { direct } = sequence.world;
  if (!device.hasChat(direct)) return undefined;
  say(sequence, device, 'clears the direct chat');
  return device.run(({ clear }) => clear(direct));
}

/** Dan joins the group, leaves it or is removed. */
async function moveGuest(sequence: Sequence, device: Device) {
  const { group, random, world } = sequence;
  const isJoining = !sequence.isGuestThere;
  sequence.isGuestThere = isJoining;
  const isLeaving = random.isOneIn(2);
  sequence.steps.push(isJoining ? 'dan is added' : isLeaving ? 'dan leaves' : 'dan is removed');
  await (isJoining ? world.addGuest : isLeaving ? world.guestLeaves : world.removeGuest)(group).catch(() => undefined);
  if (isJoining && device.name === 'dan') openChat(sequence, device);
}

async function restart(sequence: Sequence) {
  if (sequence.isRestarting) return;
  sequence.isRestarting = true;
  const part = sequence.random.pick(['api', 'chat'] as const);
  sequence.steps.push(`the server restarts (${part})`);
  await sequence.world.app.restart(part);
  sequence.isRestarting = false;
}

/** Each with how often it is taken. */
const kinds: readonly (readonly [number, Step])[] = [
  [30, write],
  [8, withMessage(edit, isMine)],
  [8, withMessage(remove, isMine)],
  [4, withMessage(forward)],
  [5, withMessage(togglePin)],
  [14, withMessage(toggleReaction)],
  [4, withMessage(toggleTwice)],
  [5, openChat],
  [4, loadOlder],
  [5, cut],
  [4, leaveNetwork],
  [6, returnToNetwork],
  [4, togglePinOfChat],
  [4, toggleArchive],
  [1, clearDirect],
  [4, moveGuest],
  [1, restart],
];
const bag = kinds.flatMap(([weight, step]) => Array.from({ length: weight }, () => step));
