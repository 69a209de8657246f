import { type ChatId, endVoiceCall, startVoiceCall } from '@chat-app/contract';
import type { Device } from './caller.ts';
import type { Past } from './past.ts';
import type { PersonKey } from './people.ts';
import type { People } from './sign-up.ts';

interface Call {
  readonly chatId: ChatId;
  readonly caller: PersonKey;
  readonly people: People;
  readonly devices: ReadonlyMap<PersonKey, Device>;
  readonly past: Past;
}

/** A real call on the server without audio: one person rings, and the others join or nobody does. */
export async function playCall(
  outcome: 'missed' | { readonly with: readonly PersonKey[]; readonly minutes: number },
  { chatId, caller, people, devices, past }: Call,
): Promise<void> {
  await people[caller].caller.call(startVoiceCall, { chatId });
  const seated = outcome === 'missed' ? [caller] : [caller, ...outcome.with];
  for (const key of seated) {
    const device = devices.get(key);
    if (!device) throw new Error(`${key} is not there`);
    const answer = await device.timeout(10_000).emitWithAck('joinVoiceRoom', chatId, people[key].id, null);
    if (!answer.ok) throw new Error(`${key} could not join the call: ${answer.message}`);
  }
  if (outcome !== 'missed') await past.letTalk(chatId, outcome.minutes);
  for (const key of seated) await people[key].caller.call(endVoiceCall, { chatId });
}
