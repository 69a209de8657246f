import * as contract from '@chat-app/contract';
import { describe, expect, test } from 'vitest';
import { type Person, people } from '../../../test/people.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';
import { csvLine } from './csv.ts';
import { recordAudit } from './record-audit.ts';

const app = useOwnTestApp();
const { anAdministrator, anUnverifiedUser, aVerifiedUser } = people(app);

const entriesOf = async (admin: Person, filter: contract.InputOf<typeof contract.getAudit> = {}) =>
  (await admin.call(contract.getAudit, { actor: admin.user.id, ...filter })).body.data;
describe('[ADM-10] the audit log', () => {
  test('says who did what to whom, newest first, and nothing that was refused', async () => {
    const [admin, ann] = [await anAdministrator({ name: 'Ada' }), await aVerifiedUser({ name: 'Ann Target' })];
    for (const endpoint of [contract.suspendPerson, contract.resumePerson, contract.grantAdministration])
      await admin.call(endpoint, { id: ann.user.id });
    const unverified = await anUnverifiedUser();
    expect((await admin.call(contract.grantAdministration, { id: unverified.user.id })).status).toBe(403);
    const entries = await entriesOf(admin);
    expect(entries.map(({ action }) => action)).toEqual(['admin.grant', 'person.resume', 'person.suspend']);
    expect(entries[2]).toEqual({
      _id: expect.any(String),
      at: expect.any(String),
      actor: { _id: admin.user.id, name: 'Ada' },
      action: 'person.suspend',
      target: { _id: ann.user.id, name: 'Ann Target' },
      detail: null,
    });
  });

  test('is filtered by actor, action and time, and comes in pages', async () => {
    const [admin, ann] = [await anAdministrator(), await aVerifiedUser()];
    for (const endpoint of [contract.suspendPerson, contract.resumePerson, contract.signOutPerson])
      await admin.call(endpoint, { id: ann.user.id });
    await recordAudit(app.database.sql, { actorId: null, action: 'settings.change', detail: 'registration: invite' });
    const resumed = await entriesOf(admin, { action: 'person.resume' });
    expect(resumed.map(({ action }) => action)).toEqual(['person.resume']);
    const byCommand = { actor: null, target: null, detail: 'registration: invite' };
    expect(await entriesOf(admin, { actor: 'command-line' })).toMatchObject([byCommand]);
    const at = (await entriesOf(admin))[1]?.at ?? '';
    expect(await entriesOf(admin, { since: at })).toHaveLength(2);
    expect(await entriesOf(admin, { until: at })).toHaveLength(1);
    const inPages = { actor: admin.user.id, limit: 2 };
    const first = (await admin.call(contract.getAudit, inPages)).body;
    const rest = (await admin.call(contract.getAudit, { ...inPages, cursor: first.cursor ?? '' })).body;
    expect([first.data.length, rest.data.length, rest.cursor]).toEqual([2, 1, null]);
  });

  test('outlives the accounts that it is about, without their names and addresses', async () => {
    const [admin, ann] = [await anAdministrator(), await aVerifiedUser({ name: 'Ann Gone' })];
    const other = await anAdministrator({ name: 'Otto Gone' });
    await other.call(contract.signOutPerson, { id: ann.user.id });
    await admin.call(contract.deletePerson, { id: ann.user.id });
    await admin.call(contract.deletePerson, { id: other.user.id });
    const gone = (id: contract.UserId) => ({ _id: id, name: 'Deleted account' });
    expect((await entriesOf(admin)).map(({ action, target }) => [action, target])).toEqual([
      ['person.delete', gone(other.user.id)],
      ['person.delete', gone(ann.user.id)],
    ]);
    expect(await entriesOf(admin, { actor: other.user.id })).toMatchObject([
      { actor: gone(other.user.id), target: gone(ann.user.id) },
    ]);
    const rows = JSON.stringify(await app.database.sql`select * from audit_entries`);
    for (const text of [ann.email, 'Ann Gone', other.email, 'Otto Gone']) expect(rows).not.toContain(text);
  });
});

describe('[ADM-11] the exported log', () => {
  test('is CSV with a line for each entry, however many pages they are', async () => {
    const admin = await anAdministrator({ name: 'Ada "Host", Dr.' });
    for (let index = 0; index < 3; index += 1)
      await admin.call(contract.signOutPerson, { id: (await aVerifiedUser()).user.id });
    await app.database.sql`
      insert into audit_entries (id, actor_id, action)
      select gen_random_uuid(), ${admin.user.id}, 'settings.change' from generate_series(1, 1200)`;
    const { headers, text } = await admin.call(contract.exportAudit, { actor: admin.user.id });
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('attachment; filename="audit-log.csv"');
    const lines = text.split('\r\n');
    const columns = ['Time', 'Administrator', 'Administrator id', 'Action', 'Person', 'Person id', 'Detail'];
    expect(lines[0]).toBe(`"${columns.join('","')}"`);
    expect(lines[1]).toContain('","Ada ""Host"", Dr.","');
    // The head, the entries and the end of the last line.
    expect(lines).toHaveLength(1 + 1203 + 1);
  });

  test('runs no formula in a spreadsheet', () => {
    for (const cell of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1+1', '\r=1+1'])
      expect(csvLine(['Ann', cell])).toBe(`"Ann","'${cell}"\r\n`);
    expect(csvLine(['1+1', 'a=b'])).toBe('"1+1","a=b"\r\n');
  });
});
