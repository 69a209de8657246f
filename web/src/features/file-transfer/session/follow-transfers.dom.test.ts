import type { ChatId, TransferMetadata } from '@chat-app/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { bob, idOf } from '../../../../test/chats.ts';
import { connect } from '../../../../test/connect.ts';
import { chatServer } from '../../../../test/stand-in-chat-server.ts';
import { me } from '../../../../test/stand-in-server.ts';
import { followTransfers } from './follow-transfers.ts';
import { useTransfers } from './transfer-list.ts';

const film: TransferMetadata = { name: 'film.mkv', size: 10 };
const shown = () => useTransfers.getState().views.map(({ state, files }) => `${state.role} ${files[0]?.name ?? ''}`);

let stop = () => {};
beforeEach(async () => {
  stop = followTransfers((await connect(me.id)).socket, me.id);
});
afterEach(() => stop());

test.each([
  ['is shown', null, 'receiver film.mkv'],
  ['that was cancelled meanwhile is not shown', 'fileTransferCancel', 'sender '],
  ['that was taken meanwhile is not shown', 'fileTransferTaken', 'sender '],
])('[TRF-33] a request that arrives before the code of transfers %s', async (_what, end, expected) => {
  await chatServer.emitTogether(['fileTransferRequest', film, bob.id], ...(end ? [[end, bob.id]] : []));
  if (end) useTransfers.getState().openSendDialog?.(bob.id, idOf<ChatId>(1));
  await vi.waitFor(() => expect(shown()).toEqual([expected]));
});

test('[TRF-33] signing out while the code of transfers is loading starts no transfer', async () => {
  useTransfers.getState().openSendDialog?.(bob.id, idOf<ChatId>(1));
  stop();
  await vi.dynamicImportSettled();
  expect(shown()).toEqual([]);
});
