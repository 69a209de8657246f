import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { idOf } from '../../test/chats.ts';
import { me } from '../../test/stand-in-server.ts';
import { useVoicePlayback } from '../state/voice-playback.ts';
import { createOutbox } from './outbox.ts';
import { listOutgoing } from './outgoing.ts';

const outbox = createOutbox(new QueryClient(), me.id);
const file = new File(['sound'], 'voice-message.webm', { type: 'audio/webm' });

/** An upload that does not end. */
class SlowUpload extends EventTarget {
  readonly upload = new EventTarget();
  open() {}
  setRequestHeader() {}
  send() {}
  abort() {}
}

let stop = () => {};

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', SlowUpload);
  stop = outbox.start();
});
afterEach(() => stop());

function send() {
  outbox.sendVoice(idOf(1), { file, durationMs: 2_000, waveform: [] }, null);
  const [message] = listOutgoing();
  if (!message) throw new Error('not shown');
  return message;
}

/** Resolves when the outbox has notified the other tabs of a change. */
const changed = () =>
  new Promise<void>((resolve) => {
    const channel = new BroadcastChannel('chat-app.outbox');
    channel.addEventListener('message', () => {
      channel.close();
      resolve();
    });
  });

test('[VOI-33] a voice message that is discarded falls silent', async () => {
  const { clientId } = send();
  const track = { key: clientId, src: 'blob:1', durationMs: 2_000, message: null };
  useVoicePlayback.setState({ track, phase: 'playing' });
  const whenChanged = changed();
  outbox.discard(clientId);
  expect(useVoicePlayback.getState().track).toBeNull();
  await whenChanged;
});

/** Whether the browser would ask before the page is left. */
const isGuarded = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('[VOI-34] the page asks before a voice message is lost that could not be stored', async () => {
  const whenStored = changed();
  const { clientId } = send();
  expect(isGuarded()).toBe(true);
  await whenStored;
  // Here is no database.
  expect(isGuarded()).toBe(true);
  const whenDiscarded = changed();
  outbox.discard(clientId);
  await whenDiscarded;
  expect(isGuarded()).toBe(false);
});
