import * as contract from '@chat-app/contract';
import type { Harness } from './harness.ts';

export type Scenario = ReturnType<typeof createScenario>;

/** Set-up and clean-up for the cells, on a harness with every user connected. */
export function createScenario(harness: Harness) {
  const { users, chats, waitFor, emitWithAck } = harness;
  const start = (name: 'host' | 'directPeer', chatId: contract.ChatId) =>
    users[name].call(contract.startVoiceCall, { chatId });
  const join = (name: 'host' | 'directPeer', chatId: contract.ChatId) =>
    emitWithAck(name, 'joinVoiceRoom', [chatId, users[name].user.id]);
  /** `me` has offered the peer a file. */
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
    /** Others have written in every chat. */
    unread: async () => {
      const chatBySender = { host: chats.group, directPeer: chats.direct, formerFriend: chats.formerDirect };
      for (const [name, chatId] of Object.entries(chatBySender))
        await users[name as keyof typeof chatBySender].call(contract.sendMessage, {
          chatId,
          content: 'New',
          type: 'text',
        });
    },
    /** The host is in a call of the group, the peer in one of the direct chat. */
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
