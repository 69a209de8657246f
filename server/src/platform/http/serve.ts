import type { Endpoint, ParsedInputOf } from '@chat-app/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { withDeadline } from '../deadline.ts';
import type { Caller } from '../authentication.ts';
import { invalidInput, isUntouched } from '../errors.ts';
import { type CallPolicy, type CallRate, countCall, type NamedRate, rateKey } from '../call-rates.ts';
import { type CallerDeps, callerKey, createCallerCheck } from './caller-check.ts';
import { assertDescribed } from './check-answer.ts';
import type { CrossSiteGuard } from './cross-site-guard.ts';
import { parseInput } from './parse-input.ts';
import { createRequestTurns, type TurnKind } from './request-turns.ts';

interface Call<E extends Endpoint> {
  /** Empty for a form with a file: the handler reads it while it arrives, with `readForm`. */
  readonly input: ParsedInputOf<E>;
  readonly caller: E['access'] extends 'public' ? null : Caller;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Replaces the endpoint's usual success status. */
  readonly setStatus: (status: 200 | 201) => void;
  /** For handlers without a deadline: throws if the session has ended since the request arrived. */
  readonly assertSignedIn: () => Promise<void>;
}

/** A served endpoint, for the API reference. */
export interface ServedEndpoint {
  readonly endpoint: Endpoint;
  readonly rates: readonly NamedRate[];
}

interface ServeOptions {
  /** Counted per user with a session, per network without one. */
  readonly rate?: CallRate;
  /** Limits that the handler counts itself; listed here for the API reference. */
  readonly innerRates?: readonly NamedRate[];
  /** How long the handler may take before the answer is 'unavailable'; null for streams. */
  readonly deadlineMs?: number | null;
  /** Of what one caller has only a few served at once. */
  readonly turns?: TurnKind;
}

/** Serves one endpoint of the contract. Input is parsed and the caller checked before the handler runs. */
export type Serve = <E extends Endpoint>(
  endpoint: E,
  options: ServeOptions,
  handle: (call: Call<E>) => Promise<z.input<E['output']>>,
) => void;

interface ServeDeps extends CallerDeps {
  server: FastifyInstance;
  guard: CrossSiteGuard;
  /** Refuses answers that differ from the contract, for tests and development. */
  areAnswersChecked: boolean;
  areLimitsOn: boolean;
}

const defaultDeadlineMs = 2800;
const bodyWithinMs = 60_000;
const silenceMs = 30_000;

export function createServe(deps: ServeDeps) {
  const { server, cookies, guard, limiter, areAnswersChecked, areLimitsOn } = deps;
  const { identifyCaller, assertSignedIn } = createCallerCheck(deps);
  const served: ServedEndpoint[] = [];
  const answerInTurn = createRequestTurns();

  /** Runs before the body is parsed. A refused body is read and discarded within bounds (lingering-close.ts). */
  async function authorizeRequest(request: FastifyRequest, reply: FastifyReply, policy: RoutePolicy) {
    const { access, changesState, errors, filePart } = policy.endpoint;
    const isOwnSiteOnly = changesState || errors.includes('cross_site');
    reply.header('cache-control', 'no-store');
    if (isOwnSiteOnly && access !== 'admin') guard(request);
    await withDeadline(defaultDeadlineMs, async () => {
      const caller = await identifyCaller(request, reply, policy);
      await countCall(limiter, callerKey(request, caller), policy);
      callers.set(request, caller);
    });
    if (isOwnSiteOnly && access === 'admin') guard(request);
    cookies.ensureXsrf(request, reply);
    if (filePart === null) limitBodyDuration(request);
    else limitBodySilence(request);
  }

  const serve: Serve = (endpoint, { rate, innerRates = [], deadlineMs = defaultDeadlineMs, turns }, handle) => {
    const of = endpoint.access === 'public' ? 'calls per network' : 'calls per user';
    const ownRates = rate ? [{ limit: rate.limit, windowMs: rate.windowMs, of }] : [];
    served.push({ endpoint, rates: [...ownRates, ...innerRates] });
    const options = { endpoint, deadlineMs, isChecked: areAnswersChecked, assertSignedIn };

    function answerOnce(request: FastifyRequest, reply: FastifyReply) {
      if (turns === undefined || !areLimitsOn) return answer(request, reply, { ...options, handle });
      const caller = callerKey(request, callers.get(request) ?? null);
      return answerInTurn({ kind: turns, caller, request, reply }, (note) =>
        answer(request, reply, { ...options, handle: (call) => note(handle(call)) }),
      );
    }

    async function refundAndThrow(error: unknown, request: FastifyRequest): Promise<never> {
      // No refund for clients that disconnect: they could otherwise try without limit.
      const isRefundable = rate && isUntouched(error) && !request.raw.socket.destroyed;
      if (isRefundable)
        await limiter.refund(rateKey({ endpoint, rate }, callerKey(request, callers.get(request) ?? null)));
      throw error;
    }

    server.route({
      method: endpoint.method,
      url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
      // Fastify answers HEAD by running the whole GET handler, which for a state-changing GET would be unexpected.
      exposeHeadRoute: !endpoint.changesState,
      onRequest: (request, reply) => authorizeRequest(request, reply, { endpoint, rate }),
      handler: (request, reply) => answerOnce(request, reply).catch((error: unknown) => refundAndThrow(error, request)),
    });
  };
  /** `served` grows with every endpoint. */
  return { serve, served: served as readonly ServedEndpoint[] };
}

