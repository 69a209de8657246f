import { threadId } from 'node:worker_threads';

/**
 * Node.js delivers the messages of a BroadcastChannel to all threads of the process. Test files in other threads are
 * other browsers, not other tabs.
 */
class ThreadBroadcastChannel extends BroadcastChannel {
  constructor(name: string) {
    super(`${threadId} ${name}`);
  }
}

globalThis.BroadcastChannel = ThreadBroadcastChannel;
