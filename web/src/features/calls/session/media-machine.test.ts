import type { UserId } from '@chat-app/contract';
import { expect, test } from 'vitest';
import { asId } from '../../../../test/as-id.ts';
import type { ActiveCall, CallEvent, Camera, ScreenShare } from './call-events.ts';
import { newCall, step } from './call-machine.ts';

const [me, bob] = [asId<UserId>('me'), asId<UserId>('bob')];
const details = { label: 'Front', deviceId: 'front', canBlur: true, isBlurred: false } as const;
const cameraOn: Camera = { phase: 'on', ...details };
const [starting, off]: Camera[] = [{ phase: 'starting' }, { phase: 'off' }];
const sharing: ScreenShare = { phase: 'on', hasSound: false };
const joining = newCall(me);
const joined: ActiveCall = { ...joining, phase: 'alone' };
const listed = (cameraIds: UserId[], screenId: UserId | null): CallEvent => ({
  type: 'media-listed',
  cameraIds,
  screenId,
});
const announce = (isCameraOn: boolean, isScreenShared: boolean) => ({
  type: 'announce-media',
  isCameraOn,
  isScreenShared,
});
const [closeCamera, closeScreen] = [{ type: 'close-camera' }, { type: 'close-screen' }];

interface Row {
  when: string;
  from: ActiveCall;
  event: CallEvent;
  to: object;
  effects?: object[];
}

const cameras: Row[] = [
  {
    when: 'it is asked for',
    from: joined,
    event: { type: 'camera-requested', deviceId: null },
    to: { ...joined, camera: starting },
    effects: [{ type: 'open-camera', deviceId: null }],
  },
  {
    when: 'it is open',
    from: { ...joined, camera: starting as Camera },
    event: { type: 'camera-opened', ...details },
    to: { ...joined, camera: cameraOn },
    effects: [announce(true, false)],
  },
  {
    when: 'another one is asked for, the one in use stays on meanwhile',
    from: { ...joined, camera: cameraOn },
    event: { type: 'camera-requested', deviceId: 'back' },
    to: { ...joined, camera: cameraOn },
    effects: [{ type: 'open-camera', deviceId: 'back' }],
  },
  {
    when: 'it is open after it was turned off',
    from: joined,
    event: { type: 'camera-opened', ...details },
    to: joined,
    effects: [closeCamera],
  },
  {
    when: 'it is denied, nothing else changes',
    from: { ...joined, camera: starting as Camera },
    event: { type: 'camera-failed', fault: 'denied' },
    to: { ...joined, camera: { phase: 'off', fault: 'denied' } },
  },
  {
    when: 'it is unplugged',
    from: { ...joined, camera: cameraOn },
    event: { type: 'camera-failed', fault: 'lost' },
    to: { ...joined, camera: { phase: 'off', fault: 'lost' } },
    effects: [announce(false, false)],
  },
  {
    when: 'it is turned off',
    from: { ...joined, camera: cameraOn },
    event: { type: 'camera-turned-off' },
    to: joined,
    effects: [closeCamera, announce(false, false)],
  },
  {
    when: 'too many others have theirs on',
    from: { ...joined, camera: cameraOn },
    event: { type: 'camera-refused' },
    to: joined,
    effects: [closeCamera, announce(false, false)],
  },
  {
    when: 'the server has not accepted it',
    from: { ...joined, camera: cameraOn, cameraIds: [bob] },
    event: { type: 'media-refused' },
    to: { ...joined, camera: { phase: 'off', fault: 'refused' }, cameraIds: [bob] },
    effects: [closeCamera, announce(false, false)],
  },
  {
    when: 'only the screen was refused',
    from: { ...joined, camera: cameraOn, cameraIds: [me], screen: sharing },
    event: { type: 'media-refused' },
    to: { ...joined, camera: cameraOn, cameraIds: [me], screen: { phase: 'off' } },
    effects: [closeScreen, { type: 'report-screen-refused' }, announce(true, false)],
  },
  {
    when: 'a change is refused while both are listed',
    from: { ...joined, camera: cameraOn, cameraIds: [me], screen: sharing, screenId: me },
    event: { type: 'media-refused' },
    to: { ...joined, camera: cameraOn, cameraIds: [me], screen: sharing, screenId: me },
  },
  { when: 'what it shows is refused while it is off', from: joined, event: { type: 'media-refused' }, to: joined },
  { when: 'that is known after it was turned off', from: joined, event: { type: 'camera-refused' }, to: joined },
  {
    when: 'its background is to be blurred',
    from: { ...joined, camera: cameraOn },
    event: { type: 'blur-requested', isOn: true },
    to: { ...joined, camera: cameraOn },
    effects: [{ type: 'blur-camera', isOn: true }],
  },
  {
    when: 'it cannot blur',
    from: { ...joined, camera: { ...cameraOn, canBlur: false } as Camera },
    event: { type: 'blur-requested', isOn: true },
    to: { ...joined, camera: { ...cameraOn, canBlur: false } },
  },
  {
    when: 'its background is blurred',
    from: { ...joined, camera: cameraOn },
    event: { type: 'camera-blurred', isBlurred: true },
    to: { ...joined, camera: { ...cameraOn, isBlurred: true } },
  },
  {
    when: 'it is off while that is known',
    from: joined,
    event: { type: 'camera-blurred', isBlurred: true },
    to: joined,
  },
];

