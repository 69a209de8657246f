import * as contract from '@chat-app/contract';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { asId } from '../../../test/as-id.ts';
import { connect } from '../../../test/device.ts';
import { type Person, people } from '../../../test/people.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';
import { serverDir } from '../paths.ts';

const app = useOwnTestApp(() => ({ METRICS_TOKEN: 'metrics-canary-token' }));
const { aChat, aVerifiedUser } = people(app);

let ann: Person;
let bob: Person;
let chatId: contract.ChatId;
beforeAll(async () => {
  [ann, bob] = [await aVerifiedUser(), await aVerifiedUser()];
  chatId = await aChat(ann, bob);
});

/** From all processes, where the roles are split. */
async function read(): Promise<string> {
  const urls = [...new Set([app.baseUrl, app.socketUrl])];
  const pages = await Promise.all(urls.map(async (url) => (await fetch(`${url}/metrics`)).text()));
  return pages.join('\n');
}

/** The value of a series over all processes, 0 while it does not exist. */
async function valueOf(series: string): Promise<number> {
  const lines = (await read()).split('\n').filter((line) => line.startsWith(`${series} `));
  return lines.reduce((sum, line) => sum + Number(line.slice(series.length + 1)), 0);
}

/** Does the work, and returns a function that reads how much each series has grown since. */
async function growthOf(series: string[], work: () => Promise<unknown>) {
  const before = await Promise.all(series.map(valueOf));
  await work();
  return async () => {
    const after = await Promise.all(series.map(valueOf));
    return Object.fromEntries(series.map((name, index) => [name, (after[index] ?? 0) - (before[index] ?? 0)]));
  };
}

