import type { ChatId, UserId } from '@chat-app/contract';
import { notesOf, recordNote } from '../../api/file-transfer.ts';
import { emitWithAck } from '../../lib/emit-with-ack.ts';
import type { ChatSocket } from '../../lib/socket.ts';
import { isHeldInTab } from '../../lib/tab-hold.ts';
import { holdName, takePartials } from './partial-transfers.ts';
import type { Role, TransferEvent } from './transfer-events.ts';
import { isActive, showActive } from './transfer-list.ts';
import { continueIncoming, startIncoming, startOutgoing } from './transfers.ts';
import type { Transfer } from './transfers.ts';

type SendFile = (peerId: UserId, chatId: ChatId) => void;

let sendFileNow: SendFile | null = null;

/** Opens the dialog in which a file is picked and sent. Does nothing before the tab is connected for the first time. */
export function openSendDialog(peerId: UserId, chatId: ChatId): void {
  sendFileNow?.(peerId, chatId);
}

/** Lets this tab take part in transfers. Returns how to stop, which cancels what is going on. */
export function followTransfers(socket: ChatSocket, myId: UserId): () => void {
  const transfers = new Set<Transfer>();
  const common = {
    myId,
    socket,
    onRemove: (transfer: Transfer) => transfers.delete(transfer),
  };
  /** The newest with this person that is not over; a receiver's that is done may still be asked whether it is. */
  const find = (peerId: UserId, role?: Role) =>
    [...transfers].toReversed().find(({ session }) => {
      const { phase } = session.state;
      const isOver = phase === 'none' || phase === 'cancelled' || (phase === 'done' && session.role === 'sender');
      return session.peerId === peerId && !isOver && (!role || session.role === role);
    })?.session;
  const tell = (event: TransferEvent, role?: Role) => (peerId: UserId) => find(peerId, role)?.tell(event);

  sendFileNow = (peerId, chatId) => {
    // Between two people there is one at a time.
    if (showActive(peerId)) return;
    for (const { session } of transfers) if (session.peerId === peerId) session.cancelNow();
    transfers.add(startOutgoing({ ...common, peerId, chatId }));
  };
  followRequests(socket, {
    find,
    tell,
    onRequest: (incoming) => transfers.add(startIncoming({ ...common, ...incoming })),
  });
  followSignals(socket, find);

  let isFirst = true;
  socket.on('connect', () => {
    if (!isFirst) return tellSocketBack([...transfers]);
    isFirst = false;
    return void takeUp();
  });

  /** What earlier pages have left behind. */
  async function takeUp() {
    await reportAbandoned(socket, myId);
    for (const claimed of await takePartials(myId)) transfers.add(continueIncoming({ ...common, claimed }));
  }

  const leavePage = () => cancelWhatIsLost([...transfers]);
  window.addEventListener('pagehide', leavePage);
  return () => {
    window.removeEventListener('pagehide', leavePage);
    sendFileNow = null;
    for (const { session, remove } of Array.from(transfers)) {
      session.tell({ type: 'cancel' });
      remove();
    }
  };
}

/** The page goes, and no later one can go on with these. */
function cancelWhatIsLost(transfers: readonly Transfer[]): void {
  for (const { session, survivesReload } of transfers) {
    if (isActive(session.state) && !survivesReload()) session.tell({ type: 'cancel' });
  }
}

type Find = (peerId: UserId, role?: Role) => Transfer['session'] | undefined;

interface RequestParts {
  find: Find;
  tell: (event: TransferEvent, role?: Role) => (peerId: UserId) => void;
  onRequest: (incoming: Pick<Parameters<typeof startIncoming>[0], 'metadata' | 'peerId'>) => void;
}

function followRequests(socket: ChatSocket, { find, tell, onRequest }: RequestParts): void {
  socket.on('fileTransferRequest', (metadata, senderId) => {
    // A new request replaces the earlier transfer; a request that was not answered yet is shown once, not twice.
    const before = find(senderId);
    const isUnanswered = before?.role === 'receiver' && before.state.phase === 'pending';
    before?.tell({ type: isUnanswered ? 'taken' : 'peer-cancelled' });
    onRequest({ metadata, peerId: senderId });
  });
  socket.on('fileTransferAccept', (targetId, options) => {
    // A chat server of another make may say nothing about it.
    const canResume = (options as typeof options | undefined)?.canResume === true;
    find(targetId, 'sender')?.tell({ type: 'accepted', canResume });
  });
  socket.on('fileTransferReject', tell({ type: 'rejected' }, 'sender'));
  socket.on('fileTransferTaken', tell({ type: 'taken' }, 'receiver'));
  socket.on('fileTransferCancel', tell({ type: 'peer-cancelled' }));
  socket.on('fileTransferPaused', tell({ type: 'peer-paused' }));
  socket.on('fileTransferResume', tell({ type: 'peer-resumed' }));
  // Only from nodes of the previous release, which acknowledge nothing. This can go one release later.
  socket.on('fileTransferError', (message, targetId) => {
    find(targetId, 'sender')?.tell({ type: 'server-error', message });
  });
}

function followSignals(socket: ChatSocket, find: Find): void {
  socket.on('senderDesc', (description, fromId) => find(fromId, 'receiver')?.takeDescription(description));
  socket.on('receiverDesc', (description, fromId) => find(fromId, 'sender')?.takeDescription(description));
  socket.on('ice-candidate', (candidate, fromId) => find(fromId)?.takeCandidate(candidate));
}

/** The socket reconnected. */
function tellSocketBack(transfers: readonly Transfer[]): void {
  for (const { session } of transfers) {
    const { state, peerId } = session;
    const isNewest = transfers.findLast((other) => other.session.peerId === peerId)?.session === session;
    // The end of an earlier one would be taken for that of a later one.
    const isOver = state.phase === 'cancelled' || (state.phase === 'done' && !isNewest);
    if (!isOver) session.tell({ type: 'socket-back' });
  }
}

/** Files cannot be read by a later page: what an earlier one was sending is over, for the receiver and for the chat. */
async function reportAbandoned(socket: ChatSocket, myId: UserId): Promise<void> {
  for (const note of notesOf(myId)) {
    if (await isHeldInTab(holdName(note.transferId))) continue;
    if (note.status === 'cancelled') void emitWithAck(socket, 'fileTransferCancel', note.receiverId);
    void recordNote(note);
  }
}
