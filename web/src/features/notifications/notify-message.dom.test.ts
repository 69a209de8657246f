import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aMessage, bob, idOf } from '../../../test/chats.ts';
import { me } from '../../../test/stand-in-server.ts';
import type { IncomingMessage } from '../../api/messages.live.ts';
import {
  readNotificationSettings,
  setDesktopNotifications,
  setPreview,
  setSound,
  useNotificationSettings,
} from '../../state/notification-settings.ts';
import { useToasts } from '../../state/toasts.ts';
import { notifyMessage } from './notify-message.ts';

const shown: { title: string; body: string; tag: string; click: () => void }[] = [];
let soundCount = 0;

class StandInNotification {
  static permission: NotificationPermission = 'default';
  static answer: NotificationPermission = 'granted';
  static async requestPermission() {
    StandInNotification.permission = StandInNotification.answer;
    return StandInNotification.permission;
  }
  constructor(
    private readonly title: string,
    private readonly options: { body: string; tag: string },
  ) {}
  addEventListener(_type: string, click: () => void) {
    shown.push({ title: this.title, ...this.options, click });
  }
  close() {}
}

/** An audio context that only counts sounds. */
class StandInAudio {
  currentTime = 0;
  destination = {};
  resume = async () => {
    soundCount += 1;
  };
  createOscillator = () => ({ frequency: {}, connect: (next: object) => next, start: () => {}, stop: () => {} });
  createGain = () => {
    const ramp = () => {};
    const gain = { setValueAtTime: ramp, linearRampToValueAtTime: ramp, exponentialRampToValueAtTime: ramp };
    return { gain, connect: (next: object) => next };
  };
}

function setHidden(isHidden: boolean) {
  Object.defineProperty(document, 'visibilityState', {
    configurable: true,
    get: () => (isHidden ? 'hidden' : 'visible'),
  });
}

beforeEach(() => {
  shown.length = 0;
  soundCount = 0;
  Object.assign(StandInNotification, { permission: 'default', answer: 'granted' });
  vi.stubGlobal('Notification', StandInNotification);
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('alert', vi.fn<(text: string) => void>());
  localStorage.clear();
  useNotificationSettings.setState(readNotificationSettings());
  setSound(false);
  useToasts.setState({ toasts: [] });
  window.history.replaceState(null, '', '/');
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  setHidden(false);
});

const incoming = (content = 'are you there?', chat = 1) => aMessage(chat, 5, { content }) as IncomingMessage;
const opened: string[] = [];
const group = { name: 'Book club', isGroup: true, isMuted: false };
const announce = (message: IncomingMessage, chat?: typeof group, mentionsBreakMute = true) =>
  notifyMessage(message, {
    findChat: () => chat,
    openChat: (chatId) => opened.push(chatId),
    me: { id: me.id, mentionsBreakMute },
  });

test('[NTF-2] only a hidden tab notifies, with sender and text, and a click opens the chat', async () => {
  await setDesktopNotifications(true);
  await announce(incoming('while you look'));
  setHidden(true);
  await announce(incoming());
  await announce(incoming('in the group', 2), group);
  expect(shown.map(({ title, body, tag }) => [title, body, tag])).toEqual([
    [bob.name, 'are you there?', idOf(1)],
    ['Book club', `${bob.name}: in the group`, idOf(2)],
  ]);
  shown[1]?.click();
  expect(opened).toEqual([idOf(2)]);
});

test('[NTF-1] nothing is shown unless turned on; a denied permission shows a toast, a browser without notifications an alert', async () => {
  setHidden(true);
  await announce(incoming());
  expect(shown).toEqual([]);
  StandInNotification.answer = 'denied';
  await setDesktopNotifications(true);
  expect(useNotificationSettings.getState().hasDesktop).toBe(false);
  expect(useToasts.getState().toasts.map(({ title }) => title)).toEqual(['Notifications are blocked']);
  vi.stubGlobal('isSecureContext', false);
  await setDesktopNotifications(true);
  expect(window.alert).toHaveBeenCalledWith('This browser does not support desktop notifications.');
  expect(useNotificationSettings.getState().hasDesktop).toBe(false);
});

test('[NTF-4] only a message in another chat plays a sound, at most once a second, unless turned off', async () => {
  setSound(true);
  vi.useFakeTimers({ now: Date.now() + 60_000 });
  vi.stubGlobal('AudioContext', StandInAudio);
  window.history.replaceState(null, '', `/chat/${idOf(1)}`);
  const soundsOf = async (text: string, chat = 2) => {
    const before = soundCount;
    await announce(incoming(text, chat));
    return soundCount - before;
  };
  expect(await soundsOf('here', 1)).toBe(0);
  expect(await soundsOf('elsewhere')).toBe(1);
  expect(await soundsOf('elsewhere again')).toBe(0);
  vi.advanceTimersByTime(1_000);
  expect(await soundsOf('later')).toBe(1);
  vi.advanceTimersByTime(1_000);
  setSound(false);
  expect(await soundsOf('unheard')).toBe(0);
});

test('[NTF-6] [PSH-7] without previews a notification shows only the sender; with push the page shows none of its own', async () => {
  setPreview(false);
  await setDesktopNotifications(true);
  setHidden(true);
  await announce(incoming());
  useNotificationSettings.setState({ hasPush: true });
  await announce(incoming());
  expect(shown.map(({ title, body }) => [title, body])).toEqual([[bob.name, 'New message']]);
});

test('[NTF-5] a muted chat causes neither a sound nor a notification', async () => {
  setSound(true);
  vi.useFakeTimers({ now: Date.now() + 180_000 });
  vi.stubGlobal('AudioContext', StandInAudio);
  await setDesktopNotifications(true);
  await announce(incoming('while you look', 2), { ...group, isMuted: true });
  setHidden(true);
  await announce(incoming('while you do not', 2), { ...group, isMuted: true });
  expect({ shown, soundCount }).toEqual({ shown: [], soundCount: 0 });
});

test('[MSG-454] a mention in a muted chat notifies with names, unless that is turned off', async () => {
  await setDesktopNotifications(true);
  setHidden(true);
  const mentions = [{ _id: me.id, name: me.name }];
  const message = { ...incoming(`hi <@${me.id}>`, 2), mentions };
  const muted = { ...group, isMuted: true };
  await announce(message, muted, false);
  await announce({ ...incoming('hi', 2), mentions: [{ _id: bob.id, name: bob.name }] }, muted);
  expect(shown).toEqual([]);
  await announce(message, muted);
  expect(shown.map(({ title, body }) => [title, body])).toEqual([['Book club', `${bob.name}: hi @${me.name}`]]);
});

test('[NTF-4] a browser that blocks audio causes no error', async () => {
  setSound(true);
  vi.useFakeTimers({ now: Date.now() + 120_000 });
  vi.stubGlobal('AudioContext', () => {
    throw new Error('not allowed');
  });
  await expect(announce(incoming('elsewhere', 2))).resolves.toBeUndefined();
});
