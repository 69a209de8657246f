import { expect, test } from 'vitest';
import { cancelToast } from './transfer-texts.ts';

test.each([
  ['sender', 'rejected', 'File transfer rejected', 'The receiver has rejected the file transfer'],
  ['sender', 'ice-failed', 'File transfer error', 'ICE connection failed'],
  ['sender', 'setup-failed', 'File transfer error', 'An error occurred while setting up connection'],
  ['receiver', 'setup-failed', "Can't receive file", 'An error occurred while setting up connection'],
] as const)('[TRF-23] the %s of a transfer that ended by "%s" reads "%s"', (role, by, title, message) => {
  expect(cancelToast(role, { by })).toMatchObject({ type: 'error', title, message });
});

test('[TRF-23] an error of the server is shown with its own message', () => {
  const toast = cancelToast('sender', { by: 'server', message: 'The receiver is not online' });
  expect(toast).toMatchObject({ title: 'File transfer error', message: 'The receiver is not online' });
});

test.each(['us', 'peer', 'no-answer'] as const)('[TRF-23] there is no toast when it ended by "%s"', (by) => {
  expect(cancelToast('receiver', { by })).toBeNull();
});
