import type { UserId } from '@chat-app/contract';
import { expect, test } from 'vitest';
import { asId } from '../../../../test/as-id.ts';
import type { ActiveCall, CallEvent, Camera, ScreenShare } from './call-events.ts';
import { newCall, step } from './call-machine.ts';

const [me, bob] = [asId<UserId>('me'), asId<UserId>('bob')];
const details = { label: 'Front', deviceId: 'front', canBlur: true, isBlurred: false } as const;
const cameraOn: Camera = { phase: 'on', ...details };
const sharing: ScreenShare = { phase: 'on', hasSound: false };
const joining = newCall(me);
const joined: ActiveCall = { ...joining, phase: 'alone' };
const listed = (cameraIds: UserId[], screenId: UserId | null): CallEvent => ({
  type: 'media-listed',
  cameraIds,
  screenId,
});
const nothing = { type: 'announce-media', isCameraOn: false, isScreenShared: false };
const onlyCamera = { ...nothing, isCameraOn: true };
const onlyScreen = { ...nothing, isScreenShared: true };
const both = { ...onlyCamera, isScreenShared: true };
const [closeCamera, closeScreen] = [{ type: 'close-camera' }, { type: 'close-screen' }];

type Row = [when: string, from: ActiveCall, event: CallEvent, to: object, ...effects: object[]];

const filming: ActiveCall = { ...joined, camera: cameraOn };
const opening: ActiveCall = { ...joined, camera: { phase: 'starting' } };
const noBlur: ActiveCall = { ...joined, camera: { ...cameraOn, canBlur: false } };
const requested = (deviceId: string | null): CallEvent => ({ type: 'camera-requested', deviceId });
const opened: CallEvent = { type: 'camera-opened', ...details };
const failed = (fault: 'denied' | 'lost'): CallEvent => ({ type: 'camera-failed', fault });
const cameraRefused: CallEvent = { type: 'camera-refused' };
const refused: CallEvent = { type: 'media-refused' };
const blurred: CallEvent = { type: 'camera-blurred', isBlurred: true };
const blurRequested = { type: 'blur-requested', isOn: true } as const;
const open = (deviceId: string | null) => ({ type: 'open-camera', deviceId });
const offBecause = (fault: string) => ({ camera: { phase: 'off', fault } });
const bothShown: ActiveCall = { ...filming, cameraIds: [me], screen: sharing };
const cameraLeft: ActiveCall = { ...bothShown, screen: { phase: 'off' } };
const reportRefused = { type: 'report-screen-refused' };
const bothListed: ActiveCall = { ...bothShown, screenId: me };
const bobFilms: ActiveCall = { ...filming, cameraIds: [bob] };
const onlyBobFilms = { ...bobFilms, ...offBecause('refused') };

const cameras: Row[] = [
  ['it is asked for', joined, requested(null), opening, open(null)],
  ['it is open', opening, opened, filming, onlyCamera],
  ['another one is asked for, the one in use stays on meanwhile', filming, requested('back'), filming, open('back')],
  ['it is open after it was turned off', joined, opened, joined, closeCamera],
  ['it is denied, nothing else changes', opening, failed('denied'), { ...joined, ...offBecause('denied') }],
  ['it is unplugged', filming, failed('lost'), { ...joined, ...offBecause('lost') }, nothing],
  ['it is turned off', filming, { type: 'camera-turned-off' }, joined, closeCamera, nothing],
  ['too many others have theirs on', filming, cameraRefused, joined, closeCamera, nothing],
  ['the server has not accepted it', bobFilms, refused, onlyBobFilms, closeCamera, nothing],
  ['only the screen was refused', bothShown, refused, cameraLeft, closeScreen, reportRefused, onlyCamera],
  ['a change is refused while both are listed', bothListed, refused, bothListed],
  ['what it shows is refused while it is off', joined, refused, joined],
  ['that is known after it was turned off', joined, cameraRefused, joined],
  ['its background is to be blurred', filming, blurRequested, filming, { type: 'blur-camera', isOn: true }],
  ['it cannot blur', noBlur, blurRequested, noBlur],
  ['its background is blurred', filming, blurred, { ...filming, camera: { ...cameraOn, isBlurred: true } }],
  ['it is off while that is known', joined, blurred, joined],
];

