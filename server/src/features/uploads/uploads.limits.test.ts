import { sendFile, uploadImage } from '@chat-app/contract';
import { expect, test, vi } from 'vitest';
import { beginUpload } from '../../../test/begin-upload.ts';
import { people } from '../../../test/people.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';
import { anImage } from './an-image.fixture.ts';

const app = useOwnTestApp(() => ({ MAX_UPLOAD_MB: '2', RATE_LIMITS: 'on' }));
const { aChat, aVerifiedUser } = people(app);

test('[UP-4] one person can upload at most a hundred files of the maximum size in a day; one in progress counts with that size', async () => {
  const [ann, bob] = [await aVerifiedUser(), await aVerifiedUser()];
  const chatId = await aChat(ann, bob);
  const picture = await anImage();
  const send = async (person = ann) =>
    (await person.upload(sendFile, new Blob(['some text']), 'a.txt', { chatId })).status;
  const draw = () => ann.upload(uploadImage, picture);
  expect([await send(), (await draw()).status]).toEqual([201, 201]);

  const { sql } = app.database;
  await sql`update uploads set bytes = 100 * 1024 * 1024 where owner_id = ${ann.user.id}`;
  const message = '200 MB a day are all that one person can leave here';
  expect(await draw()).toMatchObject({ status: 413, body: { code: 'too_large', message } });
  expect([await send(), await send(bob)]).toEqual([413, 201]);

  await sql`update uploads set created_at = now() - interval '25 hours' where owner_id = ${ann.user.id}`;
  expect([await send(), (await draw()).status]).toEqual([201, 201]);
  // 199 MB are those of the last day.
  await sql`update uploads set bytes = 199 * 512 * 1024 where owner_id = ${ann.user.id}`;
  const slow = beginUpload(ann, sendFile.path, { fields: { chatId }, beginning: 'the beginning' });
  const countIs = (count: number) =>
    vi.waitFor(async () => expect(await sql`select from uploads where owner_id = ${ann.user.id}`).toHaveLength(count));
  await countIs(5);
  expect(await send()).toBe(413);
  slow.abort();
  await countIs(4);
  expect(await send()).toBe(201);
});
