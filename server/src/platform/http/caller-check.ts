import { answerTexts, callerHeader, type Endpoint, type UserId } from '@chat-app/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticate, Caller, Identify } from '../authentication.ts';
import { type CallerKey, type CallPolicy, countCall } from '../call-rates.ts';
import { networkOf } from '../client-address.ts';
import { AppError } from '../errors.ts';
import type { RateLimiter } from '../rate-limiter.ts';
import type { Cookies } from './cookies.ts';
import { addLogFields } from './log-fields.ts';

export interface CallerDeps {
  cookies: Cookies;
  limiter: RateLimiter;
  authenticate: Authenticate;
  findCaller: Identify;
  isAdministrator: (userId: UserId) => Promise<boolean>;
}

interface RoutePolicy extends CallPolicy {
  readonly endpoint: Endpoint;
}

/** Who may call: finds the session of a request, and refuses those who may not use the endpoint. */
export function createCallerCheck({ cookies, limiter, authenticate, findCaller, isAdministrator }: CallerDeps) {
  async function identify(request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint): Promise<Caller | null> {
    if (endpoint.access === 'public') return null;
    const token = cookies.readSession(request);
    const known = token === null ? null : await authenticate(token);
    const claimed = request.headers[callerHeader];
    const isOther = claimed !== undefined && claimed !== known?.caller.userId;
    if (!token || !known || isOther) throw new AppError('unauthenticated', answerTexts.signInFirst);
    addLogFields(request, { userId: known.caller.userId });
    if (known.renewCookie) cookies.writeSession(reply, token, true);
    if (endpoint.access === 'verified' && !known.caller.isVerified) {
      throw new AppError('not_verified', answerTexts.verifyFirst);
    }
    return known.caller;
  }

  async function assertSignedIn(request: FastifyRequest): Promise<void> {
    const token = cookies.readSession(request);
    if (token === null || !(await findCaller(token))) throw new AppError('unauthenticated', answerTexts.signInFirst);
  }

  /** For everybody but administrators their endpoints do not exist: the answer is that of an unknown path. */
  async function identifyAdministrator(request: FastifyRequest, reply: FastifyReply, policy: RoutePolicy) {
    const token = cookies.readSession(request);
    // Without renewing the session: no answer but an administrator's may set its cookie.
    const caller = token === null ? null : await findCaller(token);
    if (caller && (await isAdministrator(caller.userId))) return identify(request, reply, policy.endpoint);
    await countQuietly(limiter, callerKey(request, caller), policy);
    throw new AppError('not_found', answerTexts.unknownPath);
  }

  async function identifyCaller(request: FastifyRequest, reply: FastifyReply, policy: RoutePolicy) {
    if (policy.endpoint.access === 'admin') return identifyAdministrator(request, reply, policy);
    return identify(request, reply, policy.endpoint).catch(async (error: unknown) => {
      // Failed tokens count too, so that guessing them is rate-limited.
      await countCall(limiter, callerKey(request, null), policy);
      throw error;
    });
  }

  return { identifyCaller, assertSignedIn };
}

/** An answer of 429 would distinguish the path of an administrator from an unknown one. */
async function countQuietly(...counted: Parameters<typeof countCall>): Promise<void> {
  await Promise.resolve()
    .then(() => countCall(...counted))
    .catch(() => {});
}

/** Whose calls are counted together. */
export const callerKey = (request: FastifyRequest, caller: Caller | null): CallerKey =>
  caller ? `user:${caller.userId}` : `network:${networkOf(request.ip)}`;