const choosing: ActiveCall = { ...joined, screen: { phase: 'choosing' } };
const shared: ActiveCall = { ...joined, screen: sharing };
const accepted: ActiveCall = { ...joined, screen: { ...sharing, isAccepted: true } };
const screenRequested: CallEvent = { type: 'screen-requested' };
const stopped: CallEvent = { type: 'screen-stopped' };
const chosen = (hasSound: boolean): CallEvent => ({ type: 'screen-opened', hasSound });
const screens: Row[] = [
  ['it is to be shared', joined, screenRequested, choosing, { type: 'open-screen' }],
  ['the picker is open already', choosing, screenRequested, choosing],
  ['nothing is chosen', choosing, stopped, joined, closeScreen],
  ['it is chosen', choosing, chosen(false), shared, onlyScreen],
  ['it is stopped in the bar of the browser', shared, stopped, joined, closeScreen, nothing],
  ['it is stopped twice', joined, stopped, joined],
  ['it is chosen when nobody waits for it any more', joined, chosen(true), joined, closeScreen],
  ['the server has accepted it', shared, { type: 'media-accepted' }, accepted],
];

const mine: ActiveCall = { ...shared, screenId: me };
const shadowed: ActiveCall = { ...shared, screenId: bob };
const bobShares: ActiveCall = { ...joined, screenId: bob };
const { phase } = joining;
const servers: Row[] = [
  ['others show something', joined, listed([bob], bob), { ...bobShares, cameraIds: [bob] }],
  ['another screen takes the place of ours', mine, listed([], bob), bobShares, closeScreen, nothing],
  ['it does so before we were ever listed', accepted, listed([], bob), bobShares, closeScreen, nothing],
  ['an old list names the sharer before us', shadowed, listed([], bob), shadowed, onlyScreen],
  ['it has forgotten what we show', { ...filming, cameraIds: [me] }, listed([], null), filming, onlyCamera],
  ['it has missed that our camera is off', joined, listed([me], null), { ...joined, cameraIds: [me] }, nothing],
  ['it lists what we show', { ...mine, camera: cameraOn }, listed([me], me), bothListed],
  ['we have not joined yet, nothing is sent', { ...opening, phase }, opened, { ...filming, phase }],
];

const reconnecting: ActiveCall = { ...filming, phase: 'reconnecting', screen: sharing, screenId: me };
const back: ActiveCall = { ...reconnecting, phase: 'alone' };
const asleep: ActiveCall = { ...joined, phase: 'awaiting-rejoin' };
const onlyMe: CallEvent = { type: 'participants-listed', ids: [me], atMs: 0 };
const connected: CallEvent = { type: 'socket-connected', wasAsleep: true };
const breaking: Row[] = [
  ['we are back, the list decides what to announce', reconnecting, onlyMe, back],
  ['nobody has taken over meanwhile', back, listed([], null), { ...back, screenId: null }, both],
  ['somebody has taken over the screen', back, listed([], bob), { ...filming, screenId: bob }, closeScreen, onlyCamera],
  ['the device slept', reconnecting, connected, { ...asleep, screenId: me }, closeCamera, closeScreen],
  ['the camera is asked for before it has joined again', asleep, requested(null), asleep],
  ['so is the screen', asleep, screenRequested, asleep],
];

test.each([
  ['[CALL-424] the camera', cameras],
  ['[CALL-422] the screen', screens],
  ['[CALL-425] the list of the server', servers],
  ['[CALL-425] after a lost connection', breaking],
])('%s', (_rule, rows) => {
  const outcomes = rows.map(([when, from, event]) => ({ when, ...step(from, event) }));
  expect(outcomes).toEqual(rows.map(([when, , , state, ...effects]) => ({ when, state, effects })));
});

test('[CALL-424] the end of the call releases everything', () => {
  const { state, effects } = step(reconnecting, { type: 'window-closed' });
  expect([state.phase, effects]).toEqual(['ended', [{ type: 'leave' }, { type: 'close' }]]);
});

test('[CALL-405] what a participant showed is over when they are no longer listed, without a list of cameras', () => {
  const others = [{ id: bob, path: { phase: 'direct', roundTripMs: null } }] as const;
  const talking: ActiveCall = { ...joined, phase: 'talking', others, cameraIds: [bob, me], screenId: bob };
  const { state } = step(talking, onlyMe);
  expect(state).toMatchObject({ cameraIds: [me], screenId: null });
});
