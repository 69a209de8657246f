import { camerasFullText } from '@chat-app/contract';
import type { UserId } from '@chat-app/contract';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { asId } from '../../../../test/as-id.ts';
import { aGroup, bob, cid, idOf } from '../../../../test/chats.ts';
import type { ActiveCall, CallEvent, CallState } from '../session/call-events.ts';
import { newCall, step } from '../session/call-machine.ts';
import type { CallSession } from '../session/call-session.ts';
import { newView } from '../session/call-session.ts';
import { DeviceSettings } from './device-settings.tsx';
import { CameraControl, ScreenControl } from './media-controls.tsx';
import { MoreMenu } from './more-menu.tsx';
import type { PanelName } from './more-menu.tsx';
import { forgetMovedCall, readMovedCall, storeMovedCall } from './moved-call.ts';
import { openCallWindow } from './open-call-window.ts';
import { ReplaceScreen, useScreenQuestion } from './replace-screen.tsx';
import { usePushToTalk } from './use-push-to-talk.ts';
import { VolumeSlider } from './volume-slider.tsx';

const me = asId<UserId>('me');
const ignore = () => {};
/** The parts of a session that a control uses. */
const asSession = (parts: Partial<CallSession>) => parts as CallSession;

function standInForMediaDevices(value: object) {
  Object.defineProperty(navigator, 'mediaDevices', { value, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'mediaDevices'));
}

function showControls(fields: Partial<ActiveCall>) {
  standInForMediaDevices({ getDisplayMedia: ignore });
  const turnCameraOn = vi.fn<CallSession['turnCameraOn']>();
  const parts = { session: asSession({ turnCameraOn }), call: { ...newCall(me), ...fields } };
  render(
    <>
      <CameraControl {...parts} />
      <ScreenControl {...parts} onReplace={ignore} />
    </>,
  );
  return turnCameraOn;
}

test.each([
  ['a sixth camera can be turned on', 5, {}, 1],
  ['a seventh one is refused with the reason', 6, { description: camerasFullText }, 0],
])('[CALL-458] %s', async (_what, othersCount, description, callCount) => {
  const cameraIds = Array.from({ length: othersCount }, (_, index) => asId<UserId>(`other ${index}`));
  const turnCameraOn = showControls({ cameraIds });
  const button = screen.getByRole('button', { name: 'Turn camera on', ...description });
  const has = ['aria-describedby', 'aria-disabled'].map((attribute) => button.hasAttribute(attribute));
  expect(has).toEqual(callCount === 0 ? [true, true] : [false, false]);
  await userEvent.setup().click(button);
  expect(turnCameraOn).toHaveBeenCalledTimes(callCount);
});

test('a control whose label says what it does is no toggle button to screen readers', () => {
  const camera = { phase: 'on', label: 'Webcam', deviceId: 'webcam', canBlur: false, isBlurred: false } as const;
  showControls({ camera, screen: { phase: 'on', hasSound: false } });
  const buttons = ['Turn camera off', 'Stop sharing'].map((name) => screen.getByRole('button', { name }));
  expect(buttons.map((button) => button.getAttribute('aria-pressed'))).toEqual([null, null]);
});

const named = [
  { kind: 'videoinput', deviceId: 'built-in', label: 'Built-in camera' },
  { kind: 'videoinput', deviceId: 'webcam', label: 'Webcam' },
  { kind: 'audioinput', deviceId: 'headset', label: 'Headset' },
];

/** A browser that names these devices. */
function showSettings(devices: readonly object[], fields: Partial<ActiveCall>) {
  const enumerateDevices = async () => devices;
  standInForMediaDevices({ enumerateDevices, addEventListener: ignore, removeEventListener: ignore });
  const turnCameraOn = vi.fn<CallSession['turnCameraOn']>();
  const openMicrophone = vi.fn<CallSession['openMicrophone']>();
  const session = asSession({ turnCameraOn, openMicrophone });
  const speaker = { id: '', devices: [], choose: ignore };
  render(<DeviceSettings session={session} call={{ ...newCall(me), ...fields }} speaker={speaker} />);
  return { turnCameraOn, openMicrophone, person: userEvent.setup() };
}

