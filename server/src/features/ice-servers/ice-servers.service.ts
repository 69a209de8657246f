import type { IceServer, UserId } from '@chat-app/contract';
import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { DatabaseClock } from '../../platform/db/database-clock.ts';
import type { Logger } from '../../platform/logger.ts';

/** STUN servers, by which browsers learn their address, and TURN servers, which relay when no direct path exists. */
export interface IceConfig {
  readonly stunUrls: readonly string[];
  readonly turn: { readonly urls: readonly string[]; readonly secret: string } | null;
  readonly cloudflare: { readonly keyId: string; readonly token: string; readonly apiUrl: string } | null;
}

interface IceServerDeps {
  readonly ice: IceConfig;
  readonly logger: Logger;
  /** The TURN server compares the expiry with its own clock; that of this node may be wrong. */
  readonly clock: DatabaseClock;
}

const credentialSeconds = 60 * 60;
const answerWithinMs = 4000;

export type IceServers = ReturnType<typeof createIceServers>;

export function createIceServers({ ice, logger, clock }: IceServerDeps) {
  /** A username that expires, signed with the secret shared with the TURN server, which needs no list of users. */
  async function ownServers(userId: UserId): Promise<IceServer[]> {
    if (!ice.turn) return [];
    const username = `${Math.floor((await clock()) / 1000) + credentialSeconds}:${userId}`;
    const credential = createHmac('sha1', ice.turn.secret).update(username).digest('base64');
    return [{ urls: [...ice.turn.urls], username, credential }];
  }

  async function cloudflareServers(): Promise<IceServer[]> {
    if (!ice.cloudflare) return [];
    const { keyId, token, apiUrl } = ice.cloudflare;
    try {
      const response = await fetch(`${apiUrl}/v1/turn/keys/${keyId}/credentials/generate-ice-servers`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ttl: credentialSeconds }),
        // The target of a redirect would receive the token.
        redirect: 'error',
        signal: AbortSignal.timeout(answerWithinMs),
      });
      if (!response.ok) throw new Error(`Cloudflare answered ${response.status}`);
      return CloudflareAnswer.parse(await response.json()).iceServers;
    } catch (error) {
      // Without TURN, people in the same network can still connect to each other.
      logger.warn({ err: error }, 'no TURN credentials from Cloudflare');
      return [];
    }
  }

  return {
    /** The servers of the requested types; if none is configured or available, the STUN servers. */
    async list(userId: UserId, types: readonly string[]): Promise<IceServer[]> {
      const relays = [
        ...(types.includes('private') ? await ownServers(userId) : []),
        ...(types.includes('cloudflare') ? await cloudflareServers() : []),
      ];
      return relays.length > 0 ? relays : [{ urls: [...ice.stunUrls] }];
    },
  };
}

/** `urls` is a string or a list. */
const CloudflareAnswer = z.object({
  iceServers: z
    .array(
      z.object({
        urls: z.union([z.string(), z.array(z.string())]).transform((urls) => [urls].flat()),
        username: z.string().optional(),
        credential: z.string().optional(),
      }),
    )
    .min(1),
});
