import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallerKey } from '../call-rates.ts';
import { createCallerTurns } from '../caller-turns.ts';

const kinds = {
  /** Reads that ask the database for much. */
  reads: { atOnce: 3, maxWaiting: 30, maxWaitMs: 2000 },
  /** A download goes on until the client has read it. Browsers ask for a whole page of pictures at once. */
  downloads: { atOnce: 20, maxWaiting: 200, maxWaitMs: 30_000 },
} as const;

/** Of what one caller has only a few served at once. */
export type TurnKind = keyof typeof kinds;

interface Turn {
  readonly kind: TurnKind;
  readonly caller: CallerKey;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export function createRequestTurns() {
  const takeTurn = { reads: createCallerTurns(kinds.reads), downloads: createCallerTurns(kinds.downloads) };

  /**
   * Answers when it is the request's turn. `note` follows the handler, whose statements go on if the client leaves or the
   * deadline passes; the turn lasts until it is over and the client has the answer, or is gone.
   */
  return async function answerInTurn<Answer>(
    { kind, caller, request, reply }: Turn,
    answer: (note: <Work extends Promise<unknown>>(work: Work) => Work) => Promise<Answer>,
  ): Promise<Answer> {
    const endTurn = await takeTurn[kind](caller);
    const over: Promise<unknown>[] = [whenClosed(request, reply)];
    try {
      return await answer((work) => {
        over.push(work);
        return work;
      });
    } finally {
      void Promise.allSettled(over).then(endTurn);
    }
  };
}

/** An answer that waits behind another one of its connection does not close by itself when the connection does. */
function whenClosed({ raw: { socket } }: FastifyRequest, { raw }: FastifyReply): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      for (const one of [socket, raw]) one.off('close', end);
      resolve();
    };
    if (socket.destroyed || raw.closed) return resolve();
    for (const one of [socket, raw]) one.once('close', end);
    return undefined;
  });
}
