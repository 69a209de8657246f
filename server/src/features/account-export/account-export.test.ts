import * as contract from '@chat-app/contract';
import { describe, expect, test, vi } from 'vitest';
import { type Person, people } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';
import { unzip } from '../../../test/unzip.ts';

const app = useTestApp();
const { aChat, anotherDevice, aVerifiedUser } = people(app);

const say = async (person: Person, chatId: contract.ChatId, content: string) =>
  (await person.call(contract.sendMessage, { chatId, content, type: 'text' })).body.message;

const request = (person: Person, signal?: AbortSignal) =>
  fetch(person.baseUrl + contract.exportAccount.path, {
    headers: { cookie: `session=${person.cookies.get('session')}` },
    ...(signal && { signal }),
  });

/** The texts of the archive, by path. */
async function exportOf(person: Person) {
  const response = await request(person);
  expect(response.status).toBe(200);
  const files = unzip(Buffer.from(await response.arrayBuffer()));
  const textOf = (path: string) => files.get(path)?.toString() ?? '';
  const jsonOf = (path: string) => JSON.parse(textOf(path)) as unknown;
  return { paths: [...files.keys()], textOf, jsonOf, response };
}

describe('[AUTH-360] an export', () => {
  test('contains profile, friends, chats with all messages, and the own files', async () => {
    const [ann, bob] = [await aVerifiedUser({ name: 'Ann' }), await aVerifiedUser({ name: 'Bob' })];
    const chatId = await aChat(ann, bob);
    for (let page = 0; page < 6; page += 1)
      await Promise.all(Array.from({ length: 20 }, (_, index) => say(bob, chatId, `Message ${page} ${index}`)));
    await say(ann, chatId, `Hello <@${bob.user.id}>`);
    const { body } = await ann.upload(contract.sendFile, new Blob(['the plan']), 'plan.txt', { chatId });
    await bob.upload(contract.sendFile, new Blob(["Bob's own"]), 'secret.txt', { chatId });

    const { paths, textOf, jsonOf, response } = await exportOf(ann);
    expect(response.headers.get('content-type')).toBe('application/zip');
    expect(response.headers.get('content-disposition')).toContain('attachment');
    expect(jsonOf('profile.json')).toMatchObject({ name: 'Ann', email: ann.email });
    expect(jsonOf('friends.json')).toMatchObject([{ name: 'Bob', email: bob.email }]);
    const messages = jsonOf('chats/1-Bob/messages.json') as contract.Message[];
    expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, index) => index + 1));
    expect(messages).toHaveLength(123);
    const page = textOf('chats/1-Bob/messages.html');
    expect(page.match(/<article>/g)).toHaveLength(123);
    expect(textOf('index.html')).toContain('chats/1-Bob/messages.html');
    const fileName = body.message.url?.split('/').at(-1) ?? '';
    expect(paths.filter((path) => path.startsWith('files/'))).toEqual([`files/${fileName}`]);
    expect(textOf(`files/${fileName}`)).toBe('the plan');
    for (const text of ['Hello @Bob', `../../files/${fileName}`]) expect(page).toContain(text);
    // Bob's file is not in it.
    expect(page.match(/<a href/g)).toHaveLength(1);
    expect(jsonOf('files.json')).toMatchObject([{ fileName, name: 'plan.txt', bytes: 8 }]);
  });

  test('contains no message that the person cannot read, and nothing of chats they left', async () => {
    const [ann, bob, cat] = [await aVerifiedUser(), await aVerifiedUser(), await aVerifiedUser()];
    const [groupId, eve] = [await aChat(ann, bob, cat), await aVerifiedUser()];
    await aChat(ann, eve);
    await say(bob, groupId, 'Before Eve');
    await ann.call(contract.addMembers, { chatId: groupId, members: [eve.user.id] });
    const gone = await say(bob, groupId, 'Deleted again');
    await bob.call(contract.deleteMessage, { messageId: gone._id });
    await say(bob, groupId, 'For Eve');
    const whole = ({ paths, textOf }: Awaited<ReturnType<typeof exportOf>>) => paths.map(textOf).join('\n');
    const text = whole(await exportOf(eve));
    const known = ['For Eve', 'Before Eve', 'Deleted again'].filter((content) => text.includes(content));
    expect(known).toEqual(['For Eve']);
    await eve.call(contract.leaveChat, { chatId: groupId });
    expect(whole(await exportOf(eve))).not.toContain('For Eve');
  });

  test('shows hostile texts and names as what they are, and copes with letters that take two units', async () => {
    const [ann, bob] = [await aVerifiedUser(), await aVerifiedUser({ name: '<b>Bob</b>' })];
    const groupId = await aChat(ann, bob, await aVerifiedUser());
    await ann.call(contract.editChat, { chatId: groupId, name: '../../etc <script>' });
    await say(bob, groupId, `</p><script>alert(1)</script>`);
    const { paths, textOf } = await exportOf(ann);
    for (const path of paths) {
      expect(path).toMatch(/^(?:[^/]+|chats\/[^/]+\/messages\.(?:json|html)|files\/[^/]+)$/);
      expect(path).not.toContain('..');
    }
    for (const path of paths.filter((one) => one.endsWith('.html'))) {
      expect(textOf(path)).not.toMatch(/<script|<b>Bob/);
      expect(textOf(path)).toContain("default-src 'none'");
    }
    await ann.call(contract.editChat, { chatId: groupId, name: `a${'𝓐'.repeat(45)}` });
    expect((await exportOf(ann)).paths.join()).toContain(`a${'𝓐'.repeat(39)}/`);
  });

  test('runs once at a time; when it is cancelled, another one can start', async () => {
    const [ann, bob] = [await aVerifiedUser(), await aVerifiedUser()];
    const chatId = await aChat(ann, bob);
    // More than the buffers between server and client hold.
    const megabytes = Buffer.alloc(30 * 1024 * 1024, 'x');
    await ann.upload(contract.sendFile, new Blob([megabytes]), 'large.bin', { chatId });
    const cancel = new AbortController();
    const reader = (await request(ann, cancel.signal)).body?.getReader();
    await reader?.read();
    const second = await request(ann);
    expect([second.status, await second.json()]).toMatchObject([429, { code: 'rate_limited' }]);
    cancel.abort();
    await vi.waitUntil(async () => {
      const response = await request(ann);
      await response.arrayBuffer();
      return response.status === 200;
    });
  });

  test('[AUTH-362] ends with its session, and cannot be started by another site', async () => {
    const [ann, bob] = [await aVerifiedUser(), await aVerifiedUser()];
    const chatId = await aChat(ann, bob);
    const megabytes = Buffer.alloc(20 * 1024 * 1024, 'x');
    for (const name of ['one.bin', 'two.bin'])
      await ann.upload(contract.sendFile, new Blob([megabytes]), name, { chatId });
    const foreign = await fetch(ann.baseUrl + contract.exportAccount.path, {
      headers: { cookie: `session=${ann.cookies.get('session')}`, 'sec-fetch-site': 'cross-site' },
    });
    expect([foreign.status, await foreign.json()]).toMatchObject([403, { code: 'cross_site' }]);
    const owner = await anotherDevice(ann);
    const reader = (await request(ann)).body?.getReader();
    await reader?.read();
    await owner.call(contract.updatePassword, { oldPassword: ann.password, newPassword: 'Changed1#' });
    const readOn = async () => {
      while (!(await reader?.read())?.done);
    };
    await expect(readOn()).rejects.toThrow('terminated');
  });

  test('has an empty file for one that is missing in the storage; HEAD answers without an export', async () => {
    const ann = await aVerifiedUser();
    const fileName = `${'a'.repeat(43)}.png`;
    await app.database.sql`
      insert into uploads (file_name, owner_id, kind, content_type, bytes)
      values (${fileName}, ${ann.user.id}, 'image', 'image/png', 4)`;
    const head = await ann.send('HEAD', contract.exportAccount.path);
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'application/zip']);
    const { textOf, paths } = await exportOf(ann);
    expect(paths).toEqual(expect.arrayContaining(['profile.json', `files/${fileName}`]));
    expect(textOf(`files/${fileName}`)).toBe('');
  });
});