describe('[OPS-32] metrics', () => {
  test('are available on this machine and with the token, but not through a proxy or DNS rebinding', async () => {
    const found: string[] = [];
    for (const headers of [
      {},
      { authorization: 'Bearer metrics-canary-token', 'x-forwarded-for': '198.51.100.1' },
      { authorization: 'Bearer metrics-canary-tokem' },
      { authorization: 'Bearer ' },
      { 'x-forwarded-for': '198.51.100.1' },
      { forwarded: 'for=198.51.100.1' },
    ]) {
      const { status, text } = await app.client().send('GET', '/metrics', { headers });
      found.push(text.includes('chat_app_messages_total') ? `${status} with metrics` : `${status}`);
    }
    expect(found).toEqual(['200 with metrics', '200 with metrics', '401', '401', '401', '401']);
    expect([await statusWithHost('evil.example'), await statusWithHost('localhost')]).toEqual([401, 200]);
  });

  test('count a message, its recipients, and how long it took', async () => {
    const device = await connect(app, bob);
    const series = {
      chat_app_messages_total: 1,
      chat_app_message_commit_seconds_count: 1,
      chat_app_message_told_seconds_count: 1,
      'chat_app_deliveries_total{event="newMessage"}': 1,
      'chat_app_http_requests_total{method="POST",route="/api/messages/send",status="201"}': 1,
      'chat_app_http_request_seconds_count{method="POST",route="/api/messages/send"}': 1,
    };
    const growth = await growthOf(Object.keys(series), async () => {
      await ann.call(contract.sendMessage, { chatId, content: 'Hello', type: 'text' });
      await device.waitFor('newMessage', ({ content }) => content === 'Hello');
    });
    await vi.waitFor(async () => expect(await growth()).toEqual(series));
  });

  test('count devices and users, and what devices send', async () => {
    const [device] = [await connect(app, ann), await connect(app, ann), await connect(app, bob)];
    // Devices of earlier tests may still be disconnecting.
    await vi.waitFor(async () => expect(await valueOf('chat_app_sockets')).toBe(3));
    expect(await valueOf('chat_app_people_online')).toBe(2);
    const series = {
      'chat_app_socket_events_total{event="chatRead",outcome="done"}': 1,
      'chat_app_socket_events_total{event="chatRead",outcome="refused"}': 1,
      'chat_app_socket_events_total{event="unknown",outcome="refused"}': 1,
      'chat_app_errors_total{code="invalid_input",door="socket"}': 2,
    };
    const growth = await growthOf(Object.keys(series), async () => {
      device.socket.emit('chatRead', chatId, 1);
      device.socket.emit('chatRead', asId('rubbish'), 1);
      device.socket.emit('made-up-name' as 'chatRead', chatId, 1);
    });
    await vi.waitFor(async () => expect(await growth()).toEqual(series));
  });

  test('count errors by their code, and requests without a route as one series', async () => {
    const series = {
      'chat_app_errors_total{code="unauthenticated",door="http"}': 1,
      'chat_app_errors_total{code="not_found",door="http"}': 3,
      'chat_app_http_requests_total{method="any",route="unknown",status="404"}': 2,
      'chat_app_http_requests_total{method="GET",route="web",status="200"}': 1,
      'chat_app_http_requests_total{method="GET",route="/api/chats/get/:chatId",status="404"}': 1,
    };
    const nobody = app.client();
    const growth = await growthOf(Object.keys(series), async () => {
      await nobody.call(contract.getSession, {});
      await nobody.send('GET', '/api/nothing/canary-path');
      await nobody.send('PROPFIND', '/canary-path');
      await nobody.send('GET', '/chat/canary-path');
      await ann.call(contract.getChat, { chatId: asId<contract.ChatId>('00000000-0000-7000-8000-000000000000') });
    });
    await vi.waitFor(async () => expect(await growth()).toEqual(series));
  });

  test('show how loaded it is', async () => {
    const text = await read();
    expect(text.split('\n')).toEqual(
      expect.arrayContaining([
        'chat_app_service_up{service="database"} 1',
        'chat_app_draining 0',
        'chat_app_db_pool_size 10',
        ...['send', 'mail', 'decoder'].map((queue) => `chat_app_queue_depth{queue="${queue}"} 0`),
      ]),
    );
    expect(text).toMatch(/^chat_app_event_loop_lag_seconds\{quantile="0\.99"\} [\d.e-]+$/m);
    expect(text).toMatch(/^process_resident_memory_bytes \d/m);
  });

  test('show how many wait for a connection while the database is blocked', async () => {
    const waiting = await app.database.transaction(async (tx) => {
      await tx`lock table users in access exclusive mode`;
      const asked = Array.from({ length: 15 }, () => ann.call(contract.getFriends, {}));
      await vi.waitFor(async () => expect(await valueOf('chat_app_db_connections_in_use')).toBeGreaterThan(0));
      return asked;
    });
    await Promise.all(waiting);
    await vi.waitFor(async () => expect(await valueOf('chat_app_db_connections_in_use')).toBe(0));
    expect(await valueOf('chat_app_db_waiting')).toBe(0);
  });

  test('contain no user, no chat and no requested address', async () => {
    const text = await read();
    expect(text).not.toMatch(/[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}/);
    for (const canary of ['canary', ann.email, ann.user.name]) expect(text).not.toContain(canary);
  });
});

test('[OPS-33] the dashboard shows only what is exported, and all of our own metrics', async () => {
  const text = await readFile(join(serverDir, '../deploy/grafana-dashboard.json'), 'utf8');
  const { panels } = JSON.parse(text) as { panels: { targets?: { expr: string }[] }[] };
  const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  const names = expressions.flatMap((expr) => expr.match(/\b(chat_app|nodejs|process)_\w+/g) ?? []);
  const shown = new Set(names.map((name) => name.replace(/_(bucket|sum|count)$/, '')));
  const exported = new Set(Array.from((await read()).matchAll(/^# TYPE (\w+) /gm), ([, name = '']) => name));
  expect(shown.size).toBeGreaterThan(20);
  expect([...shown].filter((name) => !exported.has(name))).toEqual([]);
  expect([...exported].filter((name) => name.startsWith('chat_app_') && !shown.has(name))).toEqual([]);
});

async function statusWithHost(host: string) {
  const asking = request(`${app.baseUrl}/metrics`, { headers: { host } }).end();
  const [response] = (await once(asking, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}