const screens: Row[] = [
  {
    when: 'it is to be shared',
    from: joined,
    event: { type: 'screen-requested' },
    to: { ...joined, screen: { phase: 'choosing' } },
    effects: [{ type: 'open-screen' }],
  },
  {
    when: 'the picker is open already',
    from: { ...joined, screen: { phase: 'choosing' } },
    event: { type: 'screen-requested' },
    to: { ...joined, screen: { phase: 'choosing' } },
  },
  {
    when: 'nothing is chosen',
    from: { ...joined, screen: { phase: 'choosing' } },
    event: { type: 'screen-stopped' },
    to: joined,
    effects: [closeScreen],
  },
  {
    when: 'it is chosen',
    from: { ...joined, screen: { phase: 'choosing' } },
    event: { type: 'screen-opened', hasSound: false },
    to: { ...joined, screen: sharing },
    effects: [announce(false, true)],
  },
  {
    when: 'it is stopped in the bar of the browser',
    from: { ...joined, screen: sharing },
    event: { type: 'screen-stopped' },
    to: joined,
    effects: [closeScreen, announce(false, false)],
  },
  { when: 'it is stopped twice', from: joined, event: { type: 'screen-stopped' }, to: joined },
  {
    when: 'it is chosen when nobody waits for it any more',
    from: joined,
    event: { type: 'screen-opened', hasSound: true },
    to: joined,
    effects: [closeScreen],
  },
  {
    when: 'the server has accepted it',
    from: { ...joined, screen: sharing },
    event: { type: 'media-accepted' },
    to: { ...joined, screen: { ...sharing, isAccepted: true } },
  },
];

