import type { UserId } from '@chat-app/contract';
import { render, screen } from '@testing-library/react';
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

function show(more: Partial<Parameters<typeof VideoTile>[0]> = {}) {
  const [onEnlarge, onVolume] = [vi.fn<() => void>(), vi.fn<(volume: number) => void>()];
  render(
    <VideoTile
      {...{ person: bob, video: live, size: 'grid', barAt: 'bottom', isEnlarged: false, onEnlarge, onVolume }}
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
