import * as contract from '@chat-app/contract';
import type { Scene } from './event-cells.ts';
import type { Stage } from './stage.ts';

/** Set-up and clean-up for the cells, on a stage with every user connected. */
export function createScene(onStage: Stage): Scene {
  const { cast, chats, waitFor, perform } = onStage;
  const start = (name: 'host' | 'directPeer', chatId: contract.ChatId) =>
    cast[name].call(contract.startVoiceCall, { chatId });
  const join = (name: 'host' | 'directPeer', chatId: contract.ChatId) =>
    perform(name, 'joinVoiceRoom', [chatId, cast[name].user.id]);
  const offer = async () => {
    await perform('me', 'sendFileRequest', [{ name: 'film.mkv', size: 5 }, cast.directPeer.user.id]);
  };
  return {
    ...onStage,
    offer,
    accept: async () => {
      await offer();
      await perform('directPeer', 'fileReceiveAccept', [cast.me.user.id]);
    },
    withdraw: async () => {
      for (const device of ['me', 'myPhone'] as const)
        await perform(device, 'fileTransferCancel', [cast.directPeer.user.id]);
      await perform('directPeer', 'fileTransferCancel', [cast.me.user.id]);
    },
    unread: async () => {
      for (const [name, chatId] of [
        ['host', chats.group],
        ['directPeer', chats.direct],
        ['formerFriend', chats.formerDirect],
      ] as const) {
        await cast[name].call(contract.sendMessage, { chatId, content: 'New', type: 'text' });
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
      for (const person of [cast.me, cast.host]) await person.call(contract.endVoiceCall, { chatId: chats.group });
      await cast.directPeer.call(contract.endVoiceCall, { chatId: chats.direct });
      for (const chatId of [chats.group, chats.direct]) await waitFor('me', 'voiceCallEnd', chatId);
    },
  };
}
