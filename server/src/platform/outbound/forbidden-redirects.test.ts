import { Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
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

/** What came of a request, and which connections it tried; those to the allowed site alone are as expected. */
async function outcomeOf(url: string): Promise<string> {
  connect.mockClear();
  const outcome = await fetchFrom(url).then(
    () => 'fetched',
    (error: unknown) => (error instanceof AddressForbidden ? 'refused' : String(error)),
  );
  return [outcome, ...connectionsTried()].join(' ');
}

test('[PRV-4] a redirect to a forbidden host is refused and no connection tried', async () => {
  const wrong: string[] = [];
  for (const host of forbiddenHosts) {
    const locations = [`http://${host}/`, `//${host}/`, `https://${host}:443/a`, `http://${host}:6379/`];
    for (const [index, location] of locations.entries()) {
      const status = [301, 302, 307, 308][index];
      const outcome = await outcomeOf(site.serve(aRedirect(encodeURI(location), status)));
      if (outcome !== `refused ${site.host}`) wrong.push(`${location}: ${outcome}`);
    }
  }
  expect(wrong).toEqual([]);
});

const addresses = forbiddenHosts
  .map((host) => host.replace(/^\[|\]$/g, ''))
  .filter(
    (host) => /^(\d+\.){3}\d+$|:/.test(host) && URL.canParse(`http://${host.includes(':') ? `[${host}]` : host}/`),
  );

test('[PRV-3] a name that resolves to such an address is refused, also behind a redirect', async () => {
  expect(addresses.length).toBeGreaterThan(60);
  const wrong: string[] = [];
  for (const [index, address] of addresses.entries()) {
    const name = `n${index}.example.org`;
    const host = address.includes(':') ? `[${address}]` : address;
    const plain = new URL(`http://${host}/`).hostname.replace(/^\[|\]$/g, '');
    const outcomes: string[] = [];
    // Alone, and beside a public one.
    for (const answers of [['8.8.8.8', plain], [plain, '2606:4700:4700::1111'], [plain]]) {
      names.say(name, answers);
      outcomes.push(await outcomeOf(`http://${name}/`));
    }
    outcomes.push(await outcomeOf(site.serve(aRedirect(`http://${name}/`))));
    if (outcomes.join() !== `refused,refused,refused,refused ${site.host}`)
      wrong.push(`${address}: ${outcomes.join()}`);
  }
  expect(wrong).toEqual([]);
});
