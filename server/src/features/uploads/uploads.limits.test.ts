import { sendFile, uploadImage } from '@chat-app/contract';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { people } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';

const app = useTestApp(() => ({ MAX_UPLOAD_MB: '2', RATE_LIMITS: 'on' }));
const { aChat, aVerifiedUser } = people(app);

test('[UP-4] nobody fills the disk alone: a hundred files of the largest size are all one can send in a day', async () => {
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
    status: 507,
    body: { code: 'storage_full', message: '200 MB a day are all that one person can send here' },
  });
  expect((await draw(ann)).status).toBe(507);
  expect((await send(bob)).status).toBe(201);

  await app.database.sql`update uploads set created_at = now() - interval '25 hours' where owner_id = ${ann.user.id}`;
  expect([(await send(ann)).status, (await draw(ann)).status]).toEqual([201, 201]);
});
