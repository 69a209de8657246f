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

function Movable() {
  const [corner, setCorner] = useState(bottomRight);
  return (
    <>
      <output aria-label="Corner">{`${corner.vertical} ${corner.horizontal}`}</output>
      <OwnPicture
        stream={new MediaStream()}
        {...{ corner, isHidden: false, isBusy: false }}
        onMove={setCorner}
        onHide={() => {}}
      />
    </>
  );
}

test('[CALL-454] the arrow keys move the own picture into each corner', async () => {
  render(<Movable />);
  screen.getByRole('button', { name: 'Your picture. Move it with the arrow keys.' }).focus();
  const person = userEvent.setup();
  const places: (string | null)[] = [];
  for (const key of ['ArrowUp', 'ArrowLeft', 'ArrowDown', 'ArrowRight']) {
    // oxlint-disable-next-line no-await-in-loop -- one key after the other
    await person.keyboard(`{${key}}`);
    places.push(screen.getByLabelText('Corner').textContent);
  }
  expect(places).toEqual(['top right', 'top left', 'bottom left', 'bottom right']);
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
  render(<OwnPictureOver stream={new MediaStream()} isBusy={false} />);
  const person = userEvent.setup();
  expect(screen.getByLabelText('Your camera').className).toContain('-scale-x-100');
  await person.click(screen.getByRole('button', { name: 'Hide your picture' }));
  expect(screen.queryByLabelText('Your camera')).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Show your picture' }));
  expect(screen.getByLabelText('Your camera')).toBeDefined();
});

test('[CALL-497] instead of a picture that is late or too slow, the own one says that the computer is busy', () => {
  vi.useFakeTimers();
  const stream = new MediaStream();
  const { rerender } = render(<OwnVideo stream={stream} isBusy={false} />);
  const note = screen.getByRole('status');
  expect(note.textContent).toBe('');
  act(() => void vi.advanceTimersByTime(3_000));
  expect(note.textContent).toBe('Your computer is busy');
  fireEvent.loadedData(screen.getByLabelText('Your camera'));
  expect(note.textContent).toBe('');
  rerender(<OwnVideo stream={stream} isBusy />);
  expect(note.textContent).toBe('Your computer is busy');
  rerender(<OwnVideo stream={stream} isBusy={false} />);
  expect(note.textContent).toBe('');
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
  const [onEnlarge, onVolume] = [vi.fn<() => void>(), vi.fn<(volume: number) => void>()];
  const plain = { person: bob, video: live, isBusy: false, isEnlarged: false, enlargeLabel: 'Enlarge Bob Ray' };
  render(<VideoTile {...plain} size="grid" barAt="bottom" onEnlarge={onEnlarge} onVolume={onVolume} {...more} />);
  return { onEnlarge, onVolume };
}

test('[CALL-450] a tile shows the picture with the name, the volume, the way of the connection and what Bob does', () => {
  show({ person: { ...bob, isMuted: true, isSpeaking: true, isSharing: true } });
  const video = screen.getByLabelText<HTMLVideoElement>("Bob Ray's camera");
  expect([video.muted, video.autoplay, video.srcObject]).toEqual([true, true, live.stream]);
  expect(screen.getByRole('slider', { name: 'Volume of Bob Ray' })).toBeDefined();
  for (const text of [
    'Bob Ray',
    'Direct · 12 ms',
    ...['muted', 'speaking', 'sharing their screen'].map((what) => `Bob Ray is ${what}`),
  ]) {
    expect(screen.getByText(text)).toBeDefined();
  }
  expect(screen.queryByText(poor)).toBeNull();
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

test.each([
  [true, busy],
  [false, waiting],
])(
  '[CALL-495] [CALL-497] until its first frame, a late picture says whether the computer is busy (%s)',
  (isBusy, late) => {
    vi.useFakeTimers();
    show({ video: { ...live, isWaiting: true }, isBusy });
    const note = screen.getByRole('status');
    act(() => void vi.advanceTimersByTime(2_900));
    expect(note.textContent).toBe(waiting);
    act(() => void vi.advanceTimersByTime(200));
    expect(note.textContent).toBe(late);
    act(() => void vi.advanceTimersByTime(10_000));
    expect(note.textContent).toBe(late);
    // Before the statistics know of it.
    fireEvent.loadedData(screen.getByLabelText("Bob Ray's camera"));
    expect([waiting, busy].filter((text) => screen.queryByText(text))).toEqual([]);
  },
);
