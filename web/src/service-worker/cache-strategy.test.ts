import { expect, test } from 'vitest';
import { strategyOf } from './cache-strategy.ts';

const origin = 'https://chat.example.org';
const asked = (path: string, mode: RequestMode = 'navigate', method = 'GET') => ({
  method,
  mode,
  url: new URL(path, origin).href,
});

test.each([
  ['/', 'page'],
  ['/chat/01890a5d-ac96-774b-bcce-b302099a8057', 'page'],
  ['/login?x=1', 'page'],
  ['/api/auth', 'network'],
  ['/api/uploads/a.png', 'network'],
  ['/dev/mailbox', 'network'],
  ['/metrics', 'network'],
  ['https://accounts.google.com/gsi/client', 'network'],
])('[PWA-2] a navigation to %s is answered by: %s', (path, way) => {
  expect(strategyOf(asked(path), origin)).toBe(way);
});

test.each([
  ['/assets/index-abc.js', 'asset'],
  ['/theme.js', 'file'],
  ['/icons/icon-192.png', 'file'],
  ['/api/chats/all', 'network'],
  ['/api/avatars/x.svg', 'network'],
  ['/socket.io/?EIO=4', 'network'],
  ['https://elsewhere.example.org/assets/index.js', 'network'],
])('[PWA-2] a subresource request for %s is answered by: %s', (path, way) => {
  expect(strategyOf(asked(path, 'cors'), origin)).toBe(way);
});

test('[PWA-2] a POST is sent to the network on any path', () => {
  expect(strategyOf(asked('/', 'navigate', 'POST'), origin)).toBe('network');
});
