import type { ToastText } from './toast-text.ts';

/** Why no voice message can be recorded. */
export const voiceToasts = {
  denied: {
    type: 'warning',
    title: 'The microphone is blocked',
    message: "Allow it for this page in your browser's settings",
    timeoutMs: 5000,
  },
  call: {
    type: 'warning',
    title: 'No recording during a call',
    message: 'Record your voice message after it',
    timeoutMs: 5000,
  },
  none: { type: 'error', title: 'No microphone found', message: 'Connect one and try again', timeoutMs: 5000 },
  busy: {
    type: 'error',
    title: 'The microphone cannot be used',
    message: 'Another program may be using it',
    timeoutMs: 5000,
  },
  insecure: {
    type: 'error',
    title: 'Recording is not possible here',
    message: 'It needs a secure address (https) and an up-to-date browser',
    timeoutMs: 5000,
  },
} as const satisfies Record<string, ToastText>;
