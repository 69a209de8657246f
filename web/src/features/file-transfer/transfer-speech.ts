import type { Ack, UserId } from '@chat-app/contract';
import { emitWithAck } from '../../lib/emit-with-ack.ts';
import type { Answer } from '../../lib/emit-with-ack.ts';
import type { ChatSocket } from '../../lib/socket.ts';
import type { OfferedFile } from './partial-transfers.ts';
import type { Effect, TransferEvent } from './transfer-events.ts';

type Said = Extract<Effect, { type: 'say' }>['what'];

interface Speech {
  socket: ChatSocket;
  peerId: UserId;
  what: Said;
  files: readonly OfferedFile[];
}

/** Says it to the server, which passes it on to the other one. Resolves with what its answer means for the transfer, if anything. */
export async function speak(speech: Speech): Promise<TransferEvent | null> {
  const answer = await say(speech);
  if (!answer || answer.ok) return null;
  if (answer.code !== 'unanswered') return onRefused[speech.what]?.(answer) ?? null;
  // The server may have taken the event. After a lost connection the next one shows; on a live one nothing else will come.
  const isOver = speech.what === 'request' && speech.socket.connected;
  return isOver ? { type: 'request-failed', message: answer.message } : null;
}

type Refusal = Extract<Ack, { ok: false }>;

const onRefused: { readonly [What in Said]?: (refusal: Refusal) => TransferEvent | null } = {
  request: ({ code, message }) => ({
    type: failedCodes.includes(code) ? 'request-failed' : 'server-error',
    message,
  }),
  accept: () => ({ type: 'accept-refused' }),
  // For any other reason the server may still hold the transfer.
  resume: ({ code }) => (code === 'not_found' ? { type: 'resume-refused' } : null),
};

/** The server did not get to the end of it, and may hold the request all the same. */
const failedCodes: readonly Refusal['code'][] = ['internal', 'unavailable'];

async function say({ socket, peerId, what, files }: Speech): Promise<Answer | null> {
  const [first] = files;
  switch (what) {
    case 'request':
      if (!first) return null;
      return emitWithAck(socket, 'sendFileRequest', { ...first, files: [...files], canResume: true }, peerId);
    case 'accept':
      return emitWithAck(socket, 'fileReceiveAccept', peerId, { canResume: true });
    case 'reject':
      return emitWithAck(socket, 'fileReceiveReject', peerId);
    case 'cancel':
      return emitWithAck(socket, 'fileTransferCancel', peerId);
    case 'resume':
      // Without a connection it would be said late; a new connection says it by itself.
      return socket.connected ? emitWithAck(socket, 'fileTransferResume', peerId) : null;
    case 'done':
      // The same: late, it might be taken for the end of the next one.
      return socket.connected ? emitWithAck(socket, 'fileTransferDone', peerId) : null;
    default:
      return what satisfies never;
  }
}