test('[CALL-424] if the default camera or microphone fails, another one can be chosen', async () => {
  const { turnCameraOn, openMicrophone, person } = showSettings(named, {
    camera: { phase: 'off', fault: 'in-use' },
    microphone: { phase: 'missing', fault: 'failed' },
  });
  const choose = async (name: string, device: string) => {
    const select = await screen.findByRole('combobox', { name });
    await person.selectOptions(select, device);
    return within(select)
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
  };
  expect(await choose('Camera', 'Webcam')).toEqual(['Off', 'Built-in camera', 'Webcam']);
  expect(turnCameraOn).toHaveBeenCalledWith('webcam');
  expect(await choose('Microphone', 'Headset')).toEqual(['No microphone', 'Headset']);
  expect(openMicrophone).toHaveBeenCalledWith('headset');
});

test('[CALL-424] while the browser names no devices, there is nothing to choose', async () => {
  showSettings([{ kind: 'videoinput', deviceId: '', label: '' }], {});
  expect(await screen.findByText('Turn your camera on to choose one.')).toBeDefined();
  expect(screen.queryByRole('combobox')).toBeNull();
});

test.each([true, false])('[CALL-204] the volume has a label and a number (small: %s)', (isSmall) => {
  const onChange = vi.fn<(volume: number) => void>();
  render(<VolumeSlider name="Bob Ray" volume={1} isSmall={isSmall} onChange={onChange} />);
  const slider = screen.getByRole<HTMLInputElement>('slider', { name: 'Volume of Bob Ray' });
  fireEvent.change(slider, { target: { value: '150' } });
  expect([slider.getAttribute('aria-valuetext'), screen.getByText('150%').textContent]).toEqual(['150%', '150%']);
  expect(onChange).toHaveBeenCalledWith(1.5);
});

test.each(['click', 'keyboard'])(
  '[CALL-24] after a choice by %s, only a keyboard leaves the focus on the button',
  async (how) => {
    const onPanel = vi.fn<(panel: PanelName) => void>();
    const on = { onLayout: ignore, onBlur: ignore, onPictureInPicture: ignore, onFullScreen: ignore, onPanel };
    render(<MoreMenu camera={{ phase: 'off' }} layout={null} hasLargeVideo={false} {...on} />);
    const person = userEvent.setup();
    const choose = async (role: string, name: string) => {
      const element = screen.getByRole(role, { name });
      element.focus();
      await (how === 'click' ? person.click(element) : person.keyboard('{Enter}'));
      return element;
    };
    const trigger = await choose('button', 'More');
    await choose('menuitem', 'Statistics');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    // The menu returns the focus in the task after it has closed.
    await new Promise((resolve) => setTimeout(resolve));
    expect(onPanel).toHaveBeenCalledWith('statistics');
    // Otherwise Space, which talks, would open the menu again.
    expect(document.activeElement === trigger).toBe(how === 'keyboard');
  },
);

function openWindow() {
  let call: CallState = newCall(me);
  const talks: string[] = [];
  const session = {
    getView: () => ({ ...newView(me), call }),
    dispatch: (event: CallEvent) => {
      call = step(call, event).state;
      if (call.phase !== 'ended') talks.push(call.talk);
    },
  };
  function Window() {
    usePushToTalk(session);
    return (
      <>
        <input type="range" aria-label="slider" />
        <input type="text" aria-label="field" />
        <button type="button">button</button>
        <select aria-label="list">
          <option>one</option>
        </select>
      </>
    );
  }
  render(<Window />);
  return { talks, person: userEvent.setup(), mute: () => session.dispatch({ type: 'mute-toggled' }) };
}