const mine: ActiveCall = { ...joined, screen: sharing, screenId: me };
const servers: Row[] = [
  {
    when: 'others show something',
    from: joined,
    event: listed([bob], bob),
    to: { ...joined, cameraIds: [bob], screenId: bob },
  },
  {
    when: 'another screen takes the place of ours',
    from: mine,
    event: listed([], bob),
    to: { ...joined, screenId: bob },
    effects: [closeScreen, announce(false, false)],
  },
  {
    when: 'it does so before we were ever listed',
    from: { ...joined, screen: { ...sharing, isAccepted: true } as ScreenShare },
    event: listed([], bob),
    to: { ...joined, screenId: bob },
    effects: [closeScreen, announce(false, false)],
  },
  {
    when: 'a list from before our share names the sharer before us: we keep sharing, and say so again',
    from: { ...joined, screen: sharing, screenId: bob },
    event: listed([], bob),
    to: { ...joined, screen: sharing, screenId: bob },
    effects: [announce(false, true)],
  },
  {
    when: 'it has forgotten what we show',
    from: { ...joined, camera: cameraOn, cameraIds: [me] },
    event: listed([], null),
    to: { ...joined, camera: cameraOn },
    effects: [announce(true, false)],
  },
  {
    when: 'it has missed that our camera is off',
    from: joined,
    event: listed([me], null),
    to: { ...joined, cameraIds: [me] },
    effects: [announce(false, false)],
  },
  {
    when: 'it lists what we show',
    from: { ...mine, camera: cameraOn },
    event: listed([me], me),
    to: { ...mine, camera: cameraOn, cameraIds: [me] },
  },
  {
    when: 'we have not joined yet, nothing is sent',
    from: { ...joining, camera: starting as Camera },
    event: { type: 'camera-opened', ...details },
    to: { ...joining, camera: cameraOn },
  },
];

const reconnecting: ActiveCall = { ...joined, phase: 'reconnecting', camera: cameraOn, screen: sharing, screenId: me };
const breaking: Row[] = [
  {
    when: 'we are back, the list decides what to announce',
    from: reconnecting,
    event: { type: 'participants-listed', ids: [me], atMs: 0 },
    to: { ...reconnecting, phase: 'alone' },
  },
  {
    when: 'nobody has taken over meanwhile',
    from: { ...reconnecting, phase: 'alone' },
    event: listed([], null),
    to: { ...reconnecting, phase: 'alone', screenId: null },
    effects: [announce(true, true)],
  },
  {
    when: 'somebody has taken over the screen meanwhile',
    from: { ...reconnecting, phase: 'alone' },
    event: listed([], bob),
    to: { ...joined, camera: cameraOn, screenId: bob },
    effects: [closeScreen, announce(true, false)],
  },
  {
    when: 'the device slept, camera and screen are off',
    from: reconnecting,
    event: { type: 'socket-connected', wasAsleep: true },
    to: { ...reconnecting, phase: 'awaiting-rejoin', camera: off, screen: { phase: 'off' } },
    effects: [closeCamera, closeScreen],
  },
  {
    when: 'they are asked for before it has joined again',
    from: { ...joined, phase: 'awaiting-rejoin' },
    event: { type: 'camera-requested', deviceId: null },
    to: { ...joined, phase: 'awaiting-rejoin' },
  },
  {
    when: 'so is the screen',
    from: { ...joined, phase: 'awaiting-rejoin' },
    event: { type: 'screen-requested' },
    to: { ...joined, phase: 'awaiting-rejoin' },
  },
];

test.each([
  ['[CALL-424] the camera', cameras],
  ['[CALL-422] the screen', screens],
  ['[CALL-425] the list of the server', servers],
  ['[CALL-425] after a lost connection', breaking],
])('%s', (_rule, rows) => {
  const outcomes = rows.map(({ when, from, event }) => ({ when, ...step(from, event) }));
  expect(outcomes).toEqual(rows.map(({ when, to, effects = [] }) => ({ when, state: to, effects })));
});

test('[CALL-424] the end of the call releases everything', () => {
  const { state, effects } = step(reconnecting, { type: 'window-closed' });
  expect([state.phase, effects]).toEqual(['ended', [{ type: 'leave' }, { type: 'close' }]]);
});

test('[CALL-405] what a participant showed is over when they are no longer listed, without a list of cameras', () => {
  const others = [{ id: bob, path: { phase: 'direct', roundTripMs: null } }] as const;
  const talking: ActiveCall = { ...joined, phase: 'talking', others, cameraIds: [bob, me], screenId: bob };
  const { state } = step(talking, { type: 'participants-listed', ids: [me], atMs: 0 });
  expect(state).toMatchObject({ cameraIds: [me], screenId: null });
});
