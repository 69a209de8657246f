import type { UserId } from '@chat-app/contract';
import type { ChatSocket } from '../../lib/socket.ts';
import type { OfferedFile } from './partial-transfers.ts';
import type { Effect } from './transfer-events.ts';

export type Said = Extract<Effect, { type: 'say' }>['what'];

interface Speech {
  socket: ChatSocket;
  peerId: UserId;
  what: Said;
  files: readonly OfferedFile[];
}

/** Says it to the server, which passes it on to the other one. */
export function speak({ socket, peerId, what, files }: Speech): void {
  const [first] = files;
  switch (what) {
    case 'request':
      if (first) socket.emit('sendFileRequest', { ...first, files: [...files], canResume: true }, peerId);
      break;
    case 'accept':
      socket.emit('fileReceiveAccept', peerId, { canResume: true });
      break;
    case 'reject':
      socket.emit('fileReceiveReject', peerId);
      break;
    case 'cancel':
      socket.emit('fileTransferCancel', peerId);
      break;
    case 'resume':
      // Without a connection it would be said late; a new connection says it by itself.
      if (socket.connected) socket.emit('fileTransferResume', peerId);
      break;
    case 'done':
      // The same: late, it might be taken for the end of the next one.
      if (socket.connected) socket.emit('fileTransferDone', peerId);
      break;
  }
}
