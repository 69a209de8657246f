import { transferLoadFailed } from '@chat-app/contract';
import type { TransferMetadata, UserId } from '@chat-app/contract';
import type { ChatSocket } from '../../../lib/socket.ts';
import { hasStoredTransfers } from '../../../state/stored-transfers.ts';
import { showToast } from '../../../state/toasts.ts';
import type { TabTransfers } from './tab-transfers.ts';
import { useTransfers } from './transfer-list.ts';

/**
 * Starts handling transfers in this tab. Their code is loaded with the first one, since most visits have none. Returns
 * the disposer, which cancels active transfers.
 */
export function followTransfers(socket: ChatSocket, myId: UserId): () => void {
  /** Requests that arrive before the code. */
  const offers = new Map<UserId, TransferMetadata>();
  let transfers: TabTransfers | null = null;
  let loading: Promise<void> | null = null;
  let hasEnded = false;

  async function load() {
    const { startTransfers } = await import('./tab-transfers.ts');
    if (hasEnded) return;
    transfers = startTransfers(socket, myId);
    for (const [senderId, metadata] of offers) transfers.receive(metadata, senderId);
  }
  /** Acts as soon as the code is loaded. */
  async function withTransfers(act: (loaded: TabTransfers) => void): Promise<void> {
    try {
      await (loading ??= load());
    } catch {
      // The next one tries again.
      loading = null;
      showToast(transferLoadFailed);
    }
    if (transfers) act(transfers);
  }

  useTransfers.setState({
    openSendDialog: (peerId, chatId) => void withTransfers(({ openSendDialog }) => openSendDialog(peerId, chatId)),
  });
  socket.on('fileTransferRequest', (metadata, senderId) => {
    if (transfers) return transfers.receive(metadata, senderId);
    offers.set(senderId, metadata);
    return void withTransfers(() => {});
  });
  const withdraw = (senderId: UserId) => void offers.delete(senderId);
  socket.on('fileTransferTaken', withdraw);
  socket.on('fileTransferCancel', withdraw);
  socket.once('connect', () => {
    if (hasStoredTransfers()) void withTransfers(({ resumeStored }) => void resumeStored());
  });

  return () => {
    hasEnded = true;
    useTransfers.setState({ openSendDialog: null });
    transfers?.end();
  };
}
