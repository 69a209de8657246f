import type { UserId } from '@chat-app/contract';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { asId } from '../../../../../test/as-id.ts';
import { cornerAfterKey, nearestCorner } from './corner.ts';
import type { Corner } from './corner.ts';
import { OwnPictureOver } from './own-picture-over.tsx';
import { OwnPicture, OwnVideo } from './own-picture.tsx';
import type { StagePerson } from './stage-person.ts';
import { VideoTile } from './video-tile.tsx';

const bottomRight: Corner = { vertical: 'bottom', horizontal: 'right' };
const area = { x: 100, y: 100, width: 400, height: 200 };

test('[CALL-454] a dropped picture goes to the nearest corner, and other keys than arrows move nothing', () => {
  const rows: [x: number, y: number, Corner][] = [
    [110, 110, { vertical: 'top', horizontal: 'left' }],
    [490, 110, { vertical: 'top', horizontal: 'right' }],
    [299, 250, { vertical: 'bottom', horizontal: 'left' }],
    [301, 299, bottomRight],
  ];
  expect(rows.map(([x, y]) => [x, y, nearestCorner({ x, y }, area)])).toEqual(rows);
  expect(cornerAfterKey(bottomRight, 'Enter')).toBeNull();
});

const own = { stream: new MediaStream(), isBusy: false };

function Movable() {
  const [corner, setCorner] = useState(bottomRight);
  return (
    <>
      <output aria-label="Corner">{`${corner.vertical} ${corner.horizontal}`}</output>
      <OwnPicture {...own} corner={corner} isHidden={false} onMove={setCorner} onHide={() => {}} />
    </>
  );
}

test('[CALL-454] the arrow keys move the own picture into each corner', async () => {
  render(<Movable />);
  screen.getByRole('button', { name: 'Your picture. Move it with the arrow keys.' }).focus();
  for (const [key, corner] of [
    ['ArrowUp', 'top right'],
    ['ArrowLeft', 'top left'],
    ['ArrowDown', 'bottom left'],
    ['ArrowRight', 'bottom right'],
  ]) {
    // oxlint-disable-next-line no-await-in-loop -- one key after the other
    await userEvent.keyboard(`{${key}}`);
    expect([key, screen.getByLabelText('Corner').textContent]).toEqual([key, corner]);
  }
});

test('[CALL-454] dragged by mouse or finger, the own picture goes to the nearest corner', () => {
  render(<Movable />);
  const handle = screen.getByRole('button', { name: /^Your picture/ });
  handle.setPointerCapture = () => {};
  const picture = handle.parentElement as HTMLElement;
  Object.defineProperty(picture, 'offsetParent', { value: { getBoundingClientRect: () => area } });
  picture.getBoundingClientRect = () => ({ x: 110, y: 110, width: 80, height: 60 }) as DOMRect;
  fireEvent.pointerDown(handle, { button: 0, clientX: 400, clientY: 250 });
  fireEvent.pointerMove(handle, { clientX: 150, clientY: 140 });
  expect(picture.style.translate).toBe('-250px -110px');
  fireEvent.pointerUp(handle);
  expect([screen.getByLabelText('Corner').textContent, picture.style.translate]).toEqual(['top left', '']);
});

test('[CALL-454] the own picture is mirrored, and one click hides it and shows it again', async () => {
  render(<OwnPictureOver {...own} />);
  const person = userEvent.setup();
  expect(screen.getByLabelText('Your camera').className).toContain('-scale-x-100');
  await person.click(screen.getByRole('button', { name: 'Hide your picture' }));
  expect(screen.queryByLabelText('Your camera')).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Show your picture' }));
  expect(screen.getByLabelText('Your camera')).toBeDefined();
});

test('[CALL-497] instead of a picture that is late or too slow, the own one says that the computer is busy', () => {
  vi.useFakeTimers();
  const { rerender } = render(<OwnVideo {...own} />);
  const note = screen.getByRole('status');
  const said = [note.textContent];
  for (const happen of [
    () => act(() => void vi.advanceTimersByTime(3_000)),
    () => fireEvent.loadedData(screen.getByLabelText('Your camera')),
    () => rerender(<OwnVideo {...own} isBusy />),
    () => rerender(<OwnVideo {...own} />),
  ]) {
    happen();
    said.push(note.textContent);
  }
  expect(said).toEqual(['', busy, '', busy, '']);
});

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
  const onEnlarge = vi.fn<() => void>();
  const plain = { person: bob, video: live, isBusy: false, isEnlarged: false, enlargeLabel: 'Enlarge Bob Ray' };
  render(<VideoTile {...plain} size="grid" barAt="bottom" onEnlarge={onEnlarge} onVolume={() => {}} {...more} />);
  return { onEnlarge };
}

test('[CALL-450] [CALL-452] a tile shows the picture, name, volume, connection and what Bob does; a click enlarges it', async () => {
  const { onEnlarge } = show({ person: { ...bob, isMuted: true, isSpeaking: true, isSharing: true } });
  const video = screen.getByLabelText<HTMLVideoElement>("Bob Ray's camera");
  expect([video.muted, video.autoplay, video.srcObject]).toEqual([true, true, live.stream]);
  expect(screen.getByRole('slider', { name: 'Volume of Bob Ray' })).toBeDefined();
  const does = ['muted', 'speaking', 'sharing their screen'].map((what) => `Bob Ray is ${what}`);
  const texts = ['Bob Ray', 'Direct · 12 ms', ...does, poor].filter((text) => screen.queryByText(text));
  expect(texts).toEqual(['Bob Ray', 'Direct · 12 ms', ...does]);
  await userEvent.click(screen.getByRole('button', { name: 'Enlarge Bob Ray', pressed: false }));
  expect(onEnlarge).toHaveBeenCalledOnce();
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

test.each([
  [true, busy],
  [false, waiting],
])(
  '[CALL-495] [CALL-497] until its first frame, a late picture says whether the computer is busy (%s)',
  (isBusy, late) => {
    vi.useFakeTimers();
    show({ video: { ...live, isWaiting: true }, isBusy });
    const said = [2_900, 200, 10_000].map((ms) => {
      act(() => void vi.advanceTimersByTime(ms));
      return screen.getByRole('status').textContent;
    });
    expect(said).toEqual([waiting, late, late]);
    // Before the statistics know of it.
    fireEvent.loadedData(screen.getByLabelText("Bob Ray's camera"));
    expect([waiting, busy].filter((text) => screen.queryByText(text))).toEqual([]);
  },
);
