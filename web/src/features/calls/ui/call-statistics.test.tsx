import type { UserId } from '@chat-app/contract';
import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { asId } from '../../../../test/as-id.ts';
import { aChat, bob } from '../../../../test/chats.ts';
import { serverStats } from '../../../rtc/media-stats.ts';
import type { ParticipantStats } from '../../../rtc/media-stats.ts';
import { CallStatistics, rowsOf } from './call-statistics.tsx';

const measured: ParticipantStats = {
  path: 'relay (TURN)',
  roundTripMs: 41.6,
  audioCodec: 'opus',
  videoCodec: 'VP8',
  lossPercent: 0.25,
  sentKbps: 1_204.3,
  receivedKbps: 980,
  framesPerSecond: 29.7,
  width: 1280,
  height: 720,
};

test('[CALL-462] the statistics name path, codecs, round trip, loss, picture and bit rates, or show a dash', () => {
  expect(Object.fromEntries(rowsOf(measured))).toEqual({
    Path: 'Relay (TURN)',
    'Round trip': '42 ms',
    'Packets lost': '0.3 %',
    Sound: 'opus',
    Video: 'VP8',
    Picture: '1280 × 720, 30 fps',
    Sent: '1,204 kbit/s',
    Received: '980 kbit/s',
  });
  expect(rowsOf(serverStats).map(([, value]) => value)).toEqual(['Via server', '–', '–', '–', '–', '–', '–', '–']);
});

test('[CALL-462] the statistics are read every two seconds, and only while they are shown', async () => {
  vi.useFakeTimers();
  const readStats = vi.fn<() => Promise<ReadonlyMap<UserId, ParticipantStats>>>(
    async () => new Map([[asId<UserId>(bob._id), measured]]),
  );
  const members = [{ _id: bob._id, name: 'Bob Ray', avatar: '' }];
  const { unmount } = render(<CallStatistics chat={aChat(1, { members })} session={{ readStats }} />);
  await act(() => vi.advanceTimersByTimeAsync(4_100));
  expect(readStats).toHaveBeenCalledTimes(3);
  expect(screen.getByRole('table', { name: 'Bob Ray' })).toBeDefined();
  unmount();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(readStats).toHaveBeenCalledTimes(3);
});
