import { vi } from 'vitest';

import { deadlineMs as timeout } from './deadline.mjs';

const isSet = Symbol.for('chat-app.waiting');

/** @param {number | { timeout?: number; interval?: number }} options */
const withTimeout = (options) => (typeof options === 'number' ? options : { timeout, ...options });

// By default these two give up after a second, which is too early on a busy machine. Test files share `vi`.
if (!Reflect.has(vi, isSet)) {
  const { waitFor, waitUntil } = vi;
  vi.waitFor = (callback, options = {}) => waitFor(callback, withTimeout(options));
  vi.waitUntil = (callback, options = {}) => waitUntil(callback, withTimeout(options));
  Reflect.set(vi, isSet, true);
}
