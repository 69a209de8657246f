import type { UserId } from '@chat-app/contract';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
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

afterEach(() => void vi.useRealTimers());

function show(more: Partial<Parameters<typeof VideoTile>[0]> = {}) {
  const [onEnlarge, onVolume] = [vi.fn<() => void>(), vi.fn<(volume: number) => void>()];
  render(
    <VideoTile
      {...{
        person: bob,
        video: live,
        isBusy: false,
        size: 'grid',
        barAt: 'bottom',
        isEnlarged: false,
        onEnlarge,
        onVolume,
      }}
      enlargeLabel="Enlarge Bob Ray"
      {...more}
    />,
  );
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

test('[CALL-451] until the first frame there is the avatar, and why', () => {
  show({ video: { ...live, isWaiting: true } });
  expect(screen.getByText('Waiting for the picture')).toBeDefined();
});

test('[CALL-451] without a direct connection the tile says that there is no picture', () => {
  show({ video: null, person: { ...bob, path: { phase: 'relayed' } } });
  expect(screen.getByText('No picture: the connection goes through the server')).toBeDefined();
  expect(screen.queryByText('Waiting for the picture')).toBeNull();
});

test('[CALL-451] nobody waits for the picture of a camera that is off', () => {
  show({ video: null, person: { ...bob, isCameraOn: false } });
  expect(screen.queryByText('Waiting for the picture')).toBeNull();
});

test('[CALL-451] a frozen picture stays visible and is said to be poor', () => {
  show({ video: { ...live, isFrozen: true } });
  expect(screen.getByText('Poor connection')).toBeDefined();
  expect(screen.getByLabelText("Bob Ray's camera")).toBeDefined();
});

test('[CALL-452] a click on a tile enlarges it', async () => {
  const { onEnlarge } = show();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Enlarge Bob Ray', pressed: false }));
  expect(onEnlarge).toHaveBeenCalledOnce();
});

test('[CALL-495] the picture is shown with its first frame, before the statistics know of it', () => {
  show({ video: { ...live, isWaiting: true } });
  fireEvent.loadedData(screen.getByLabelText("Bob Ray's camera"));
  expect(screen.queryByText('Waiting for the picture')).toBeNull();
});

test('[CALL-497] a picture that is late says that the computer is busy, until it is there', () => {
  vi.useFakeTimers();
  show({ video: { ...live, isWaiting: true }, isBusy: true });
  const note = screen.getByRole('status');
  act(() => void vi.advanceTimersByTime(2_900));
  expect(note.textContent).toBe('Waiting for the picture');
  act(() => void vi.advanceTimersByTime(200));
  expect(note.textContent).toBe('Your computer is busy');
  fireEvent.loadedData(screen.getByLabelText("Bob Ray's camera"));
  expect(screen.queryByText('Your computer is busy')).toBeNull();
});

test('[CALL-497] a late picture is not blamed on a computer that is not busy', () => {
  vi.useFakeTimers();
  show({ video: { ...live, isWaiting: true } });
  act(() => void vi.advanceTimersByTime(10_000));
  expect(screen.getByRole('status').textContent).toBe('Waiting for the picture');
});

test('[CALL-497] a frozen picture is blamed on the computer while that is busy', () => {
  show({ video: { ...live, isFrozen: true }, isBusy: true });
  expect(screen.getByText('Your computer is busy')).toBeDefined();
  expect(screen.queryByText('Poor connection')).toBeNull();
});
