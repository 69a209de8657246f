import * as contract from '@chat-app/contract';
import type { Scenario } from './event-cells.ts';
import type { Harness } from './harness.ts';

/** Set-up and clean-up for the cells, on a harness with every user connected. */
export function createScenario(harness: Harness): Scenario {
  const { users, chats, waitFor, emitWithAck } = harness;
  const start = (name: 'host' | 'directPeer', chatId: contract.ChatId) =>
    users[name].call(contract.startVoiceCall, { chatId });
  const join = (name: 'host' | 'directPeer', chatId: contract.ChatId) =>
    emitWithAck(name, 'joinVoiceRoom', [chatId, users[name].user.id]);
  const offer = async () => {
    await emitWithAck('me', 'sendFileRequest', [{ name: 'film.mkv', size: 5 }, users.directPeer.user.id]);
  };
  return {
    ...harness,
    offer,
    accept: async () => {
      await offer();
      await emitWithAck('directPeer', 'fileReceiveAccept', [users.me.user.id]);
    },
    withdraw: async () => {
      for (const device of ['me', 'myPhone'] as const)
        await emitWithAck(device, 'fileTransferCancel', [users.directPeer.user.id]);
      await emitWithAck('directPeer', 'fileTransferCancel', [users.me.user.id]);
    },
    unread: async () => {
      for (const [name, chatId] of [
        ['host', chats.group],
        ['directPeer', chats.direct],
        ['formerFriend', chats.formerDirect],
      ] as const) {
        await users[name].call(contract.sendMessage, { chatId, content: 'New', type: 'text' });
      }
    },
    callsGoOn: async () => {
      await start('host', chats.group);
      await join('host', chats.group);
      await start('directPeer', chats.direct);
      await join('directPeer', chats.direct);
      for (const chatId of [chats.group, chats.direct]) await waitFor('me', 'voiceCallStart', chatId);
    },
    callsEnd: async () => {
      for (const person of [users.me, users.host]) await person.call(contract.endVoiceCall, { chatId: chats.group });
      await users.directPeer.call(contract.endVoiceCall, { chatId: chats.direct });
      for (const chatId of [chats.group, chats.direct]) await waitFor('me', 'voiceCallEnd', chatId);
    },
  };
}
