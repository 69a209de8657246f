import { sendMessage, socketLimits } from '@chat-app/contract';
import type { Caller } from '../../platform/authentication.ts';
import { countCall } from '../../platform/call-rates.ts';
import type { DeviceId } from '../../platform/ids.ts';
import type { RateLimiter } from '../../platform/rate-limiter.ts';
import type { Gateway } from '../../realtime/gateway.ts';
import { deviceIdOf } from '../../realtime/rooms.ts';
import { sendRate } from './messages.routes.ts';
import type { MessageInput, Messages } from './messages.service.ts';

interface MessageSocketDeps {
  gateway: Gateway;
  limiter: RateLimiter;
  messages: Messages;
}

/** Sends messages over the socket: like `POST /api/messages/send`, without the cost of a request. */
export function registerMessageEvents({ gateway, limiter, messages }: MessageSocketDeps) {
  async function send({ userId }: Caller, input: MessageInput, sentFrom?: DeviceId) {
    const counting = countCall(limiter, `user:${userId}`, { endpoint: sendMessage, rate: sendRate });
    if (counting) await counting;
    const { message } = await messages.send(userId, input, sentFrom);
    return { message };
  }
  gateway.listen('sendMessage', (socket, input) => send(socket.data, input, deviceIdOf(socket)), {
    perSecond: socketLimits.messagesPerSecond,
    isOverloaded: messages.isOverloaded,
    // The device receives its message as an event then, like all others.
    withoutAck: (socket, input) => send(socket.data, input),
  });
}
