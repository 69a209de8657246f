import { laterPlease, type ToastText } from './toast-text.ts';

/** Every toast about the microphone, the camera and the screen in a call. Only the code of calls loads them. */
export const callMediaToasts = {
  audioFailed: { type: 'error', title: 'Failed to connect audio', message: laterPlease, timeoutMs: 5000 },
  cameraChangeFailed: {
    type: 'error',
    title: 'Failed to change the camera',
    message: 'The one in use stays on',
    timeoutMs: 5000,
  },
  /** With the server's message. */
  camerasFull: { type: 'warning', title: 'Your camera is off', timeoutMs: 5000 },
  screenFailed: {
    type: 'error',
    title: 'Failed to share the screen',
    message: "Check your browser's and your system's settings",
    timeoutMs: 5000,
  },
  screenRefused: {
    type: 'error',
    title: 'Your screen is not shared',
    message: 'The server did not accept it',
    timeoutMs: 5000,
  },
} as const satisfies Record<string, ToastText>;

/** Instead of a picture that this computer is too slow to show. */
export const computerBusyText = 'Your computer is busy';

export const camerasFullText = 'Six cameras are on already. You can talk and share your screen.';
