import { act, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { cornerAfterKey, nearestCorner } from './corner.ts';
import type { Corner } from './corner.ts';
import { OwnPictureOver } from './own-picture-over.tsx';
import { OwnPicture, OwnVideo } from './own-picture.tsx';

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
