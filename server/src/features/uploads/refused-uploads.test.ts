import { type ChatId, sendFile, uploadImage } from '@chat-app/contract';
import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { people } from '../../../test/people.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';

const app = useOwnTestApp(() => ({ MAX_UPLOAD_MB: '2' }));
const { aVerifiedUser, anUnverifiedUser, aChat } = people(app);

const large = 3 * 1024 * 1024;
const tiny = 10;
const rounds = 60;

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

async function sendMany(upload: Upload): Promise<number[]> {
  const statuses: number[] = [];
  for (let round = 0; round < rounds; round += 1) statuses.push(await send(upload));
  return statuses;
}

const all = (status: number) => Array.from({ length: rounds }, () => status);

let verified: string | undefined;
let unverified: string | undefined;
let chatId: ChatId;
const strangeChatId = '00000000-0000-7000-8000-000000000000';
beforeAll(async () => {
  const [ann, bob] = [await aVerifiedUser(), await aVerifiedUser()];
  chatId = await aChat(ann, bob);
  verified = ann.cookies.get('session');
  unverified = (await anUnverifiedUser()).cookies.get('session');
});

test.each([
  ['without a session', () => ({ path: sendFile.path, bytes: large }), 401],
  ['without a session, a tiny one', () => ({ path: sendFile.path, bytes: tiny }), 401],
  ['unverified', () => ({ path: uploadImage.path, bytes: large, cookie: unverified }), 403],
  ['unverified, a tiny one', () => ({ path: uploadImage.path, bytes: tiny, cookie: unverified }), 403],
  ['too large', () => ({ path: sendFile.path, bytes: large, cookie: verified, chatId }), 413],
  [
    'into a strange chat',
    () => ({ path: sendFile.path, bytes: 1_900_000, cookie: verified, chatId: strangeChatId }),
    404,
  ],
  ['no image', () => ({ path: uploadImage.path, bytes: tiny, cookie: verified }), 415],
  ['to nowhere', () => ({ path: '/api/nowhere', bytes: large }), 404],
])(
  '[UP-200] every refused upload gets its answer: %s',
  async (_, upload, status) => {
    expect(await sendMany(upload())).toEqual(all(status));
  },
  120_000,
);
