import * as contract from '@chat-app/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { asId } from '../../../test/as-id.ts';
import { connect } from '../../../test/device.ts';
import { type Person, people } from '../../../test/people.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';

const app = useOwnTestApp();
const { aChat, anAdministrator, anUnverifiedUser, aVerifiedUser } = people(app);

let host: Person;
let ann: Person;
let chatId: contract.ChatId;
beforeAll(async () => {
  host = await anAdministrator();
  ann = await aVerifiedUser({ name: 'Ann' });
  chatId = await aChat(host, ann);
});

const overview = async () => (await host.call(contract.getHostOverview, {})).body.overview;
const history = async (range: contract.HistoryRange) => (await host.call(contract.getHostHistory, { range })).body;
const today = async () => (await overview()).messagesPerDay.at(-1)?.count ?? 0;

describe('[REG-20] the figures of the server', () => {
  test('show people, storage, queues, the database and the node', async () => {
    await anUnverifiedUser();
    const figures = await overview();
    expect(figures).toMatchObject({
      people: { total: 3, verified: 2, suspended: 0, newThisWeek: 3 },
      storage: { uploadCount: 0, uploadBytes: 0 },
      nodes: [{ role: 'all', version: expect.stringMatching(/^\d+\.\d+\.\d+/), pool: { size: 10, waiting: 0 } }],
    });
    expect(figures.storage.databaseBytes).toBeGreaterThan(1_000_000);
    expect(figures.storage.diskFreeBytes).toBeGreaterThan(0);
    expect(figures.database.latencyMs).toBeGreaterThan(0);
    expect(figures.queues.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['send', 'mail', 'decoder', 'passwords', 'index']),
    );
    expect(figures.messagesPerDay).toHaveLength(30);
    expect(figures.messagesPerDay.at(-1)?.day).toBe(figures.takenAt.slice(0, 10));
  });

  test('count people and devices that are connected', async () => {
    for (const person of [ann, ann, host]) await connect(app, person);
    await expect.poll(async () => (await overview()).online).toEqual({ people: 2, devices: 3 });
  });

  test('count what people send, forwarded messages and files as well, but nothing else, and survive a restart', async () => {
    const before = await today();
    const sent = await ann.call(contract.sendMessage, { chatId, content: 'Hello', type: 'text' });
    await ann.call(contract.forwardMessages, {
      messageIds: [sent.body.message._id],
      chatIds: [chatId],
      clientId: asId<contract.ClientId>('01890a5d-ac96-774b-bcce-000000000001'),
    });
    await ann.upload(contract.sendFile, new Blob(['text']), 'a.txt', { chatId });
    await host.call(contract.editChat, { chatId, name: 'Renamed' });
    await expect.poll(today).toBe(before + 3);
    const { data } = await history('day');
    expect(data.reduce((sum, { messages }) => sum + messages, 0)).toBe(before + 3);

    // Not asked for since.
    await ann.call(contract.sendMessage, { chatId, content: 'Before the restart', type: 'text' });
    await app.restart();
    expect([await today(), (await overview()).nodes.length]).toEqual([before + 4, 1]);
  });

  test('the history has steps of five minutes, an hour and a day', async () => {
    const spans = await Promise.all((['day', 'month', 'year'] as const).map(history));
    expect(spans.map(({ stepMs }) => stepMs)).toEqual([300_000, 3_600_000, 86_400_000]);
    const hours = spans.map(({ from, to }) => Math.round((Date.parse(to) - Date.parse(from)) / 3_600_000));
    expect(hours).toEqual([24, 720, 8760]);
    for (const { data } of spans) expect(data.length).toBeGreaterThan(0);
    for (const range of ['week', '', 'DAY'])
      expect((await host.send('GET', `/api/admin/overview/history?range=${range}`)).status).toBe(400);
  });
});
