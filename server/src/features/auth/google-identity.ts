import { inputTexts } from '@chat-app/contract';
import { z } from 'zod';
import { AppError, unavailable } from '../../platform/errors.ts';

/** A person whose identity Google has confirmed. */
export interface GoogleIdentity {
  readonly sub: string;
  readonly email: string;
  /** Empty when Google knows none. */
  readonly name: string;
}

interface GoogleOptions {
  readonly clientId: string | null;
  /** Replaces Google's two hosts in tests. */
  readonly apiUrl: string | null;
}

const timeoutMs = 4500;

/** Asks Google whose access token this is, and checks that it was issued for us and for a verified address. */
export function createGoogleIdentities({ clientId, apiUrl }: GoogleOptions) {
  const tokenInfoUrl = `${apiUrl ?? 'https://oauth2.googleapis.com'}/tokeninfo`;
  const userInfoUrl = `${apiUrl ?? 'https://www.googleapis.com'}/oauth2/v3/userinfo`;

  return async function identify(accessToken: string): Promise<GoogleIdentity> {
    if (clientId === null) throw unavailable(inputTexts.googleNotConfigured);
    const signal = AbortSignal.timeout(timeoutMs);

    const query = new URLSearchParams({ access_token: accessToken });
    const info = TokenInfo.safeParse(await fetchJson(`${tokenInfoUrl}?${query.toString()}`, { signal }));
    // A token that another site obtained from its own visitors must not sign in here.
    if (!info.success || info.data.aud !== clientId) throw refused();

    const user = UserInfo.safeParse(
      await fetchJson(userInfoUrl, { signal, headers: { authorization: `Bearer ${accessToken}` } }),
    );
    if (
      !user.success ||
      user.data.sub !== info.data.sub ||
      user.data.email.toLowerCase() !== info.data.email.toLowerCase()
    ) {
      throw refused();
    }
    const { sub, email, name } = user.data;
    return { sub, email: email.toLowerCase(), name: name ?? '' };
  };
}

const isTrue = z.union([z.literal(true), z.literal('true')]);
const Subject = z.string().min(1);
const TokenInfo = z.object({ aud: z.string(), sub: Subject, email: z.email(), email_verified: isTrue });
const UserInfo = z.object({ sub: Subject, email: z.email(), email_verified: isTrue, name: z.string().optional() });

const refused = () => new AppError('bad_credentials', inputTexts.googleFailed);

async function fetchJson(url: string, init: RequestInit): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(url, { ...init, redirect: 'error' });
  } catch {
    throw unavailable('Google does not answer. Please try again in a moment.');
  }
  if (response.status >= 500) throw unavailable('Google does not answer. Please try again in a moment.');
  if (!response.ok) throw refused();
  return response.json().catch(() => null);
}