test('[CALL-24] Space unmutes while a slider or a list has the focus, not while it writes, presses or opens a list', async () => {
  const { talks, person, mute } = openWindow();
  const isTaken: boolean[] = [];
  window.addEventListener('keydown', ({ defaultPrevented }) => isTaken.push(defaultPrevented), { once: true });
  screen.getByRole('combobox').focus();
  await person.keyboard('[Space]');
  expect([talks.includes('push-to-talk'), isTaken]).toEqual([false, [false]]);

  mute();
  const unmuting: string[] = [];
  for (const role of ['slider', 'combobox', 'textbox', 'button']) {
    screen.getByRole(role).focus();
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await person.keyboard('[Space>][/Space]');
    expect([role, talks.at(-1)]).toEqual([role, 'muted']);
    if (talks.splice(0).includes('push-to-talk')) unmuting.push(role);
  }
  expect(unmuting).toEqual(['slider', 'combobox']);
});

const shareScreen = vi.fn<CallSession['shareScreen']>();

function Call({ sharerId }: { sharerId: UserId | null }) {
  const question = useScreenQuestion(sharerId);
  return (
    <>
      <button type="button" onClick={question.ask}>
        Share screen
      </button>
      {question.isOpen && sharerId !== null && (
        <ReplaceScreen
          chat={aGroup(1)}
          session={asSession({ shareScreen })}
          sharerId={sharerId}
          frame={null}
          onClose={question.close}
        />
      )}
    </>
  );
}

const question = (name: string) =>
  screen.queryByRole('alertdialog', { name: `${name} is sharing their screen. Share yours instead?` });

test('[CALL-459] the question keeps the focus, and only its answer shares the screen; it goes with that of the other', async () => {
  const person = userEvent.setup();
  const { rerender } = render(<Call sharerId={bob._id} />);
  await person.click(screen.getByRole('button', { name: 'Share screen' }));
  for (const name of ['Cancel', 'Share mine', 'Cancel']) {
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name })));
    // oxlint-disable-next-line no-await-in-loop -- one key after the other
    await person.tab();
  }
  expect(shareScreen).not.toHaveBeenCalled();
  await person.click(screen.getByRole('button', { name: 'Share mine' }));
  expect(shareScreen).toHaveBeenCalledOnce();
  expect(question('Bob')).toBeNull();

  // It goes with the screen that it is about, and does not come back by itself.
  await person.click(screen.getByRole('button', { name: 'Share screen' }));
  expect(question('Bob')).not.toBeNull();
  rerender(<Call sharerId={cid._id} />);
  expect(question('Cid')).toBeNull();
  rerender(<Call sharerId={null} />);
  rerender(<Call sharerId={bob._id} />);
  expect(question('Bob')).toBeNull();
});

const choice = { microphoneId: 'headset', cameraId: null, isBlurWanted: false };

test.each([
  { ...choice, isMuted: true, isCameraOn: true, cameraId: 'external', isBlurWanted: true },
  { ...choice, isMuted: true, isCameraOn: false, isBlurWanted: true },
  { ...choice, isMuted: false, isCameraOn: true },
])('[CALL-485] a call that moves to a window stays %o, and a reload of the window begins a new call', (moved) => {
  const replace = vi.fn<(path: string) => void>();
  const location = { pathname: `/voice-call/${idOf(1)}`, search: '', replace };
  vi.stubGlobal('open', () => ({ document, location, sessionStorage, focus: ignore }));
  openCallWindow(idOf(1), { isGroup: false, kind: 'voice' })?.enter((opened) => storeMovedCall(opened, moved));
  // An address could be a link that turns somebody's camera on.
  expect(replace).toHaveBeenCalledWith(`/voice-call/${idOf(1)}`);
  expect(readMovedCall()).toEqual(moved);
  forgetMovedCall();
  expect(readMovedCall()).toBeNull();
});

test('[CALL-485] what is stored and cannot be read begins as a new call', () => {
  const read = ['{broken', '"muted"', '{"isMuted":true}'].map((stored) => {
    sessionStorage.setItem('chat-app.moved-call', stored);
    return readMovedCall();
  });
  expect(read).toEqual([null, null, null]);
});
