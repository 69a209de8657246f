import { expect, test } from 'vitest';
import { strategyOf } from './cache-strategy.ts';

const origin = 'https://chat.example.org';
const wayOf = (path: string, mode: RequestMode, method = 'GET') =>
  strategyOf({ method, mode, url: new URL(path, origin).href }, origin);

test('[PWA-2] pages and the files of the application are kept for offline use, nothing else', () => {
  const pages = ['/', '/chat/01890a5d-ac96-774b-bcce-b302099a8057', '/login?x=1'];
  const noPages = ['/api/auth', '/api/uploads/a.png', '/dev/mailbox', '/metrics', 'https://accounts.google.com/client'];
  expect(pages.filter((path) => wayOf(path, 'navigate') !== 'page')).toEqual([]);
  expect(noPages.filter((path) => wayOf(path, 'navigate') !== 'network')).toEqual([]);

  const files = ['/theme.js', '/icons/icon-192.png'];
  const noFiles = ['/api/chats/all', '/api/avatars/x.svg', '/socket.io/?EIO=4', 'https://example.org/assets/index.js'];
  expect(files.filter((path) => wayOf(path, 'cors') !== 'file')).toEqual([]);
  expect(noFiles.filter((path) => wayOf(path, 'cors') !== 'network')).toEqual([]);
  expect(wayOf('/assets/index-abc.js', 'cors')).toBe('asset');
  expect(wayOf('/', 'navigate', 'POST')).toBe('network');
});
