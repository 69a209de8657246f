import type { FastifyReply, FastifyRequest } from 'fastify';
import { newToken } from '../tokens.ts';

const rememberedSeconds = 30 * 24 * 60 * 60;
const deviceSeconds = 180 * 24 * 60 * 60;

/** Reads and writes our cookies: session token, device token, and the XSRF token that the client echoes in a header. */
export interface Cookies {
  readSession: (cookies: Record<string, string | undefined>) => string | null;
  writeSession: (reply: FastifyReply, token: string, isRemembered: boolean) => void;
  clearSession: (reply: FastifyReply) => void;
  readDevice: (cookies: Record<string, string | undefined>) => string | null;
  writeDevice: (reply: FastifyReply, token: string) => void;
  readXsrf: (request: FastifyRequest) => string | null;
  ensureXsrf: (request: FastifyRequest, reply: FastifyReply) => void;
}

export function createCookies({ isHttps }: { isHttps: boolean }): Cookies {
  // The prefix makes browsers reject the cookie from subdomains and over plain http, where it therefore cannot be used.
  const sessionName = isHttps ? '__Host-session' : 'session';
  const deviceName = isHttps ? '__Host-device' : 'device';
  const xsrfName = 'XSRF-TOKEN';
  const shared = { path: '/', sameSite: 'lax', secure: isHttps } as const;

  return {
    readSession: (cookies) => cookies[sessionName] ?? null,
    writeSession: (reply, token, isRemembered) => {
      const age = isRemembered ? { maxAge: rememberedSeconds } : {};
      reply.setCookie(sessionName, token, { ...shared, ...age, httpOnly: true });
    },
    clearSession: (reply) => {
      reply.clearCookie(sessionName, { ...shared, httpOnly: true });
    },
    readDevice: (cookies) => cookies[deviceName] ?? null,
    writeDevice: (reply, token) => {
      reply.setCookie(deviceName, token, { ...shared, maxAge: deviceSeconds, httpOnly: true });
    },
    readXsrf: (request) => request.cookies[xsrfName] ?? null,
    ensureXsrf: (request, reply) => {
      if (!request.cookies[xsrfName]) reply.setCookie(xsrfName, newToken(), { ...shared, httpOnly: false });
    },
  };
}
