import type { ChatId, TransferMetadata } from '@chat-app/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { bob, idOf } from '../../../../test/chats.ts';
import { chatServer } from '../../../../test/stand-in-chat-server.ts';
import { me } from '../../../../test/stand-in-server.ts';
import { openConnection } from '../../../lib/socket.ts';
import { followTransfers } from './follow-transfers.ts';
import { useTransfers } from './transfer-list.ts';

const film: TransferMetadata = { name: 'film.mkv', size: 10 };
const shown = () => useTransfers.getState().views.map(({ state, files }) => `${state.role} ${files[0]?.name ?? ''}`);

let stop = () => {};
beforeEach(async () => {
  const ignore = () => {};
  const userId = me.id;
  const connection = openConnection({ url: null, userId, onConnect: ignore, onAway: ignore, onUnauthorized: ignore });
  const endTransfers = followTransfers(connection.socket, me.id);
  connection.connect();
  await vi.waitUntil(() => connection.socket.connected);
  stop = () => {
    endTransfers();
    connection.close();
  };
});
afterEach(() => stop());

test('[TRF-33] a request is shown once the code of transfers is loaded', async () => {
  await chatServer.emit('fileTransferRequest', film, bob.id);
  await vi.waitFor(() => expect(shown()).toEqual(['receiver film.mkv']));
});

test.each(['fileTransferCancel', 'fileTransferTaken'] as const)(
  '[TRF-33] a request is not shown if %s arrives before the code of transfers',
  async (end) => {
    await chatServer.emitTogether(['fileTransferRequest', film, bob.id], [end, bob.id]);
    useTransfers.getState().openSendDialog?.(bob.id, idOf<ChatId>(1));
    await vi.waitFor(() => expect(shown()).toEqual(['sender ']));
  },
);

test('[TRF-33] signing out while the code of transfers is loading starts no transfer', async () => {
  useTransfers.getState().openSendDialog?.(bob.id, idOf<ChatId>(1));
  stop();
  await vi.dynamicImportSettled();
  expect(shown()).toEqual([]);
});
