import type { UserId } from '@chat-app/contract';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { asId } from '../../../../../test/as-id.ts';
import type { StagePerson } from './stage-person.ts';
import { VideoTile } from './video-tile.tsx';

const bob: StagePerson = {
  id: asId<UserId>('bob'),
  name: 'Bob Ray',
  avatar: '',
  path: { phase: 'direct', roundTripMs: 12 },
  isSpeaking: false,
  isMuted: false,
  isSharing: false,
  isCameraOn: true,
  volume: 1,
};
const live = { stream: new MediaStream(), isFrozen: false, isWaiting: false };

const waiting = 'Waiting for the picture';
const relayed = 'No picture: the connection goes through the server';
const poor = 'Poor connection';
const busy = 'Your computer is busy';

function show(more: Partial<Parameters<typeof VideoTile>[0]> = {}) {
  const [onEnlarge, onVolume] = [vi.fn<() => void>(), vi.fn<(volume: number) => void>()];
  const plain = { person: bob, video: live, isBusy: false, isEnlarged: false, enlargeLabel: 'Enlarge Bob Ray' };
  render(<VideoTile {...plain} size="grid" barAt="bottom" onEnlarge={onEnlarge} onVolume={onVolume} {...more} />);
  return { onEnlarge, onVolume };
}

test('[CALL-450] a tile shows the picture with the name, the volume and the way of the connection', () => {
  show();
  const video = screen.getByLabelText<HTMLVideoElement>("Bob Ray's camera");
  expect([video.muted, video.autoplay, video.srcObject]).toEqual([true, true, live.stream]);
  expect(screen.getByText('Bob Ray')).toBeDefined();
  expect(screen.getByRole('slider', { name: 'Volume of Bob Ray' })).toBeDefined();
  expect(screen.getByText('Direct · 12 ms')).toBeDefined();
  expect(screen.queryByText('Poor connection')).toBeNull();
});

test('[CALL-450] a tile says who is muted, who speaks and who shares their screen', () => {
  show({ person: { ...bob, isMuted: true, isSpeaking: true, isSharing: true } });
  for (const text of ['is muted', 'is speaking', 'is sharing their screen']) {
    expect(screen.getByText(`Bob Ray ${text}`)).toBeDefined();
  }
});

test.each<[string, Partial<Parameters<typeof VideoTile>[0]>, string | null]>([
  ['until the first frame', { video: { ...live, isWaiting: true } }, waiting],
  ['without a direct connection', { video: null, person: { ...bob, path: { phase: 'relayed' } } }, relayed],
  ['while the camera is off', { video: null, person: { ...bob, isCameraOn: false } }, null],
  ['while the picture is frozen', { video: { ...live, isFrozen: true } }, poor],
  ['on a busy computer', { video: { ...live, isFrozen: true }, isBusy: true }, busy],
])('[CALL-451] [CALL-497] %s the tile says why there is no moving picture', (_when, props, expected) => {
  show(props);
  const said = [waiting, relayed, poor, busy].filter((text) => screen.queryByText(text) !== null);
  expect(said).toEqual(expected === null ? [] : [expected]);
  expect(screen.queryAllByLabelText("Bob Ray's camera")).toHaveLength(props.video === null ? 0 : 1);
});

test('[CALL-452] a click on a tile enlarges it', async () => {
  const { onEnlarge } = show();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Enlarge Bob Ray', pressed: false }));
  expect(onEnlarge).toHaveBeenCalledOnce();
});

test('[CALL-495] the picture is shown with its first frame, before the statistics know of it', () => {
  show({ video: { ...live, isWaiting: true } });
  fireEvent.loadedData(screen.getByLabelText("Bob Ray's camera"));
  expect(screen.queryByText(waiting)).toBeNull();
});

test('[CALL-497] a picture that is late says that the computer is busy, until it is there', () => {
  vi.useFakeTimers();
  show({ video: { ...live, isWaiting: true }, isBusy: true });
  const note = screen.getByRole('status');
  act(() => void vi.advanceTimersByTime(2_900));
  expect(note.textContent).toBe(waiting);
  act(() => void vi.advanceTimersByTime(200));
  expect(note.textContent).toBe(busy);
  fireEvent.loadedData(screen.getByLabelText("Bob Ray's camera"));
  expect(screen.queryByText(busy)).toBeNull();
});

test('[CALL-497] a late picture is not blamed on a computer that is not busy', () => {
  vi.useFakeTimers();
  show({ video: { ...live, isWaiting: true } });
  act(() => void vi.advanceTimersByTime(10_000));
  expect(screen.getByRole('status').textContent).toBe(waiting);
});
