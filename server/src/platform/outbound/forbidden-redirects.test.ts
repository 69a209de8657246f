import { Socket } from 'node:net';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { AddressForbidden, createAddressGuard } from './address-guard.ts';
import { forbiddenHosts } from './forbidden-hosts.fixture.ts';
import { aRedirect, useForeignSite } from './foreign-site.fixture.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import { useNameServer } from './name-server.fixture.ts';
import { createHostResolver } from './resolve-host.ts';

/** The only allowed site; it redirects us elsewhere. */
const site = useForeignSite();
const names = useNameServer();

const connect = vi.spyOn(Socket.prototype, 'connect');
beforeEach(() => void connect.mockClear());

/** The targets of all connections of this process, as `host:port`. */
function connectionsTried(): string[] {
  const targets = connect.mock.calls.map(([first]) => (Array.isArray(first) ? (first as unknown[])[0] : first));
  return (targets as { host?: string; port?: number }[]).map(({ host, port }) => `${host}:${port}`);
}

function fetchFrom(url: string) {
  const guard = createAddressGuard({
    allowed: new Set([site.host]),
    ownHost: 'chat.example.org',
    resolve: createHostResolver({ servers: [names.address] }),
  });
  const fetchGuarded = createGuardedFetch({ guard, userAgent: 'Test/1.0' });
  return fetchGuarded(new URL(url), { accept: '*/*', maxBytes: 10, enterHost: () => true, read: async () => 'had' });
}

describe('[PRV-4] a redirect is refused and no connection tried', () => {
  test.each(forbiddenHosts)('to %s', async (host) => {
    const locations = [`http://${host}/`, `//${host}/`, `https://${host}:443/a`, `http://${host}:6379/`];
    for (const [index, location] of locations.entries()) {
      connect.mockClear();
      const status = [301, 302, 307, 308][index];
      await expect(fetchFrom(site.serve(aRedirect(encodeURI(location), status)))).rejects.toThrow(AddressForbidden);
      expect(connectionsTried()).toEqual([site.host]);
    }
  });
});

const addresses = forbiddenHosts
  .map((host) => host.replace(/^\[|\]$/g, ''))
  .filter(
    (host) => /^(\d+\.){3}\d+$|:/.test(host) && URL.canParse(`http://${host.includes(':') ? `[${host}]` : host}/`),
  );

describe('[PRV-3] a name that resolves to such an address is refused and no connection tried', () => {
  test('there are many of them', () => {
    expect(addresses.length).toBeGreaterThan(60);
  });

  test.each(addresses)('%s, alone, beside a public one, and behind a redirect', async (address) => {
    const name = `n${addresses.indexOf(address)}.example.org`;
    const plain = new URL(`http://${address.includes(':') ? `[${address}]` : address}/`).hostname.replace(
      /^\[|\]$/g,
      '',
    );
    for (const answers of [[plain], ['8.8.8.8', plain], [plain, '2606:4700:4700::1111']]) {
      names.say(name, answers);
      await expect(fetchFrom(`http://${name}/`)).rejects.toThrow(AddressForbidden);
    }
    names.say(name, [plain]);
    await expect(fetchFrom(site.serve(aRedirect(`http://${name}/`)))).rejects.toThrow(AddressForbidden);
    expect(connectionsTried()).toEqual([site.host]);
  });
});
