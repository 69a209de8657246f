import { cleanFileName, limits, transferToasts } from '@chat-app/contract';
import type { ChatId, TransferMetadata, UserId } from '@chat-app/contract';
import { newClientId } from '../../../lib/client-id.ts';
import { emitWithAck } from '../../../lib/emit-with-ack.ts';
import { removeTarget } from '../../../browser/save-file.ts';
import type { PickedTarget } from '../../../browser/save-file.ts';
import type { ChatSocket } from '../../../lib/socket.ts';
import { holdInTab } from '../../../tabs/tab-hold.ts';
import { showToast } from '../../../state/toasts.ts';
import { lockName } from '../storage/partial-transfers.ts';
import type { ClaimedPartial, OfferedFile } from '../storage/partial-transfers.ts';
import { createFileReceiver } from './file-receiver.ts';
import type { FileReceiver } from './file-receiver.ts';
import { createFileSender } from './file-sender.ts';
import { isActive, putView, removeView } from './transfer-list.ts';
import type { TransferActions } from './transfer-list.ts';
import type { Role } from './transfer-events.ts';
import { emitSignal } from '../wire/emit-signal.ts';
import { TransferSession } from './transfer-session.ts';
import type { TransferHandler } from './transfer-handler.ts';

/** A transfer of this tab with its resources. */
export interface Transfer {
  readonly id: string;
  readonly session: TransferSession;
  readonly survivesReload: () => boolean;
  /** Removes it from the screen and releases all resources. */
  readonly remove: () => void;
}

interface TransferOptions {
  id: string;
  role: Role;
  peerId: UserId;
  socket: ChatSocket;
  files: () => readonly OfferedFile[];
  createHandler: () => TransferHandler;
  /** Releases the claim of a restored transfer. */
  release?: () => void;
  onRemove: (transfer: Transfer) => void;
}

interface CommonOptions {
  myId: UserId;
  peerId: UserId;
  socket: ChatSocket;
  onRemove: (transfer: Transfer) => void;
}

/** The user wants to send files, but has not picked any yet. */
export function startOutgoing({ myId, chatId, ...common }: CommonOptions & { chatId: ChatId }): Transfer {
  const id = newClientId();
  let files: readonly File[] = [];
  const offered = () => files.map(({ name, size }) => ({ name: cleanFileName(name), size }));
  const { transfer, updateView } = createTransfer(
    {
      ...common,
      id,
      role: 'sender',
      files: offered,
      createHandler: () =>
        createFileSender({ transferId: id, myId, receiverId: common.peerId, chatId, files, offered: offered() }),
    },
    {
      pick: (more) => {
        if (files.length + more.length > limits.filesPerTransfer) showToast(transferToasts.tooManyFiles);
        files = [...files, ...more].slice(0, limits.filesPerTransfer);
        updateView();
      },
      unpick: (index) => {
        files = files.filter((_file, position) => position !== index);
        updateView();
      },
    },
  );
  return transfer;
}

/** Another user offers files. */
export function startIncoming({ myId, metadata, ...common }: CommonOptions & { metadata: TransferMetadata }): Transfer {
  const id = newClientId();
  const canResume = metadata.canResume === true;
  const { name, size } = metadata;
  const files = (canResume && metadata.files) || [{ name: cleanFileName(name), size }];
  let picked: PickedTarget | null = null;
  let receiver: FileReceiver | null = null;
  const createHandler = () => {
    receiver = createFileReceiver({
      transferId: id,
      myId,
      senderId: common.peerId,
      files,
      finishedCount: 0,
      canResume,
      picked,
    });
    return receiver;
  };
  const { transfer } = createTransfer(
    { ...common, id, role: 'receiver', files: () => files, createHandler },
    {
      accept: (target) => {
        // The sender may have cancelled while the target was being picked.
        if (transfer.session.state.phase !== 'pending') return void (target && removeTarget(target));
        picked = target;
        return transfer.session.dispatch({ type: 'accept' });
      },
      save: (index) => receiver?.download(index),
    },
  );
  transfer.session.dispatch({ type: 'offered', canResume });
  return transfer;
}

/** Resumes a transfer that an earlier page was receiving. */
export function resumeIncoming({
  claimed,
  myId,
  ...common
}: Omit<CommonOptions, 'peerId'> & { claimed: ClaimedPartial }) {
  const { partial, release } = claimed;
  const { key, senderId, files, finishedCount } = partial;
  const ids = { transferId: key, myId, senderId };
  const receiver = createFileReceiver({ ...ids, files, finishedCount, canResume: true, picked: null });
  const { transfer } = createTransfer(
    {
      ...common,
      id: key,
      peerId: senderId,
      role: 'receiver',
      files: () => files,
      createHandler: () => receiver,
      release,
    },
    { save: receiver.download },
  );
  transfer.session.dispatch({ type: 'restored', isComplete: finishedCount === files.length });
  return transfer;
}

function createTransfer(options: TransferOptions, own: Partial<TransferActions>) {
  const { id, role, peerId, socket } = options;
  const release = options.release ?? holdInTab(lockName(id));
  let handler: TransferHandler | null = null;
  let isHidden = false;
  const getHandler = () => (handler ??= options.createHandler());
  const updateView = () => {
    putView({
      id,
      peerId,
      state: session.state,
      files: options.files(),
      progress: session.progress.read(),
      isRelayed: session.isRelayed,
      isHidden,
      actions,
    });
  };
  const remove = () => {
    session.end();
    void Promise.resolve(handler?.end()).then(release);
    removeView(id);
    options.onRemove(transfer);
  };
  const session = new TransferSession({
    role,
    peerId,
    handler: getHandler,
    isOnline: () => socket.connected,
    emit: (what) => {
      // Create the handler now: the sender must read the files while it can, and the receiver must open its storage.
      if (what === 'request' || what === 'accept' || what === 'resume') getHandler();
      void emitSignal({ socket, peerId, what, files: options.files() }).then(
        (event) => event && session.dispatch(event),
      );
    },
    sendDescription: (description) =>
      void emitWithAck(socket, role === 'sender' ? 'senderDesc' : 'receiverDesc', description, peerId),
    sendCandidate: (candidate) => void emitWithAck(socket, 'ice-candidate', candidate, peerId),
    totalBytes: () => options.files().reduce((sum, { size }) => sum + size, 0),
    onChange: updateView,
    onLeave: () => remove(),
  });
  const setHidden = (isNowHidden: boolean) => {
    isHidden = isNowHidden;
    updateView();
  };
  const actions: TransferActions = {
    ...noActions,
    request: () => options.files().length > 0 && session.dispatch({ type: 'request' }),
    reject: () => session.dispatch({ type: 'reject' }),
    cancel: () => session.dispatch({ type: 'cancel' }),
    hide: () => setHidden(true),
    show: () => setHidden(false),
    close: () => (isActive(session.state) ? undefined : remove()),
    ...own,
  };
  const transfer: Transfer = { id, session, survivesReload: () => handler?.survivesReload() ?? false, remove };
  updateView();
  return { transfer, updateView };
}

/** Defaults for the actions that only one of the two roles has. */
const noActions = { pick: () => {}, unpick: () => {}, accept: () => {}, save: () => {} };
