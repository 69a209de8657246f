import { type ChatId, sendFile, uploadImage } from '@chat-app/contract';
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { asId } from '../../../test/as-id.ts';
import { people } from '../../../test/people.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';

const app = useOwnTestApp(() => ({ MAX_UPLOAD_MB: '2' }));
const { aVerifiedUser, anUnverifiedUser, aChat } = people(app);

const large = 3 * 1024 * 1024;
const tiny = 10;
/** An answer that is lost only sometimes needs many; `npm run test:all` runs the full number. */
const rounds = process.env['TESTS'] === 'all' ? 60 : 15;

interface Upload {
  readonly path: string;
  readonly cookie?: string | undefined;
  readonly bytes: number;
  readonly chatId?: ChatId;
}

/** Like many HTTP clients: writes the whole request, in two steps, and only then reads the response. */
async function send({ path, cookie, bytes, chatId }: Upload): Promise<number> {
  const before = [
    ...(chatId === undefined ? [] : [`--b\r\nContent-Disposition: form-data; name="chatId"\r\n\r\n${chatId}\r\n`]),
    `--b\r\nContent-Disposition: form-data; name="${path === sendFile.path ? 'file' : 'image'}"; filename="a.bin"\r\n\r\n`,
  ].join('');
  const body = `${before}${'x'.repeat(bytes)}\r\n--b--\r\n`;
  const socket = connect(Number(new URL(app.baseUrl).port), '127.0.0.1').pause();
  const written = (text: string) =>
    new Promise<void>((resolve, reject) => socket.write(text, (error) => (error ? reject(error) : resolve())));
  try {
    await once(socket, 'connect');
    await written(
      [
        `POST ${path} HTTP/1.1`,
        'Host: 127.0.0.1',
        ...(cookie === undefined ? [] : [`Cookie: session=${cookie}`]),
        'Content-Type: multipart/form-data; boundary=b',
        `Content-Length: ${body.length}`,
        '\r\n',
      ].join('\r\n'),
    );
    await written(body);
    const reading = once(socket, 'data');
    socket.resume();
    const [answer] = (await reading) as [Buffer];
    return Number(/^HTTP\/1\.1 (\d{3}) /.exec(String(answer))?.[1]);
  } finally {
    socket.destroy();
  }
}

test('[UP-200] every refused upload gets its answer', async () => {
  const [ann, bob, dee] = [await aVerifiedUser(), await aVerifiedUser(), await anUnverifiedUser()];
  const chatId = await aChat(ann, bob);
  const [verified, unverified] = [ann, dee].map(({ cookies }) => cookies.get('session'));
  const strangeChatId = asId<ChatId>('00000000-0000-7000-8000-000000000000');
  const refusals: Record<string, [status: number, Upload]> = {
    'without a session': [401, { path: sendFile.path, bytes: large }],
    'without a session, a tiny one': [401, { path: sendFile.path, bytes: tiny }],
    unverified: [403, { path: uploadImage.path, bytes: large, cookie: unverified }],
    'unverified, a tiny one': [403, { path: uploadImage.path, bytes: tiny, cookie: unverified }],
    'too large': [413, { path: sendFile.path, bytes: large, cookie: verified, chatId }],
    'into a strange chat': [404, { path: sendFile.path, bytes: 1_900_000, cookie: verified, chatId: strangeChatId }],
    'no image': [415, { path: uploadImage.path, bytes: tiny, cookie: verified }],
    'to nowhere': [404, { path: '/api/nowhere', bytes: large }],
  };
  const wrong: unknown[] = [];
  for (const [what, [expected, upload]] of Object.entries(refusals)) {
    for (let round = 0; round < rounds; round += 1) {
      const status = await send(upload);
      if (status !== expected) wrong.push({ what, round, status });
    }
  }
  expect(wrong).toEqual([]);
});
