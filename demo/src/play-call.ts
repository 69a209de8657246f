import { endVoiceCall, startVoiceCall } from '@chat-app/contract';
import type { Device } from './caller.ts';
import type { PersonKey } from './people.ts';
import type { Players } from './play-chat.ts';

interface Call extends Players {
  readonly chatId: string;
  readonly caller: PersonKey;
}

/** A real call over the server, without sound: somebody rings, the others sit down, or nobody does. */
export async function playCall(
  outcome: 'missed' | { readonly with: readonly PersonKey[]; readonly minutes: number },
  { chatId, caller, people, devices, past }: Call,
): Promise<void> {
  await people[caller].caller.call(startVoiceCall, { chatId });
  const seated = outcome === 'missed' ? [caller] : [caller, ...outcome.with];
  for (const [index, key] of seated.entries()) {
    const device = devices.get(key);
    if (!device) throw new Error(`${key} is not there`);
    const isSeated = hearsOf(device, index + 1);
    device.emit('joinVoiceRoom', chatId, people[key].id);
    await isSeated;
  }
  if (outcome !== 'missed') await past.letTalk(chatId, outcome.minutes);
  for (const key of seated) await people[key].caller.call(endVoiceCall, { chatId });
}

/** Waits until so many people sit in the call. */
function hearsOf(device: Device, count: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (event: string, message: string) => reject(new Error(`${event}: ${message}`));
    device.once('errorMessage', fail);
    device.on('callingUsers', function heard(ids) {
      if (ids.length !== count) return;
      device.off('callingUsers', heard).off('errorMessage', fail);
      resolve();
    });
  });
}
