import type { ChatId, UserId } from '@chat-app/contract';
import { hangUp } from '../../../api/calls.ts';
import { keepAwake } from '../../../browser/wake-lock.ts';
import { createSpeakingWatch } from '../audio/speaking.ts';
import type { CallEffect, CallEvent, CallState } from './call-events.ts';
import { newCall, step } from './call-machine.ts';
import { openCallParts } from './call-resources.ts';
import { muteNews } from './mute-signal.ts';
import type { CallParts } from './call-resources.ts';

/** What the window shows. */
export interface CallView {
  readonly call: CallState;
  readonly speakingIds: readonly UserId[];
  /** The browser blocks audio output in this window. */
  readonly isSoundBlocked: boolean;
}

interface CallSessionOptions {
  readonly chatId: ChatId;
  readonly myId: UserId;
  /** The chat whose call the user leaves for this one; null if there is none. */
  readonly leaveCallIn: ChatId | null;
}

/** More frequent updates would not be visible. */
const watchEveryMs = 100;

export type CallSession = ReturnType<typeof createCallSession>;

/** One call in one window: runs the state machine, the audio and the connections until the call is over. */
export function createCallSession({ chatId, myId, leaveCallIn }: CallSessionOptions) {
  let view: CallView = { call: newCall(myId), speakingIds: [], isSoundBlocked: false };
  const listeners = new Set<() => void>();
  const show = (next: Partial<CallView>) => {
    view = { ...view, ...next };
    listeners.forEach((listener) => listener());
  };
  const dispatch = (event: CallEvent) => {
    const before = view.call;
    const { state, effects } = step(before, event);
    if (state !== before) show({ call: state });
    effects.forEach((effect) => run(effect, { chatId, myId, parts, close }));
    announceMute(before, state, line);
  };

  const parts = openCallParts({
    chatId,
    myId,
    leaveCallIn,
    dispatch,
    isInCall: (userId) => view.call.phase !== 'ended' && view.call.others.some(({ id }) => id === userId),
    onBlocked: (isSoundBlocked) => show({ isSoundBlocked }),
  });
  const { desk, input, line } = parts;
  const watch = createSpeakingWatch();
  const watching = setInterval(() => {
    const speakingIds = watch(desk.levels(), Date.now());
    if (speakingIds.join() !== view.speakingIds.join()) show({ speakingIds });
  }, watchEveryMs);
  const stopFollowing = followPage(() => dispatch({ type: 'window-closed' }));

  function close() {
    clearInterval(watching);
    stopFollowing();
    parts.close();
  }

  return {
    getView: () => view,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispatch,
    start: () => {
      line.start();
      input.open(null);
    },
    openMicrophone: (deviceId: string | null) => {
      dispatch({ type: 'microphone-wanted' });
      input.open(deviceId);
    },
    microphoneLevel: input.level,
    setVolume: desk.setVolume,
    volumeOf: desk.volumeOf,
    canChooseSpeaker: desk.canChooseSpeaker,
    chooseSpeaker: desk.chooseSpeaker,
    enableSound: desk.resume,
  };
}

function announceMute(before: CallState, after: CallState, line: CallParts['line']): void {
  const news = muteNews(before, after);
  news?.to.forEach((userId) => line.sendSignal(userId, { control: { isMuted: news.isMuted } }));
}

interface Running {
  readonly chatId: ChatId;
  readonly myId: UserId;
  readonly parts: CallParts;
  readonly close: () => void;
}

function run(effect: CallEffect, { chatId, myId, parts, close }: Running): void {
  const { desk, input, line, mesh } = parts;
  switch (effect.type) {
    case 'join':
      return line.join(myId);
    case 'leave':
      return line.leave();
    case 'hang-up':
      // If HTTP fails, leave over the socket; the server then works out how the call ended.
      return void hangUp(chatId).catch(() => line.leave());
    case 'greet':
      return mesh.addParticipant(effect.userId);
    case 'part':
      mesh.removeParticipant(effect.userId);
      return desk.drop(effect.userId);
    case 'mend':
      return mesh.reconnect(effect.userId);
    case 'have-patience':
      return parts.havePatience();
    case 'sound':
      input.setSending(effect);
      return desk.setDeaf(effect.isDeaf);
    case 'close':
      return close();
  }
}

/** Reports when the page is closed, and keeps the screen on until then. */
function followPage(onClosed: () => void): () => void {
  const letSleep = keepAwake();
  window.addEventListener('pagehide', onClosed);
  return () => {
    letSleep();
    window.removeEventListener('pagehide', onClosed);
  };
}
