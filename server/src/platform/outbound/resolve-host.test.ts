import { describe, expect, test } from 'vitest';
import { AddressForbidden, createAddressGuard } from './address-guard.ts';
import { useForeignSite } from './foreign-site.fixture.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import { Unreachable } from './pinned-request.ts';
import { useNameServer } from './name-server.fixture.ts';
import { createHostResolver } from './resolve-host.ts';

/** 127.0.0.1 represents the Internet. */
const site = useForeignSite();
const names = useNameServer();

function setUp({ deadlineMs = 5000 } = {}) {
  const guard = createAddressGuard({
    allowed: new Set(),
    ownHost: 'chat.example.org',
    isPublic: (address) => address === '127.0.0.1',
    ports: [site.port],
    resolve: createHostResolver({ servers: [names.address] }),
  });
  const fetchGuarded = createGuardedFetch({ guard, userAgent: 'Test/1.0', deadlineMs });
  return (name: string) => {
    const url = site.serve('<title>Here</title>').replace('127.0.0.1', name);
    return fetchGuarded(new URL(url), { accept: '*/*', maxBytes: 10, enterHost: () => true, read: async () => 'had' });
  };
}

describe('[PRV-3] the answer of a name server', () => {
  test('is requested once per visit, for both record types, and determines where the connection is made', async () => {
    names.say('moving.example', ['127.0.0.1'], ['127.0.0.2']);
    const fetch = setUp();
    expect(await fetch('moving.example')).toBe('had');
    expect(names.questions.toSorted()).toEqual(['A moving.example', 'AAAA moving.example']);
    const before = site.connections.length;
    await expect(fetch('moving.example')).rejects.toThrow(AddressForbidden);
    expect(site.connections).toHaveLength(before);
  });

  test('is refused as a whole when one address is not public', async () => {
    const mixed = ['::1', '::ffff:127.0.0.1', '10.0.0.1'].map((address) => ['127.0.0.1', address]);
    for (const [index, addresses] of [...mixed, ['169.254.169.254'], ['0.0.0.0']].entries()) {
      names.say(`host${index}.example`, addresses);
      await expect(setUp()(`host${index}.example`)).rejects.toThrow(AddressForbidden);
    }
  });

  test('may be empty', async () => {
    names.say('empty.example', []);
    for (const name of ['empty.example', 'a..example', `${'a'.repeat(64)}.example`])
      await expect(setUp()(name)).rejects.toThrow(Unreachable);
  });

  test('is not waited for beyond the deadline', async () => {
    names.say('silent.example', null);
    await expect(setUp({ deadlineMs: 200 })('silent.example')).rejects.toThrow(Unreachable);
  });
});
