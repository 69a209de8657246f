import { answerTexts, type ErrorCode, socketLimits, type UserId } from '@chat-app/contract';
import { type RateLimiter, consume } from '../../platform/rate-limiter.ts';
import type { Gateway } from '../../realtime/gateway.ts';
import { RefusedWithEvent } from '../../realtime/listen.ts';
import { type ClientSocket, deviceIdOf } from '../../realtime/rooms.ts';
import type { PeerDevice } from './transfer.ts';
import type { Transfers } from './file-transfer.service.ts';

interface TransferSocketDeps {
  gateway: Gateway;
  transfers: Transfers;
  limiter: RateLimiter;
  /** True for friends who share a direct chat if the target is online, or hides whether they are. */
  canReach: (userId: UserId, targetId: UserId) => Promise<boolean>;
}

const requestRate = { limit: socketLimits.transferRequestsPerMinute, windowMs: 60_000 };
const sweepEveryMs = 1000;

/** Handles the events of a transfer. The session identifies the sender; the server decides who receives them. */
export function registerTransferEvents({ gateway, transfers, limiter, canReach }: TransferSocketDeps) {
  const deviceOf = (socket: ClientSocket): PeerDevice => ({ userId: socket.data.userId, deviceId: deviceIdOf(socket) });
  const passOn = (to: PeerDevice) => gateway.io.to(to.deviceId);

  gateway.listen('sendFileRequest', async (socket, metadata, targetId) => {
    const sender = deviceOf(socket);
    await consume(limiter, `transfer:${sender.userId}`, requestRate);
    // The same error for every unreachable person, so that it reveals nothing about them.
    const isReachable = targetId !== sender.userId && (await canReach(sender.userId, targetId));
    if (!isReachable) throw requestRefused('peer_offline', answerTexts.receiverOffline, targetId);
    if (socket.connected && !(await transfers.request(sender, targetId, metadata))) {
      throw requestRefused('peer_busy', answerTexts.transferUnderWay, targetId);
    }
  });
  // A device that has left while its event waited takes no part any more.
  gateway.listen('fileReceiveAccept', async (socket, senderId, options) => {
    if (socket.connected)
      await transfers.accept(deviceOf(socket), senderId, { canResume: options?.canResume === true });
  });
  gateway.listen('fileReceiveReject', (socket, senderId) => transfers.reject(deviceOf(socket), senderId));
  gateway.listen('fileTransferCancel', (socket, otherId) => transfers.cancel(deviceOf(socket), otherId));
  gateway.listen('fileTransferResume', async (socket, otherId) => {
    if (socket.connected) await transfers.resume(deviceOf(socket), otherId);
  });
  gateway.listen('fileTransferDone', (socket, otherId) => transfers.done(deviceOf(socket), otherId));

  gateway.listen('senderDesc', async (socket, payload, otherId) => {
    const from = deviceOf(socket);
    passOn(await transfers.relay(from, otherId, 'sender')).emit('senderDesc', payload, from.userId);
  });
  gateway.listen('receiverDesc', async (socket, payload, otherId) => {
    const from = deviceOf(socket);
    passOn(await transfers.relay(from, otherId, 'receiver')).emit('receiverDesc', payload, from.userId);
  });
  gateway.listen('ice-candidate', async (socket, payload, otherId) => {
    const from = deviceOf(socket);
    passOn(await transfers.relay(from, otherId, 'either')).emit('ice-candidate', payload, from.userId);
  });

  // Reloaded pages and devices that connect later get the request too. A failing store must not prevent the connection.
  gateway.onConnect(async (socket) => {
    const pending = await transfers.listPendingFor(socket.data.userId).catch(() => []);
    for (const { metadata, sender } of pending) socket.emit('fileTransferRequest', metadata, sender.userId);
  });
  gateway.onDisconnect((socket) => transfers.handleDisconnect(deviceOf(socket)));
  gateway.every(sweepEveryMs, () => transfers.sweep());
}

const requestRefused = (code: ErrorCode, message: string, targetId: UserId) =>
  new RefusedWithEvent({ code, message }, (socket) => socket.emit('fileTransferError', message, targetId));
