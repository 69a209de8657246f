import * as contract from '@chat-app/contract';
import type { Device } from '../../../test/device.ts';
import type { Person } from '../../../test/people.ts';
import { detailOf, pageOf } from '../../../test/chats.ts';

export const startCall = (person: Person, chatId: contract.ChatId, leaveCallIn?: contract.ChatId) =>
  person.call(contract.startVoiceCall, { chatId, leaveCallIn });

export const startVideo = (person: Person, chatId: contract.ChatId, leaveCallIn?: contract.ChatId) =>
  person.call(contract.startVideoCall, { chatId, leaveCallIn });

export const hangUp = (person: Person, chatId: contract.ChatId) => person.call(contract.endVoiceCall, { chatId });

/** The answer to the device that joins. */
export const join = (device: Device, person: Person, chatId: contract.ChatId, leaveCallIn?: contract.ChatId) =>
  (device.socket.emitWithAck as (...args: unknown[]) => Promise<contract.Ack>)(
    'joinVoiceRoom',
    chatId,
    person.user.id,
    leaveCallIn,
  );

/** The kind of the call that the chat shows to this person. */
export const calling = async (person: Person, chatId: contract.ChatId) => (await detailOf(person, chatId)).calling;

/** The system messages of a chat, oldest first. */
export const systemMessages = async (person: Person, chatId: contract.ChatId) =>
  (await pageOf(person, chatId)).data
    .filter(({ type }) => type === 'system')
    .map(({ content }) => content)
    .toReversed();

export const sound = `data:audio/webm;codecs=opus;base64,${Buffer.alloc(3000).toString('base64')}`;
