import { expect, test, vi } from 'vitest';
import { idOf } from '../../../../test/chats.ts';
import { openCallWindow, startOfMoved } from './open-call-window.ts';

/** The window of the call as the opening page sees it. */
function standInWindow(search = '') {
  const opened = {
    document: { documentElement: { style: {} } },
    location: { pathname: `/voice-call/${idOf(1)}`, search, replace: vi.fn<(path: string) => void>() },
    focus: () => {},
  };
  vi.stubGlobal('open', () => opened);
  return opened.location;
}

test.each([
  [{ isMuted: true, isCameraOn: true }, '?muted&camera'],
  [{ isMuted: true, isCameraOn: false }, '?muted'],
  [{ isMuted: false, isCameraOn: true }, '?camera'],
])('[CALL-485] a call that moves to a window stays %o', (moved, search) => {
  const location = standInWindow();
  openCallWindow(idOf(1), { isGroup: false, kind: 'voice', moved })?.enter();
  expect(location.replace).toHaveBeenCalledWith(`/voice-call/${idOf(1)}${search}`);
  expect(startOfMoved(new URLSearchParams(search))).toMatchObject(moved);
});

test('[CALL-485] a call that begins in a window has an open microphone and no camera', () => {
  expect(startOfMoved(new URLSearchParams())).toBeNull();
});

test.each(['', '?muted&camera'])('[CALL-456] a window with a call (%o) is not left for a preview', (search) => {
  standInWindow(search);
  expect(openCallWindow(idOf(1), { isGroup: false, kind: 'video' })?.isOpen).toBe(true);
});
