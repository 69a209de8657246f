import { parseCookie, stringifySetCookie, type SetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { newToken } from '../tokens.ts';

const rememberedSeconds = 30 * 24 * 60 * 60;
const deviceSeconds = 180 * 24 * 60 * 60;

/** Reads and writes our cookies: session token, device token, and the XSRF token that the client echoes in a header. */
export interface Cookies {
  readSession: (request: WithCookies) => string | null;
  writeSession: (reply: FastifyReply, token: string, isRemembered: boolean) => void;
  clearSession: (reply: FastifyReply) => void;
  readDevice: (request: WithCookies) => string | null;
  writeDevice: (reply: FastifyReply, token: string) => void;
  readXsrf: (request: WithCookies) => string | null;
  ensureXsrf: (request: FastifyRequest, reply: FastifyReply) => void;
}

/** A request or a socket's handshake. */
interface WithCookies {
  readonly headers: { readonly cookie?: string | undefined };
}

export function createCookies({ isHttps }: { isHttps: boolean }): Cookies {
  // The prefix makes browsers reject the cookie from subdomains and over plain http, where it therefore cannot be used.
  const sessionName = isHttps ? '__Host-session' : 'session';
  const deviceName = isHttps ? '__Host-device' : 'device';
  const xsrfName = 'XSRF-TOKEN';
  const shared = { path: '/', sameSite: 'lax', secure: isHttps } as const;

  return {
    readSession: (request) => cookiesOf(request)[sessionName] ?? null,
    writeSession: (reply, value, isRemembered) => {
      const age = isRemembered ? { maxAge: rememberedSeconds } : {};
      setCookie(reply, { ...shared, ...age, name: sessionName, value, httpOnly: true });
    },
    clearSession: (reply) => {
      setCookie(reply, { ...shared, name: sessionName, value: '', httpOnly: true, maxAge: 0, expires: new Date(0) });
    },
    readDevice: (request) => cookiesOf(request)[deviceName] ?? null,
    writeDevice: (reply, value) => {
      setCookie(reply, { ...shared, name: deviceName, value, maxAge: deviceSeconds, httpOnly: true });
    },
    readXsrf: (request) => cookiesOf(request)[xsrfName] ?? null,
    ensureXsrf: (request, reply) => {
      if (cookiesOf(request)[xsrfName]) return;
      setCookie(reply, { ...shared, name: xsrfName, value: newToken(), httpOnly: false });
    },
  };
}

const cookiesByRequest = new WeakMap<WithCookies, ReturnType<typeof parseCookie>>();

/** Parsed once per request. Of two cookies with the same name the first counts. */
function cookiesOf(request: WithCookies) {
  const known = cookiesByRequest.get(request);
  if (known) return known;
  const parsed = parseCookie(request.headers.cookie ?? '');
  cookiesByRequest.set(request, parsed);
  return parsed;
}

/** Replaces a cookie of the same name that the reply already sets, as when a renewed session is then closed. */
function setCookie(reply: FastifyReply, cookie: SetCookie): void {
  const lines = [reply.getHeader('set-cookie') ?? []].flat() as string[];
  const others = lines.filter((line) => !line.startsWith(`${cookie.name}=`));
  reply.removeHeader('set-cookie').header('set-cookie', [...others, stringifySetCookie(cookie)]);
}
