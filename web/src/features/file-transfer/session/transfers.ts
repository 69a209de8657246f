import { cleanFileName, limits, transferToasts } from '@chat-app/contract';
import type { ChatId, TransferMetadata, UserId } from '@chat-app/contract';
import { newClientId } from '../../../lib/client-id.ts';
import { emitWithAck } from '../../../lib/emit-with-ack.ts';
import { removeTarget } from '../../../browser/pick-target.ts';
import type { PickedTarget } from '../../../browser/pick-target.ts';
import type { ChatSocket } from '../../../lib/socket.ts';
import { holdInTab } from '../../../tabs/tab-hold.ts';
import { showToast } from '../../../state/toasts.ts';
import { holdName } from '../storage/partial-transfers.ts';
import type { ClaimedPartial, OfferedFile } from '../storage/partial-transfers.ts';
import { createReceiverSide } from './receiver-side.ts';
import type { ReceiverSide } from './receiver-side.ts';
import { createSenderSide } from './sender-side.ts';
import { isActive, putView, removeView } from './transfer-list.ts';
import type { TransferActions } from './transfer-list.ts';
import type { Role } from './transfer-events.ts';
import { speak } from '../wire/transfer-speech.ts';
import { TransferSession } from './transfer-session.ts';
import type { TransferSide } from './transfer-side.ts';

/** A transfer of this tab with its resources. */
export interface Transfer {
  readonly id: string;
  readonly session: TransferSession;
  readonly survivesReload: () => boolean;
  /** Removes it from the screen and releases all resources. */
  readonly remove: () => void;
}

interface TransferParts {
  id: string;
  role: Role;
  peerId: UserId;
  socket: ChatSocket;
  files: () => readonly OfferedFile[];
  makeSide: () => TransferSide;
  /** Releases the claim of a restored transfer. */
  release?: () => void;
  onRemove: (transfer: Transfer) => void;
}

interface Common {
  myId: UserId;
  peerId: UserId;
  socket: ChatSocket;
  onRemove: (transfer: Transfer) => void;
}

/** The user wants to send files, but has not picked any yet. */
export function startOutgoing({ myId, chatId, ...common }: Common & { chatId: ChatId }): Transfer {
  const id = newClientId();
  let files: readonly File[] = [];
  const offered = () => files.map(({ name, size }) => ({ name: cleanFileName(name), size }));
  const { transfer, redraw } = createTransfer(
    {
      ...common,
      id,
      role: 'sender',
      files: offered,
      makeSide: () =>
        createSenderSide({ transferId: id, myId, receiverId: common.peerId, chatId, files, offered: offered() }),
    },
    {
      pick: (more) => {
        if (files.length + more.length > limits.filesPerTransfer) showToast(transferToasts.tooManyFiles);
        files = [...files, ...more].slice(0, limits.filesPerTransfer);
        redraw();
      },
      unpick: (index) => {
        files = files.filter((_file, position) => position !== index);
        redraw();
      },
    },
  );
  return transfer;
}

/** Another user offers files. */
export function startIncoming({ myId, metadata, ...common }: Common & { metadata: TransferMetadata }): Transfer {
  const id = newClientId();
  const canResume = metadata.canResume === true;
  const { name, size } = metadata;
  const files = (canResume && metadata.files) || [{ name: cleanFileName(name), size }];
  let picked: PickedTarget | null = null;
  let side: ReceiverSide | null = null;
  const makeSide = () => {
    side = createReceiverSide({
      transferId: id,
      myId,
      senderId: common.peerId,
      files,
      finishedCount: 0,
      canResume,
      picked,
    });
    return side;
  };
  const { transfer } = createTransfer(
    { ...common, id, role: 'receiver', files: () => files, makeSide },
    {
      accept: (target) => {
        // The sender may have cancelled while the target was being picked.
        if (transfer.session.state.phase !== 'pending') return void (target && removeTarget(target));
        picked = target;
        return transfer.session.tell({ type: 'accept' });
      },
      save: (index) => side?.saveOne(index),
    },
  );
  transfer.session.tell({ type: 'offered', canResume });
  return transfer;
}

/** Resumes a transfer that an earlier page was receiving. */
export function continueIncoming({ claimed, myId, ...common }: Omit<Common, 'peerId'> & { claimed: ClaimedPartial }) {
  const { partial, release } = claimed;
  const { key, senderId, files, finishedCount } = partial;
  const ids = { transferId: key, myId, senderId };
  const side = createReceiverSide({ ...ids, files, finishedCount, canResume: true, picked: null });
  const { transfer } = createTransfer(
    { ...common, id: key, peerId: senderId, role: 'receiver', files: () => files, makeSide: () => side, release },
    { save: side.saveOne },
  );
  transfer.session.tell({ type: 'restored', isComplete: finishedCount === files.length });
  return transfer;
}

function createTransfer(parts: TransferParts, own: Partial<TransferActions>) {
  const { id, role, peerId, socket } = parts;
  const release = parts.release ?? holdInTab(holdName(id));
  let side: TransferSide | null = null;
  let isHidden = false;
  const takeSide = () => (side ??= parts.makeSide());
  const redraw = () => {
    putView({
      id,
      peerId,
      state: session.state,
      files: parts.files(),
      progress: session.progress.read(),
      isRelayed: session.isRelayed,
      isHidden,
      actions,
    });
  };
  const remove = () => {
    session.end();
    void Promise.resolve(side?.end()).then(release);
    removeView(id);
    parts.onRemove(transfer);
  };
  const session = new TransferSession({
    role,
    peerId,
    side: takeSide,
    isOnline: () => socket.connected,
    say: (what) => {
      // Create the side now: the sender must read the files while it can, and the receiver must open its storage.
      if (what === 'request' || what === 'accept' || what === 'resume') takeSide();
      void speak({ socket, peerId, what, files: parts.files() }).then((event) => event && session.tell(event));
    },
    sendDescription: (description) =>
      void emitWithAck(socket, role === 'sender' ? 'senderDesc' : 'receiverDesc', description, peerId),
    sendCandidate: (candidate) => void emitWithAck(socket, 'ice-candidate', candidate, peerId),
    totalBytes: () => parts.files().reduce((sum, { size }) => sum + size, 0),
    onChange: redraw,
    onLeave: () => remove(),
  });
  const setHidden = (isNowHidden: boolean) => {
    isHidden = isNowHidden;
    redraw();
  };
  const actions: TransferActions = {
    ...nothingElse,
    request: () => parts.files().length > 0 && session.tell({ type: 'request' }),
    reject: () => session.tell({ type: 'reject' }),
    cancel: () => session.tell({ type: 'cancel' }),
    hide: () => setHidden(true),
    show: () => setHidden(false),
    close: () => (isActive(session.state) ? undefined : remove()),
    ...own,
  };
  const transfer: Transfer = { id, session, survivesReload: () => side?.survivesReload() ?? false, remove };
  redraw();
  return { transfer, redraw };
}

/** Defaults for the actions that only one of the two roles has. */
const nothingElse = { pick: () => {}, unpick: () => {}, accept: () => {}, save: () => {} };
