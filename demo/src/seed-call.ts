import { type ChatId, endVoiceCall, startVoiceCall } from '@chat-app/contract';
import type { Device } from './api-client.ts';
import type { Backdater } from './backdater.ts';
import type { PersonaKey } from './personas.ts';
import type { DemoUsers } from './sign-up.ts';

interface Call {
  readonly chatId: ChatId;
  readonly caller: PersonaKey;
  readonly users: DemoUsers;
  readonly devices: ReadonlyMap<PersonaKey, Device>;
  readonly backdater: Backdater;
}

/** A real call on the server without audio: one person rings, and the others join or nobody does. */
export async function seedCall(
  outcome: 'missed' | { readonly with: readonly PersonaKey[]; readonly minutes: number },
  { chatId, caller, users, devices, backdater }: Call,
): Promise<void> {
  await users[caller].client.call(startVoiceCall, { chatId });
  const participants = outcome === 'missed' ? [caller] : [caller, ...outcome.with];
  for (const key of participants) {
    const device = devices.get(key);
    if (!device) throw new Error(`${key} is not there`);
    const answer = await device.timeout(10_000).emitWithAck('joinVoiceRoom', chatId, users[key].id, null);
    if (!answer.ok) throw new Error(`${key} could not join the call: ${answer.message}`);
  }
  if (outcome !== 'missed') await backdater.lengthenCall(chatId, outcome.minutes);
  for (const key of participants) await users[key].client.call(endVoiceCall, { chatId });
}
