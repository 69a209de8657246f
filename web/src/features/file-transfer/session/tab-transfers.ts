import type { ChatId, TransferMetadata, UserId } from '@chat-app/contract';
import { notesOf, recordNote } from '../../../api/file-transfer.ts';
import { emitWithAck } from '../../../lib/emit-with-ack.ts';
import type { ChatSocket } from '../../../lib/socket.ts';
import { isHeldInTab } from '../../../tabs/tab-hold.ts';
import { lockName, claimPartials } from '../storage/partial-transfers.ts';
import type { Role, TransferEvent } from './transfer-events.ts';
import { isActive, showActive } from './transfer-list.ts';
import { resumeIncoming, startIncoming, startOutgoing } from './transfers.ts';
import type { Transfer } from './transfers.ts';

/** The transfers of this tab. */
export interface TabTransfers {
  openSendDialog: (peerId: UserId, chatId: ChatId) => void;
  /** Another user offers files. */
  receive: (metadata: TransferMetadata, senderId: UserId) => void;
  /** Handles the transfers that earlier pages left unfinished. */
  resumeStored: () => Promise<void>;
  /** Cancels active transfers. */
  end: () => void;
}

/** Follows the events of all transfers except for requests. */
export function startTransfers(socket: ChatSocket, myId: UserId): TabTransfers {
  const transfers = new Set<Transfer>();
  const common = {
    myId,
    socket,
    onRemove: (transfer: Transfer) => transfers.delete(transfer),
  };
  /** The newest unfinished transfer with this user. A finished receiver still counts: the sender may ask again. */
  const find = (peerId: UserId, role?: Role) =>
    [...transfers].toReversed().find(({ session }) => {
      const { phase } = session.state;
      const isOver = phase === 'none' || phase === 'cancelled' || (phase === 'done' && session.role === 'sender');
      return session.peerId === peerId && !isOver && (!role || session.role === role);
    })?.session;

  const openSendDialog = (peerId: UserId, chatId: ChatId) => {
    // There is one active transfer per pair of users.
    if (showActive(peerId)) return;
    for (const { session } of transfers) if (session.peerId === peerId) session.cancelNow();
    transfers.add(startOutgoing({ ...common, peerId, chatId }));
  };
  const receive = (metadata: TransferMetadata, senderId: UserId) => {
    // A new request replaces the earlier transfer. An unanswered request must not be shown twice.
    const before = find(senderId);
    const isUnanswered = before?.role === 'receiver' && before.state.phase === 'pending';
    before?.dispatch({ type: isUnanswered ? 'taken' : 'peer-cancelled' });
    transfers.add(startIncoming({ ...common, metadata, peerId: senderId }));
  };
  const resumeStored = async () => {
    await reportAbandoned(socket, myId);
    for (const claimed of await claimPartials(myId)) transfers.add(resumeIncoming({ ...common, claimed }));
  };
  followAnswers(socket, find);
  followSignals(socket, find);
  socket.on('connect', () => dispatchReconnected([...transfers]));

  const handlePageHide = () => cancelUnresumable([...transfers]);
  window.addEventListener('pagehide', handlePageHide);
  const end = () => {
    window.removeEventListener('pagehide', handlePageHide);
    for (const { session, remove } of Array.from(transfers)) {
      session.dispatch({ type: 'cancel' });
      remove();
    }
  };
  return { openSendDialog, receive, resumeStored, end };
}

/** Cancels the transfers that a later page cannot resume. */
function cancelUnresumable(transfers: readonly Transfer[]): void {
  for (const { session, survivesReload } of transfers) {
    if (isActive(session.state) && !survivesReload()) session.dispatch({ type: 'cancel' });
  }
}

type Find = (peerId: UserId, role?: Role) => Transfer['session'] | undefined;

function followAnswers(socket: ChatSocket, find: Find): void {
  const dispatchTo = (event: TransferEvent, role?: Role) => (peerId: UserId) => find(peerId, role)?.dispatch(event);
  socket.on('fileTransferAccept', (targetId, options) => {
    // A third-party server may omit the options.
    const canResume = (options as typeof options | undefined)?.canResume === true;
    find(targetId, 'sender')?.dispatch({ type: 'accepted', canResume });
  });
  socket.on('fileTransferReject', dispatchTo({ type: 'rejected' }, 'sender'));
  socket.on('fileTransferTaken', dispatchTo({ type: 'taken' }, 'receiver'));
  socket.on('fileTransferCancel', dispatchTo({ type: 'peer-cancelled' }));
  socket.on('fileTransferPaused', dispatchTo({ type: 'peer-paused' }));
  socket.on('fileTransferResume', dispatchTo({ type: 'peer-resumed' }));
  // Sent only by nodes of the previous release, which do not acknowledge events. Remove this one release later.
  socket.on('fileTransferError', (message, targetId) => {
    find(targetId, 'sender')?.dispatch({ type: 'server-error', message });
  });
}

function followSignals(socket: ChatSocket, find: Find): void {
  socket.on('senderDesc', (description, fromId) => find(fromId, 'receiver')?.handleDescription(description));
  socket.on('receiverDesc', (description, fromId) => find(fromId, 'sender')?.handleDescription(description));
  socket.on('ice-candidate', (candidate, fromId) => find(fromId)?.handleCandidate(candidate));
}

/** The socket reconnected. */
function dispatchReconnected(transfers: readonly Transfer[]): void {
  for (const { session } of transfers) {
    const { state, peerId } = session;
    const isNewest = transfers.findLast((other) => other.session.peerId === peerId)?.session === session;
    // The server would take the end of an earlier transfer for the end of a later one.
    const isOver = state.phase === 'cancelled' || (state.phase === 'done' && !isNewest);
    if (!isOver) session.dispatch({ type: 'reconnected' });
  }
}

/** A later page cannot read the files, so transfers that an earlier page was sending are cancelled and recorded. */
async function reportAbandoned(socket: ChatSocket, myId: UserId): Promise<void> {
  for (const note of notesOf(myId)) {
    if (await isHeldInTab(lockName(note.transferId))) continue;
    if (note.status === 'cancelled') void emitWithAck(socket, 'fileTransferCancel', note.receiverId);
    void recordNote(note);
  }
}