interface RoutePolicy extends CallPolicy {
  readonly endpoint: Endpoint;
}

interface HandlerOptions<E extends Endpoint> {
  readonly endpoint: E;
  readonly assertSignedIn: (request: FastifyRequest) => Promise<void>;
  readonly deadlineMs: number | null;
  readonly isChecked: boolean;
  readonly handle: (call: Call<E>) => Promise<z.input<E['output']>>;
}

async function answer<E extends Endpoint>(
  request: FastifyRequest,
  reply: FastifyReply,
  { endpoint, deadlineMs, isChecked, handle, assertSignedIn }: HandlerOptions<E>,
) {
  let status = endpoint.successStatus;
  const setStatus = (other: 200 | 201) => {
    status = other;
  };
  const input = readInput(endpoint, request);
  const caller = callers.get(request) ?? null;
  const again = () => assertSignedIn(request);
  const call = { input, caller, request, reply, setStatus, assertSignedIn: again } as unknown as Call<E>;
  const output = await (deadlineMs === null ? handle(call) : withDeadline(deadlineMs, () => handle(call)));
  if (output === 'file') return reply;
  if (isChecked) assertDescribed(endpoint, output);
  return reply.status(status).send(output);
}

/** A body without a file is small: a sender that trickles it is disconnected. */
function limitBodyDuration({ raw }: FastifyRequest) {
  if (
    raw.readableEnded ||
    (raw.headers['transfer-encoding'] === undefined && Number(raw.headers['content-length'] ?? 0) === 0)
  )
    return;
  const timer = setTimeout(() => raw.destroy(), bodyWithinMs);
  raw.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer));
}

/** A file may take long, but data must keep arriving: the server closes a connection that stays silent for too long. */
function limitBodySilence({ raw }: FastifyRequest) {
  const { socket } = raw;
  socket.setTimeout(silenceMs);
  raw.once('end', () => socket.setTimeout(0)).once('close', () => socket.setTimeout(0));
}

const callers = new WeakMap<FastifyRequest, Caller | null>();

function readInput<E extends Endpoint>(endpoint: E, request: FastifyRequest): ParsedInputOf<E> {
  // A form is read by its handler, while it arrives.
  if (endpoint.filePart !== null) return {} as ParsedInputOf<E>;
  const given: Record<string, unknown> = {};
  const carriesBody = endpoint.method === 'POST' || endpoint.method === 'PUT';
  const query = request.query as Record<string, unknown>;
  for (const key of carriesBody ? endpoint.queryKeys : Object.keys(query)) given[key] = query[key];
  if (carriesBody) Object.assign(given, bodyOf(request, endpoint));
  Object.assign(given, request.params);

  return parseInput(endpoint, given);
}

function bodyOf(request: FastifyRequest, endpoint: Endpoint): object {
  const { body } = request;
  if (body === undefined || body === null) return {};
  if (typeof body !== 'object' || Array.isArray(body)) {
    throw invalidInput(`${endpoint.path} takes a JSON object`);
  }
  return body;
}
