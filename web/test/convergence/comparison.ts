import type { ChatId } from '@chat-app/contract';
import { vi } from 'vitest';
import { chatName, type Sequence } from './steps.ts';
import type { Place } from './device.ts';
import { readPlaces, readStored, seenOn, type SeenMessage } from './stored-state.ts';
import type { Device, World } from './world.ts';

/** Waits until this is so. Otherwise it says what is wrong. */
async function until(isSo: () => boolean | Promise<boolean>, fault: () => string): Promise<void> {
  await vi.waitUntil(isSo, { interval: 10 }).catch(() => {
    throw new Error(fault());
  });
}

/** Waits until these devices have nothing under way. */
export async function settle(world: World, devices: readonly Device[]): Promise<void> {
  for (const device of devices) {
    const isQuiet = async () => {
      device.run((page) => {
        page.reconnect();
        page.discardFailed();
      });
      return device.isIdle() && (await isAllStored(world, device));
    };
    await until(isQuiet, () => `${device.name} is not quiet: ${JSON.stringify(device.listOutgoing())}`);
  }
}

/** A message stays among the outgoing ones until its chat is opened, if earlier ones are missing there. */
async function isAllStored({ app: { database } }: World, { listOutgoing, run }: Device): Promise<boolean> {
  const outgoing = listOutgoing();
  if (outgoing.some(({ chatId }) => chatId === run(({ openId }) => openId()))) return false;
  const rows = await database.sql`
    select from messages where client_id = any(${outgoing.map(({ clientId }) => clientId)})`;
  return rows.length === outgoing.length;
}

/** Every device, those that were open and a new one, has to show what the database has. */
export async function compareAll(sequence: Sequence): Promise<void> {
  const { devices, group, random, world } = sequence;
  const { person } = random.pick(devices);
  const fresh = await world.open('a new device', person, 0);
  try {
    await settle(world, [fresh]);
    for (const device of [...devices, fresh]) await comparePlaces(world, device);
    for (const device of [...devices, fresh]) {
      // Opening a chat fetches what changed. Those that were open have to show it already.
      const chatIds = [group, world.direct].toSorted((one) => (one === device.run((page) => page.openId()) ? -1 : 1));
      for (const chatId of chatIds) await compare(sequence, device, chatId);
    }
    for (const chatId of [group, world.direct]) {
      if (!fresh.hasChat(chatId)) continue;
      await showAll(world, fresh, chatId);
      await compare(sequence, fresh, chatId, { isWhole: true });
    }
  } finally {
    fresh.close();
  }
}

/** The pinned chats in their order, and the archived ones. */
export async function comparePlaces({ app }: World, device: Device): Promise<void> {
  const describe = (places: readonly Place[]) => {
    const listed = places.filter(({ chatId }) => device.hasChat(chatId));
    const idsOf = (where: 'isPinned' | 'isArchived') =>
      listed.filter((place) => place[where]).map(({ chatId }) => chatId);
    return `pinned: ${idsOf('isPinned').join()}; archived: ${idsOf('isArchived').toSorted().join()}`;
  };
  const shown = () => describe(device.run((page) => page.places()));
  const stored = await readPlaces(app, device.person.user.id);
  await until(
    () => device.isIdle() && shown() === describe(stored),
    () => `${device.name} places chats differently:\n  ${shown()}\n  instead of ${describe(stored)}`,
  );
}

async function compare(sequence: Sequence, device: Device, chatId: ChatId, { isWhole = false } = {}): Promise<void> {
  const stored = await readStored(sequence.world.app, chatId, device.person.user.id);
  const [isListed, name] = [() => device.hasChat(chatId), chatName(sequence, chatId)];
  // The screen of a chat that is gone says so, whatever was loaded before.
  if (stored === null)
    return until(
      () => !isListed(),
      () => `${device.name} still has ${name}`,
    );
  if (stored.length > 0) await until(isListed, () => `${device.name} does not list ${name}`);
  if (device.run((page) => page.openId()) !== chatId) device.run((page) => page.openChat(chatId));
  const found = () => differences(device, chatId, stored, isWhole);
  return until(
    () => device.isIdle() && found().length === 0,
    () => `${device.name} shows ${name} differently:\n  ${found().join('\n  ')}`,
  );
}

async function showAll(world: World, device: Device, chatId: ChatId): Promise<void> {
  device.run((page) => page.openChat(chatId));
  await settle(world, [device]);
  while (device.logOf(chatId)?.hasOlder) await device.run((page) => page.loadOlder(chatId));
}

/** In the loaded part of the chat. */
function differences(device: Device, chatId: ChatId, stored: readonly SeenMessage[], isWhole: boolean): string[] {
  const log = device.logOf(chatId);
  if (!log) return ['nothing is loaded'];
  const from = log.hasOlder && !isWhole ? (log.messages[0]?.seq ?? Infinity) : 0;
  const shown = log.messages.map(seenOn).map((message) => JSON.stringify(message));
  const wanted = stored.filter(({ seq }) => seq >= from).map((message) => JSON.stringify(message));
  const pinned = stored.filter(({ pinnedAt }) => pinnedAt !== null).map(({ id }) => id);
  const arePinsEqual = device.listPinned(chatId).toSorted().join() === pinned.toSorted().join();
  if (arePinsEqual && shown.join() === wanted.join() && (wanted.length > 0 || stored.length === 0)) return [];
  return [
    ...shown.filter((one) => !wanted.includes(one)).map((one) => `shown:  ${one}`),
    ...wanted.filter((one) => !shown.includes(one)).map((one) => `stored: ${one}`),
    `pinned: ${device.listPinned(chatId).join()} instead of ${pinned.join()}`,
    `order: ${log.messages.map(({ seq }) => seq).join()}, rev ${log.rev}, up to ${log.upTo}`,
  ];
}
