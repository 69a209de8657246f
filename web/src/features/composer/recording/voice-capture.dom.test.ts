import { expect, onTestFinished, test, vi } from 'vitest';
import { idOf } from '../../../../test/chats.ts';
import { standInForLocks } from '../../../../test/stand-in-locks.ts';
import { standInForMicrophone, standInForOpus } from '../../../../test/stand-in-microphone.ts';
import { holdCall, isCallOn } from '../../../state/call-start.ts';
import { startRingingFor, stopAllRinging } from '../../../state/ringing.ts';
import { createVoiceCapture } from './voice-capture.ts';

const ignore = () => {};
const openCapture = () => createVoiceCapture({ isOn: () => true, onRecorded: ignore, onLost: ignore });

test('[VOI-35] a microphone that has another rate than the encoder is recorded by the browser', async () => {
  const microphone = standInForMicrophone({ onlyRate: 44_100 });
  const encoders = standInForOpus();
  const capture = openCapture();
  expect(await capture.open()).toBe(true);
  microphone.speak(1_000);
  expect(capture.recordedMs()).toBe(1_000);
  expect(capture.canContinue()).toBe(false);
  expect(encoders.map(({ state }) => state)).toEqual(['closed']);
  expect((await capture.finish()).file.size).toBeGreaterThan(0);
  capture.close();
  expect(microphone.openContexts.size).toBe(0);
});

test('[VOI-35] a microphone at the rate of the encoder can go on after a pause', async () => {
  const microphone = standInForMicrophone();
  standInForOpus();
  const capture = openCapture();
  await capture.open();
  expect(capture.canContinue()).toBe(true);
  expect(microphone.recorders).toEqual([]);
  capture.close();
});

test('[VOI-35] a microphone that no audio graph takes is released', async () => {
  for (const options of [{ hasContext: false }, { onlyRate: 16_000 }]) {
    const microphone = standInForMicrophone(options);
    await expect(openCapture().open()).rejects.toMatchObject({ fault: 'busy' });
    expect(microphone.getUserMedia).toHaveBeenCalledOnce();
    expect(microphone.isOpen()).toBe(false);
    expect(microphone.openContexts.size).toBe(0);
  }
});

test('[VOI-8] a recording that is cancelled before it begins neither asks for the microphone nor leaves an encoder open', async () => {
  const microphone = standInForMicrophone();
  let answer: (isSupported: boolean) => void = ignore;
  const ask = vi.fn<() => Promise<boolean>>(() => new Promise((resolve) => (answer = resolve)));
  const encoders = standInForOpus(ask);
  const capture = openCapture();
  const opening = capture.open();
  await vi.waitFor(() => expect(ask).toHaveBeenCalled());
  capture.close();
  answer(true);
  expect(await opening).toBe(false);
  expect(microphone.getUserMedia).not.toHaveBeenCalled();
  expect(encoders.map(({ state }) => state)).toEqual(['closed']);
});

test('[VOI-36] nothing is recorded while the user is in a call, in whichever window, or a call rings', async () => {
  onTestFinished(standInForLocks());
  const microphone = standInForMicrophone();
  const leaveCall = holdCall();
  await vi.waitFor(async () => expect(await isCallOn()).toBe(true));
  const capture = openCapture();
  await expect(capture.open()).rejects.toMatchObject({ fault: 'call' });
  expect(microphone.getUserMedia).not.toHaveBeenCalled();
  leaveCall();
  await vi.waitFor(async () => expect(await isCallOn()).toBe(false));
  startRingingFor({ chatId: idOf(1), kind: 'voice' });
  await expect(openCapture().open()).rejects.toMatchObject({ fault: 'call' });
  expect(microphone.getUserMedia).not.toHaveBeenCalled();
  stopAllRinging();
  expect(await capture.open()).toBe(true);
  capture.close();
});
