import { PassThrough } from 'node:stream';
import { afterEach, expect, test, vi } from 'vitest';
import { endWhenSlow } from './slow-readers.ts';

afterEach(() => void vi.useRealTimers());

test('[AUTH-360] a client that takes less than 4 KB a second ends its download; a slow server does not', () => {
  vi.useFakeTimers();
  const outcomes = [
    { client: 'reads nothing', bytesPerMinute: 0, isFull: true },
    { client: 'reads slowly', bytesPerMinute: 200 * 1024, isFull: true },
    { client: 'reads on a slow line', bytesPerMinute: 400 * 1024, isFull: true },
    { client: 'waits for the server', bytesPerMinute: 0, isFull: false },
  ].map(({ client, bytesPerMinute, isFull }) => {
    const stream = new PassThrough();
    stream.on('error', () => {});
    const socket = { bytesWritten: 0, writableLength: isFull ? 1 : 0 };
    endWhenSlow(stream, socket);
    for (let minute = 0; minute < 3; minute += 1) {
      socket.bytesWritten += bytesPerMinute;
      vi.advanceTimersByTime(60_000);
    }
    const hasEnded = stream.destroyed;
    stream.destroy();
    return { client, hasEnded };
  });
  expect(outcomes).toEqual([
    { client: 'reads nothing', hasEnded: true },
    { client: 'reads slowly', hasEnded: true },
    { client: 'reads on a slow line', hasEnded: false },
    { client: 'waits for the server', hasEnded: false },
  ]);
});
