import type { UserId } from '@chat-app/contract';
import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { asId } from '../../../../test/as-id.ts';
import { aChat, bob } from '../../../../test/chats.ts';
import { serverStats } from '../../../rtc/media-stats.ts';
import type { ParticipantStats } from '../../../rtc/media-stats.ts';
import type { AudioPath } from '../session/call-events.ts';
import { newCall } from '../session/call-machine.ts';
import type { CallSession } from '../session/call-session.ts';
import { formatDuration } from './call-duration.ts';
import { gridFor } from './call-grid.ts';
import { CallStatistics, rowsOf } from './call-statistics.tsx';
import { VerificationBadge, VerificationList } from './verification.tsx';

test('[CALL-26] the others are shown in a grid, with a clock', () => {
  const sizes = [1, 2, 3, 4, 5, 6, 7, 9].map((count) => {
    const { columns, rows } = gridFor(count);
    return `${columns}x${rows}`;
  });
  expect(sizes).toEqual(['1x1', '2x1', '2x2', '2x2', '3x2', '3x2', '3x3', '3x3']);
  expect([-5, 7_900, 754_000, 3_723_000].map(formatDuration)).toEqual(['0:00', '0:07', '12:34', '1:02:03']);
});

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
  const readStats = vi.fn<CallSession['readStats']>(async () => new Map([[bob._id, measured]]));
  const members = [{ _id: bob._id, name: 'Bob Ray', avatar: '' }];
  const { unmount } = render(<CallStatistics chat={aChat(1, { members })} session={{ readStats }} />);
  await act(() => vi.advanceTimersByTimeAsync(4_100));
  expect(readStats).toHaveBeenCalledTimes(3);
  expect(screen.getByRole('table', { name: 'Bob Ray' })).toBeDefined();
  unmount();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(readStats).toHaveBeenCalledTimes(3);
});

const direct: AudioPath = { phase: 'direct', roundTripMs: null };
const sessionWith = (emoji: readonly string[] | null) =>
  ({ verificationOf: async () => emoji }) as Partial<CallSession> as CallSession;

function showList(path: AudioPath) {
  const call = { ...newCall(asId<UserId>('me')), others: [{ id: bob._id, path }] };
  render(<VerificationList chat={aChat(1)} session={sessionWith(null)} call={call} />);
}

test('[CALL-460] a connection without emoji, or through the server, is said to be unverifiable', async () => {
  showList(direct);
  expect(screen.getByText('Connecting...')).toBeDefined();
  expect(await screen.findByText('Cannot be verified')).toBeDefined();
  showList({ phase: 'relayed' });
  expect(screen.getByText('Not possible through the server')).toBeDefined();
});

test('[CALL-460] what the emoji prove is written beside them', async () => {
  const parts = { session: sessionWith(['🐶', '🐱', '🐭', '🐹']), userId: bob._id, path: direct, onExplain: () => {} };
  render(<VerificationBadge {...parts} />);
  expect(await screen.findByText('🐶🐱🐭🐹')).toBeDefined();
  expect(screen.getByText(/nobody sits between you/)).toBeDefined();
});
