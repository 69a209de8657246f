import { answerTexts } from '@chat-app/contract';
import type { ChatId, UserId } from '@chat-app/contract';
import { notesOf, recordNote } from '../../api/file-transfer.ts';
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
  const common = { myId, socket, onRemove: (transfer: Transfer) => transfers.delete(transfer) };
  const tellAll = (event: TransferEvent, role?: Role) => {
    for (const { session } of Array.from(transfers)) if (!role || session.role === role) session.tell(event);
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
  followRefusals(socket, tellAll);

  let isFirst = true;
  socket.on('connect', () => {
    if (!isFirst) return tellAll({ type: 'socket-back' });
    isFirst = false;
    return void takeUp();
  });

  /** What earlier pages have left behind. */
  async function takeUp() {
    await reportAbandoned(socket, myId);
    const partials = await takePartials(myId);
    for (const partial of partials) transfers.add(continueIncoming({ ...common, partial }));
  }

  const leavePage = () => {
    for (const { session, survivesReload } of Array.from(transfers)) {
      if (isActive(session.state) && !survivesReload()) session.tell({ type: 'cancel' });
    }
  };
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

type Find = (peerId: UserId, role?: Role) => Transfer['session'] | undefined;

interface RequestParts {
  find: Find;
  tell: (event: TransferEvent, role?: Role) => (peerId: UserId) => void;
  onRequest: (incoming: Pick<Parameters<typeof startIncoming>[0], 'metadata' | 'peerId'>) => void;
}

function followRequests(socket: ChatSocket, { find, tell, onRequest }: RequestParts): void {
  socket.on('fileTransferRequest', (metadata, senderId) => {
    // Whoever asks anew has given up what was going on before.
    find(senderId)?.tell({ type: 'peer-cancelled' });
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
  socket.on('fileTransferError', (message, targetId) => {
    find(targetId, 'sender')?.tell({ type: 'server-error', message });
  });
}

function followSignals(socket: ChatSocket, find: Find): void {
  socket.on('senderDesc', (description, fromId) => find(fromId, 'receiver')?.takeDescription(description));
  socket.on('receiverDesc', (description, fromId) => find(fromId, 'sender')?.takeDescription(description));
  socket.on('ice-candidate', (candidate, fromId) => find(fromId)?.takeCandidate(candidate));
}

/** The server says which event it refused, but not about whom. */
function followRefusals(socket: ChatSocket, tellAll: (event: TransferEvent, role?: Role) => void): void {
  socket.on('errorMessage', (event, message) => {
    if (event === 'sendFileRequest') tellAll({ type: 'request-refused', message }, 'sender');
    if (event === 'fileReceiveAccept') tellAll({ type: 'accept-refused' }, 'receiver');
    if (event === 'fileTransferResume' && message === answerTexts.transferUnknown) tellAll({ type: 'resume-refused' });
  });
}

/** Files cannot be read by a later page: what an earlier one was sending is over, for the receiver and for the chat. */
async function reportAbandoned(socket: ChatSocket, myId: UserId): Promise<void> {
  for (const note of notesOf(myId)) {
    if (await isHeldInTab(holdName(note.transferId))) continue;
    if (note.status === 'cancelled') socket.emit('fileTransferCancel', note.receiverId);
    void recordNote(note);
  }
}
