import { expect, test, vi } from 'vitest';
import { idOf } from '../../../../test/chats.ts';
import { forgetMovedCall, readMovedCall, storeMovedCall } from './moved-call.ts';
import { openCallWindow } from './open-call-window.ts';

/** The window of the call as the opening page sees it. */
function standInWindow() {
  const opened = {
    document: { documentElement: { style: {} } },
    location: { pathname: `/voice-call/${idOf(1)}`, search: '', replace: vi.fn<(path: string) => void>() },
    sessionStorage,
    focus: () => {},
  };
  vi.stubGlobal('open', () => opened);
  return opened.location;
}

const choice = { microphoneId: 'headset', cameraId: null, isBlurWanted: false };

test.each([
  { ...choice, isMuted: true, isCameraOn: true, cameraId: 'external', isBlurWanted: true },
  { ...choice, isMuted: true, isCameraOn: false, isBlurWanted: true },
  { ...choice, isMuted: false, isCameraOn: true },
])('[CALL-485] a call that moves to a window stays %o, and a reload of the window begins a new call', (moved) => {
  const location = standInWindow();
  openCallWindow(idOf(1), { isGroup: false, kind: 'voice' })?.enter((opened) => storeMovedCall(opened, moved));
  // An address could be a link that turns somebody's camera on.
  expect(location.replace).toHaveBeenCalledWith(`/voice-call/${idOf(1)}`);
  expect(readMovedCall()).toEqual(moved);
  forgetMovedCall();
  expect(readMovedCall()).toBeNull();
});

test('[CALL-485] what is stored and cannot be read begins as a new call', () => {
  const read = ['{broken', '"muted"', '{"isMuted":true}'].map((stored) => {
    sessionStorage.setItem('chat-app.moved-call', stored);
    return readMovedCall();
  });
  expect(read).toEqual([null, null, null]);
});
