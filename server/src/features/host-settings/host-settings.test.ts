import * as contract from '@chat-app/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Person, people } from '../../../test/people.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';

const app = useOwnTestApp();
const { anAdministrator } = people(app);
const free = { registration: { value: 'open', isFixed: false }, allowedEmailDomains: { value: [], isFixed: false } };

let host: Person;
beforeAll(async () => {
  host = await anAdministrator();
});

const settings = async () => (await host.call(contract.getHostSettings, {})).body.settings;
const audited = async () =>
  app.database.sql`select actor_id, detail from audit_entries where action = 'settings.change' order by id`;

describe('[REG-5] the settings of the server', () => {
  test('stay open until an administrator changes them, and each change is recorded', async () => {
    expect(await settings()).toEqual(free);
    const { body } = await host.call(contract.updateHostSettings, { registration: 'invite' });
    expect(body.settings).toEqual({ ...free, registration: { value: 'invite', isFixed: false } });
    await host.call(contract.updateHostSettings, {
      allowedEmailDomains: ['Example.org', 'example.org', '@school.example'],
    });
    expect(await settings()).toEqual({
      registration: { value: 'invite', isFixed: false },
      allowedEmailDomains: { value: ['example.org', 'school.example'], isFixed: false },
    });
    // Nothing new.
    await host.call(contract.updateHostSettings, { registration: 'invite' });
    await host.call(contract.updateHostSettings, {});
    await host.call(contract.updateHostSettings, { registration: 'open', allowedEmailDomains: [] });
    expect(await settings()).toEqual(free);
    const actorId = host.user.id;
    expect(await audited()).toEqual([
      { actorId, detail: 'registration: open to invite' },
      { actorId, detail: 'allowed domains: all to example.org, school.example' },
      { actorId, detail: 'registration: invite to open; allowed domains: example.org, school.example to all' },
    ]);
  });

  test('survive a restart', async () => {
    await host.call(contract.updateHostSettings, { registration: 'closed' });
    await app.restart();
    expect((await settings()).registration.value).toBe('closed');
    await host.call(contract.updateHostSettings, { registration: 'open' });
  });

  test('concurrent changes of different settings are both kept', async () => {
    await Promise.all([
      host.call(contract.updateHostSettings, { registration: 'invite' }),
      host.call(contract.updateHostSettings, { allowedEmailDomains: ['example.org'] }),
    ]);
    expect(await settings()).toMatchObject({
      registration: { value: 'invite' },
      allowedEmailDomains: { value: ['example.org'] },
    });
    await host.call(contract.updateHostSettings, { registration: 'open', allowedEmailDomains: [] });
  });

  test('take known modes and a list of domains only', async () => {
    const domains = ['example', 'a@example.org', 'example.org,example.com', '', 5, 'x'.repeat(101)];
    const tooMany = Array.from({ length: 51 }, (_, index) => `d${index}.example.org`);
    const accepted = [];
    for (const body of [
      ...['off', null, ['open']].map((registration) => ({ registration })),
      ...['example.org', tooMany, ...domains.map((one) => [one])].map((list) => ({ allowedEmailDomains: list })),
    ]) {
      const answer = await host.send('PUT', contract.updateHostSettings.path, { body });
      if (answer.status !== 400 || answer.body.code !== 'invalid_input') accepted.push(body);
    }
    expect(accepted).toEqual([]);
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
    const { registrationFixed, domainsFixed } = contract.hostSettingsTexts;
    const refused = (fields: object) => ({ status: 400, body: { fields } });
    const mode = await admin.call(contract.updateHostSettings, { registration: 'open' });
    expect(mode).toMatchObject(refused({ registration: registrationFixed }));
    const domains = await admin.call(contract.updateHostSettings, { allowedEmailDomains: [] });
    expect(domains).toMatchObject(refused({ allowedEmailDomains: domainsFixed }));
    expect(await fixed.database.sql`select action from audit_entries where action = 'settings.change'`).toEqual([]);
  });
});
