import type { FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../client-address.ts';
import type { Waiter } from '../fair-queue.ts';
import { disconnectSignal } from './disconnect-signal.ts';

/** Networks take turns in the hashing queue; a request whose connection closes leaves it. */
export const waiterOf = ({ request, reply }: { request: FastifyRequest; reply: FastifyReply }): Waiter => ({
  group: networkOf(request.ip),
  signal: disconnectSignal(reply),
});
