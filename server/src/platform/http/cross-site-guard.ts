import { answerTexts } from '@chat-app/contract';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { areEqualTokens } from '../tokens.ts';
import type { Cookies } from './cookies.ts';

/** Refuses a request that another site made in the user's browser. */
export type CrossSiteGuard = (request: FastifyRequest) => void;

export function createCrossSiteGuard(allowedOrigins: ReadonlySet<string>, cookies: Cookies): CrossSiteGuard {
  return (request) => {
    const { origin, 'sec-fetch-site': site, 'x-xsrf-token': echoed } = request.headers;
    // 'none' means the user navigated directly, by a typed address or a bookmark.
    const isOwnSite = site === undefined || site === 'same-origin' || site === 'none';
    const isOwnOrigin = origin === undefined || allowedOrigins.has(origin);
    if (!isOwnSite || !isOwnOrigin || !isOwnEcho(echoed, cookies.readXsrf(request))) {
      throw new AppError('cross_site', answerTexts.crossSite);
    }
  };
}

/** The header is optional, but when sent it must match the cookie. */
function isOwnEcho(echoed: string | string[] | undefined, cookie: string | null): boolean {
  if (echoed === undefined) return true;
  return typeof echoed === 'string' && cookie !== null && areEqualTokens(echoed, cookie);
}
