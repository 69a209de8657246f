import type { UserId } from '@chat-app/contract';
import { vi } from 'vitest';
import { asId } from './as-id.ts';

interface Reply {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
}

type Answer = Reply | 'network down' | 'never' | ((body: unknown) => Reply | Promise<Reply>);

export interface StandInServer {
  /** The requests in order, such as `POST /api/auth/login`. */
  asked: string[];
  timesAsked: (call: string) => number;
  bodyOf: (call: string) => unknown;
  headersOf: (call: string) => Headers;
  /** Sets the answer for all further requests of this kind. */
  answer: (call: string, answer: Answer) => void;
}

export const refusal = (status: number, code: string, message: string, fields?: Record<string, string>): Reply => ({
  status,
  body: { message, code, ...(fields && { fields }) },
});

const myId = asId<UserId>('01890a5d-ac96-774b-bcce-b302099a8057');

/** The signed-in user. */
export const me = {
  _id: myId,
  id: myId,
  name: 'Annika',
  email: 'annika@example.com',
  avatar: `/api/avatars/${myId}.svg`,
  isVerified: true,
  hasSecondFactor: false,
  isAdmin: false,
  sendsReceipts: true,
  sharesPresence: true,
  isFindable: true,
  mentionsBreakMute: true,
};

/** Answers for a signed-in and verified user. */
export const signedIn = { 'GET /api/auth': { body: { user: me } } };

/** Answers for a signed-in user whose address is not verified. */
export const unverified = { 'GET /api/auth': { body: { user: { ...me, isVerified: false } } } };

const config = {
  title: 'Chat App',
  googleClientId: null,
  socketUrl: null,
  devMailboxUrl: null,
  limits: { maxUploadBytes: 1e8, maxImageBytes: 1e7, maxGroupSize: 1000 },
};

/** The answer of a server with this configuration. */
export const configAnswer = (fields: object) => ({ 'GET /api/config': { body: { ...config, ...fields } } });

/** A fake server: replaces `fetch` and answers from a list. */
export function startStandInServer(answers: Record<string, Answer> = {}): StandInServer {
  const answerByCall = new Map<string, Answer>([
    ['GET /api/auth', refusal(401, 'unauthenticated', 'Please login to continue')],
    ['GET /api/chats/all', { body: { data: [] } }],
    ['GET /api/friendships/friends', { body: { data: [] } }],
    ['GET /api/friendships/requests', { body: { data: [] } }],
    ['GET /api/friendships/sent-requests', { body: { data: [] } }],
    ['GET /api/announcement', { body: { announcement: null, rev: 0 } }],
    ...Object.entries({ ...configAnswer({}), ...answers }),
  ]);
  const asked: string[] = [];
  const inits = new Map<string, RequestInit>();

  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const call = `${init.method ?? 'GET'} ${url}`;
    asked.push(call);
    inits.set(call, init);
    const answer = answerByCall.get(call) ?? refusal(404, 'not_found', 'Not found');
    if (answer === 'network down') throw new TypeError('Failed to fetch');
    if (answer === 'never') return new Promise(() => {});
    const reply: Reply = typeof answer === 'function' ? await answer(readBody(init)) : answer;
    return new Response(JSON.stringify(reply.body ?? {}), {
      status: reply.status ?? 200,
      headers: reply.headers ?? {},
    });
  });

  return {
    asked,
    timesAsked: (call) => asked.filter((each) => each === call).length,
    bodyOf: (call) => readBody(inits.get(call) ?? {}),
    headersOf: (call) => new Headers(inits.get(call)?.headers),
    answer: (call, answer) => answerByCall.set(call, answer),
  };
}

function readBody({ body }: RequestInit): unknown {
  return typeof body === 'string' ? JSON.parse(body) : null;
}
