import { sendFile, uploadImage } from '@chat-app/contract';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { beginUpload } from '../../../test/begin-upload.ts';
import { people } from '../../../test/people.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';

const app = useOwnTestApp(() => ({ MAX_UPLOAD_MB: '2', RATE_LIMITS: 'on' }));
const { aChat, aVerifiedUser } = people(app);

test('[UP-4] one person can upload at most a hundred files of the maximum size in a day', async () => {
  const [ann, bob] = [await aVerifiedUser(), await aVerifiedUser()];
  const chatId = await aChat(ann, bob);
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const send = (person: typeof ann) => person.upload(sendFile, new Blob(['some text']), 'a.txt', { chatId });
  const draw = (person: typeof ann) => person.upload(uploadImage, new Blob([new Uint8Array(picture)]));
  expect([(await send(ann)).status, (await draw(ann)).status]).toEqual([201, 201]);

  await app.database.sql`update uploads set bytes = 200 * 1024 * 1024 where owner_id = ${ann.user.id}`;
  expect(await send(ann)).toMatchObject({
    status: 413,
    body: { code: 'too_large', message: '200 MB a day are all that one person can leave here' },
  });
  expect((await draw(ann)).status).toBe(413);
  expect((await send(bob)).status).toBe(201);

  await app.database.sql`update uploads set created_at = now() - interval '25 hours' where owner_id = ${ann.user.id}`;
  expect([(await send(ann)).status, (await draw(ann)).status]).toEqual([201, 201]);
});

test('[UP-4] an upload in progress counts with its maximum size', async () => {
  const [ann, bob] = [await aVerifiedUser(), await aVerifiedUser()];
  const chatId = await aChat(ann, bob);
  const send = () => ann.upload(sendFile, new Blob(['some text']), 'a.txt', { chatId });
  expect((await send()).status).toBe(201);
  await app.database.sql`update uploads set bytes = 199 * 1024 * 1024 where owner_id = ${ann.user.id}`;

  const slow = beginUpload(ann, sendFile.path, { fields: { chatId }, beginning: 'the beginning' });
  const countIs = (count: number) =>
    vi.waitFor(async () =>
      expect(await app.database.sql`select from uploads where owner_id = ${ann.user.id}`).toHaveLength(count),
    );
  await countIs(2);
  expect((await send()).status).toBe(413);
  slow.abort();
  await countIs(1);
  expect((await send()).status).toBe(201);
});
