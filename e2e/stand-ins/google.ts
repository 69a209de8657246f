import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The claims of an access token. */
export interface GoogleToken {
  readonly aud: string;
  readonly sub: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly name?: string;
}

/** Serves Google's tokeninfo and userinfo for the tokens that a test adds. */
export async function startGoogleStandIn() {
  const tokens = new Map<string, Partial<GoogleToken>>();
  let isSilent = false;

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://google');
    const reply = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (isSilent) return;
    if (url.pathname === '/tokeninfo') {
      const token = tokens.get(url.searchParams.get('access_token') ?? '');
      if (!token) return reply(400, { error: 'invalid_token' });
      const { name: _, ...info } = token;
      return reply(200, { ...info, email_verified: String(token.email_verified), expires_in: '3599' });
    }
    if (url.pathname === '/oauth2/v3/userinfo') {
      const token = tokens.get(request.headers.authorization?.replace('Bearer ', '') ?? '');
      if (!token) return reply(401, { error: 'invalid_request' });
      const { aud: _, ...info } = token;
      return reply(200, info);
    }
    reply(404, {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    addToken: (accessToken: string, token: Partial<GoogleToken>) => tokens.set(accessToken, token),
    /** From now on accepts connections but sends no response. */
    stopResponding: () => {
      isSilent = true;
    },
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
