import * as contract from '@chat-app/contract';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { connect } from '../../../test/device.ts';
import { type Person, people } from '../../../test/people.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';

const app = useOwnTestApp();
const { anAdministrator, aVerifiedUser } = people(app);

let host: Person;
let ann: Person;
beforeAll(async () => {
  host = await anAdministrator();
  ann = await aVerifiedUser({ name: 'Ann' });
});

const shown = async () => (await ann.call(contract.getAnnouncement, {})).body;
const publish = (input: contract.InputOf<typeof contract.setAnnouncement>) =>
  host.call(contract.setAnnouncement, input);

describe('[REG-10] an announcement', () => {
  test('reaches every device, is there after a reload, and goes when it is withdrawn', async () => {
    const devices = [await connect(app, ann), await connect(app, host)];
    const before = (await shown()).rev;
    const { status, body } = await publish({ text: '  Maintenance at 6 ', level: 'warning' });
    expect([status, body.announcement]).toMatchObject([
      200,
      { text: 'Maintenance at 6', level: 'warning', expiresAt: null },
    ]);
    for (const device of devices) {
      expect(await device.waitFor('announcement')).toEqual([body.announcement, before + 1]);
    }
    expect(await shown()).toEqual({ announcement: body.announcement, rev: before + 1 });

    await host.call(contract.clearAnnouncement, {});
    for (const device of devices) await device.waitFor('announcement', (now) => now === null);
    expect(await shown()).toEqual({ announcement: null, rev: before + 2 });
    // There is nothing to withdraw.
    await host.call(contract.clearAnnouncement, {});
    expect((await shown()).rev).toBe(before + 2);
  });

  test('is replaced by the next one, and recorded with its end', async () => {
    const first = (await publish({ text: 'First' })).body.announcement;
    const second = (await publish({ text: 'Second' })).body.announcement;
    expect(second._id).not.toBe(first._id);
    expect((await shown()).announcement).toEqual(second);
    await host.call(contract.clearAnnouncement, {});
    const rows = await app.database.sql`
      select actor_id, action, detail from audit_entries where action like 'announcement%' order by id desc limit 2`;
    const actorId = host.user.id;
    expect(rows).toEqual([
      { actorId, action: 'announcement.end', detail: null },
      { actorId, action: 'announcement.publish', detail: 'info: Second' },
    ]);
  });

  test('ends at its time', async () => {
    const expiresAt = new Date(Date.now() + 1000).toISOString();
    await publish({ text: 'Soon over', expiresAt });
    expect((await shown()).announcement).toMatchObject({ text: 'Soon over', expiresAt });
    await vi.waitFor(async () => expect((await shown()).announcement).toBeNull());
  });

  test('of many administrators at once, everybody ends with the one that is stored', async () => {
    const device = await connect(app, ann);
    await Promise.all(Array.from({ length: 10 }, (_, number) => publish({ text: `Number ${number}` })));
    const { announcement, rev } = await shown();
    const [seen] = await device.waitFor('announcement', (_, seenRev) => seenRev === rev);
    expect(seen).toEqual(announcement);
  });

  test('has 1 to 500 characters, a known level and an end in the future', async () => {
    const texts = [undefined, '', '   ', 'x'.repeat(501), 5, 'a\0b'];
    const ends = ['tomorrow', '2020-01-01T00:00:00.000Z', 5];
    const before = await shown();
    const accepted = [];
    for (const body of [
      ...texts.map((text) => ({ text })),
      { text: 'Hello', level: 'danger' },
      ...ends.map((expiresAt) => ({ text: 'Hello', expiresAt })),
    ]) {
      const answer = await host.send('PUT', contract.setAnnouncement.path, { body });
      if (answer.status !== 400 || answer.body.code !== 'invalid_input') accepted.push(body);
    }
    expect(accepted).toEqual([]);
    expect(await shown()).toEqual(before);
  });
});
