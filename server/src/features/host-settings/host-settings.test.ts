import * as contract from '@chat-app/contract';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { connect } from '../../../test/device.ts';
import { type Person, people } from '../../../test/people.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';

const app = useOwnTestApp();
const { anAdministrator, aVerifiedUser } = people(app);
const free = { registration: { value: 'open', isFixed: false }, allowedEmailDomains: { value: [], isFixed: false } };

let host: Person;
let ann: Person;
beforeAll(async () => {
  host = await anAdministrator();
  ann = await aVerifiedUser({ name: 'Ann' });
});

/** Those of the bodies that are not refused as invalid. */
async function acceptedOf({ path }: contract.Endpoint, bodies: readonly object[]) {
  const accepted = [];
  for (const body of bodies) {
    const answer = await host.send('PUT', path, { body });
    if (answer.status !== 400 || answer.body.code !== 'invalid_input') accepted.push(body);
  }
  return accepted;
}

const settings = async () => (await host.call(contract.getHostSettings, {})).body.settings;
const audited = async () =>
  app.database.sql`select actor_id, detail from audit_entries where action = 'settings.change' order by id`;

const change = (input: contract.InputOf<typeof contract.updateHostSettings>) =>
  host.call(contract.updateHostSettings, input);

describe('[REG-5] the settings of the server', () => {
  test('stay open until an administrator changes them, each change is recorded, and two at the same moment are both kept', async () => {
    expect(await settings()).toEqual(free);
    const registration = { value: 'invite', isFixed: false };
    expect((await change({ registration: 'invite' })).body.settings).toEqual({ ...free, registration });
    await change({ allowedEmailDomains: ['Example.org', 'example.org', '@school.example'] });
    const allowedEmailDomains = { value: ['example.org', 'school.example'], isFixed: false };
    await app.restart();
    expect(await settings()).toEqual({ registration, allowedEmailDomains });
    // Nothing new.
    for (const nothing of [{ registration: 'invite' } as const, {}]) await change(nothing);
    await change({ registration: 'open', allowedEmailDomains: [] });
    expect(await settings()).toEqual(free);
    const actorId = host.user.id;
    expect(await audited()).toEqual([
      { actorId, detail: 'registration: open to invite' },
      { actorId, detail: 'allowed domains: all to example.org, school.example' },
      { actorId, detail: 'registration: invite to open; allowed domains: example.org, school.example to all' },
    ]);

    await Promise.all([change({ registration: 'invite' }), change({ allowedEmailDomains: ['example.org'] })]);
    const both = { registration: { value: 'invite' }, allowedEmailDomains: { value: ['example.org'] } };
    expect(await settings()).toMatchObject(both);
    await change({ registration: 'open', allowedEmailDomains: [] });
  });

  test('take known modes and a list of domains only', async () => {
    const domains = ['example', 'a@example.org', 'example.org,example.com', '', 5, 'x'.repeat(101)];
    const tooMany = Array.from({ length: 51 }, (_, index) => `d${index}.example.org`);
    const bodies = [
      ...['off', null, ['open']].map((registration) => ({ registration })),
      ...['example.org', tooMany, ...domains.map((one) => [one])].map((list) => ({ allowedEmailDomains: list })),
    ];
    expect(await acceptedOf(contract.updateHostSettings, bodies)).toEqual([]);
    expect(await settings()).toEqual(free);
  });
});

describe('[REG-5] settings that the environment fixes', () => {
  const fixed = useOwnTestApp(() => ({ REGISTRATION: 'open', ALLOWED_EMAIL_DOMAINS: 'example.org' }));

  test('are shown as fixed and cannot be changed', async () => {
    const admin = await people(fixed).anAdministrator();
    // Left over from a time when the environment left the choice.
    await fixed.database.sql`insert into host_settings (registration) values ('closed')`;
    const { body } = await admin.call(contract.getHostSettings, {});
    expect(body.settings).toEqual({
      registration: { value: 'open', isFixed: true },
      allowedEmailDomains: { value: ['example.org'], isFixed: true },
    });
    const update = async (given: contract.InputOf<typeof contract.updateHostSettings>) =>
      (await admin.call(contract.updateHostSettings, given)).body.fields;
    const { registrationFixed, domainsFixed } = contract.hostSettingsTexts;
    expect(await update({ registration: 'open' })).toEqual({ registration: registrationFixed });
    expect(await update({ allowedEmailDomains: [] })).toEqual({ allowedEmailDomains: domainsFixed });
    expect(await fixed.database.sql`select action from audit_entries where action = 'settings.change'`).toEqual([]);
  });
});

const shown = async () => (await ann.call(contract.getAnnouncement, {})).body;
const publish = (input: contract.InputOf<typeof contract.setAnnouncement>) =>
  host.call(contract.setAnnouncement, input);

describe('[REG-10] an announcement', () => {
  test('reaches every device, is there after a reload, and goes when it is withdrawn', async () => {
    const devices = [await connect(app, ann), await connect(app, host)];
    const before = (await shown()).rev;
    const { status, body } = await publish({ text: '  Maintenance at 6 ', level: 'warning' });
    const shownNow = { text: 'Maintenance at 6', level: 'warning', expiresAt: null };
    expect([status, body.announcement]).toMatchObject([200, shownNow]);
    for (const device of devices) expect(await device.waitFor('announcement')).toEqual([body.announcement, before + 1]);
    expect(await shown()).toEqual({ announcement: body.announcement, rev: before + 1 });

    await host.call(contract.clearAnnouncement, {});
    for (const device of devices) await device.waitFor('announcement', (now) => now === null);
    expect(await shown()).toEqual({ announcement: null, rev: before + 2 });
    // There is nothing to withdraw.
    await host.call(contract.clearAnnouncement, {});
    expect((await shown()).rev).toBe(before + 2);
  });

  test('is replaced by the next one, recorded with its end, and ends at its time', async () => {
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

    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    await publish({ text: 'Soon over', expiresAt });
    expect((await shown()).announcement).toMatchObject({ text: 'Soon over', expiresAt });
    await app.database.sql`update announcement set expires_at = now()`;
    await vi.waitUntil(async () => (await shown()).announcement === null);
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
    const bodies = [
      ...texts.map((text) => ({ text })),
      { text: 'Hello', level: 'danger' },
      ...ends.map((expiresAt) => ({ text: 'Hello', expiresAt })),
    ];
    expect(await acceptedOf(contract.setAnnouncement, bodies)).toEqual([]);
    expect(await shown()).toEqual(before);
  });
});
