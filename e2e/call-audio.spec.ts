import { callButton, connectCall, joinButton, microphonePicker, test } from './support/call-fixtures.ts';
import {
  acceptCall,
  blockAutoplay,
  callEnded,
  expectSilence,
  expectTone,
  readSpeakerIds,
  removeAudioEncoder,
  startCall,
} from './support/calls.ts';
import { toast } from './support/chat.ts';
import { expect } from './support/fixtures.ts';

test('[CALL-40] two users hear each other over a direct connection until one hangs up', async ({ callers }) => {
  const { annsPage, bobsPage, annsCall, bobsCall } = await connectCall(callers);
  await expect(annsCall.getByText(/^Direct/)).toBeVisible();
  await expect(bobsCall.getByText(/^Direct · (?:<1|\d+) ms/)).toBeVisible();
  await expect(microphonePicker(annsCall)).toHaveText(/Fake/);
  await expectTone(annsCall);
  await expectTone(bobsCall);
  await expect(annsCall.getByText('Bob Ray is speaking')).toBeAttached();
  await expect(joinButton(bobsPage)).toBeVisible();

  const closing = annsCall.waitForEvent('close');
  await annsCall.getByRole('button', { name: 'Hang up' }).click();
  await expect(callEnded(annsCall)).toBeVisible();
  await expect(callEnded(bobsCall)).toBeVisible();
  await closing;
  await expect(annsPage.getByText(/^Voice call ended, \d+ s$/).first()).toBeVisible();
  await expect(callButton(bobsPage)).toBeVisible();
});

test('[CALL-41] without a direct connection the server relays the audio in both directions', async ({ callers }) => {
  const { annsCall, bobsCall } = await connectCall(callers, { arePeerConnectionsBlocked: true });
  await expect(annsCall.getByText('Via server')).toBeVisible();
  await expect(bobsCall.getByText('Via server')).toBeVisible();
  await expectTone(annsCall);
  await expectTone(bobsCall);
});

test('[CALL-41] a browser without an audio encoder sends recordings instead @long', async ({ callers }) => {
  const { ann, bob, openChat } = callers;
  const [annsPage, bobsPage] = [await openChat(ann, { arePeerConnectionsBlocked: true }), await openChat(bob)];
  for (const page of [annsPage, bobsPage]) await removeAudioEncoder(page.context());
  const annsCall = await startCall(annsPage);
  const bobsCall = await acceptCall(bobsPage);
  await expectTone(annsCall);
  await expectTone(bobsCall);
});

test('[CALL-41] users hear each other when only one of them supports direct connections @long', async ({ callers }) => {
  const { ann, bob, openChat } = callers;
  const [annsPage, bobsPage] = [await openChat(ann, { arePeerConnectionsBlocked: true }), await openChat(bob)];
  const annsCall = await startCall(annsPage);
  const bobsCall = await acceptCall(bobsPage);
  await expectTone(annsCall);
  await expectTone(bobsCall);
  await expect(bobsCall.getByText('Via server')).toBeVisible();
});

for (const arePeerConnectionsBlocked of [false, true]) {
  const path = arePeerConnectionsBlocked ? 'by the server' : 'directly';
  test(`[CALL-42] a muted microphone sends nothing ${path}; holding Space unmutes it @long`, async ({ callers }) => {
    const { annsCall, bobsCall } = await connectCall(callers, { arePeerConnectionsBlocked });
    await expectTone(bobsCall);
    await annsCall.getByRole('button', { name: 'Mute microphone' }).click();
    await expect(annsCall.getByRole('button', { name: 'Unmute microphone' })).toHaveAttribute('aria-pressed', 'true');
    await expectSilence(bobsCall);
    await expect(bobsCall.getByText('Ann Lee is speaking')).toBeHidden();
    await expectTone(annsCall);

    // Space is push-to-talk even while another control has the focus.
    for (const control of [annsCall.getByLabel('Volume of Bob Ray'), microphonePicker(annsCall)]) {
      await control.focus();
      await annsCall.keyboard.down('Space');
      await expectTone(bobsCall);
      await annsCall.keyboard.up('Space');
      await expectSilence(bobsCall);
    }
    await annsCall.getByRole('button', { name: 'Unmute microphone' }).click();
    await expectTone(bobsCall);
  });
}

test('[CALL-43] a user mutes the speaker and lowers a participant’s volume without affecting the others @long', async ({
  callers,
}) => {
  const { annsCall, bobsCall } = await connectCall(callers);
  await expectTone(bobsCall);
  await bobsCall.getByRole('button', { name: 'Mute speaker' }).press('Enter');
  await expectSilence(bobsCall);
  await bobsCall.getByRole('button', { name: 'Unmute speaker' }).press(' ');
  await expectTone(bobsCall);
  await bobsCall.getByLabel('Volume of Ann Lee').fill('0');
  await expectSilence(bobsCall);
  await expectTone(annsCall);
});

test('[CALL-51] a user without a microphone can listen and try again @long', async ({ callers }) => {
  const { ann, bob, openChat } = callers;
  const [annsPage, bobsPage] = [await openChat(ann), await openChat(bob)];
  await bobsPage.context().addInitScript(() => {
    const devices = navigator.mediaDevices;
    const getUserMedia = devices.getUserMedia.bind(devices);
    Object.assign(window, { microphoneError: 'NotAllowedError' });
    devices.getUserMedia = async (constraints) => {
      const { microphoneError } = window as unknown as { microphoneError: string | null };
      if (microphoneError !== null) throw new DOMException('', microphoneError);
      const stream = await getUserMedia(constraints);
      Object.assign(window, { microphone: stream.getAudioTracks()[0] });
      return stream;
    };
  });
  const annsCall = await startCall(annsPage);
  const bobsCall = await acceptCall(bobsPage);
  await expect(toast(bobsCall, 'Failed to connect audio')).toBeVisible();
  await expect(bobsCall.getByText(/^Your microphone is blocked/)).toBeVisible();
  await expectTone(bobsCall);
  await expectSilence(annsCall);

  await bobsCall.evaluate(() => Object.assign(window, { microphoneError: null }));
  await bobsCall.getByRole('button', { name: 'Try again' }).click();
  await expectTone(annsCall);

  // The microphone is unplugged, and there is no other one.
  await bobsCall.evaluate(() => {
    const { microphone } = window as unknown as { microphone: MediaStreamTrack };
    Object.assign(window, { microphoneError: 'NotFoundError' });
    microphone.stop();
    microphone.dispatchEvent(new Event('ended'));
  });
  await expect(bobsCall.getByText(/^Your microphone was disconnected/)).toBeVisible();
  await expectSilence(annsCall);
  await expectTone(bobsCall);
});

test('[CALL-52] a user switches microphone and speaker during a call @long', async ({ callers }) => {
  const { annsCall, bobsCall } = await connectCall(callers);
  const speakerPicker = annsCall.getByRole('combobox', { name: 'Speaker' });
  for (const picker of [microphonePicker(annsCall), speakerPicker]) {
    const chosen = picker.locator('option:checked');
    const before = await chosen.innerText();
    const other = (await picker.locator('option').allInnerTexts()).find((name) => name !== before) ?? '';
    expect(other).not.toBe('');
    await picker.selectOption({ label: other });
    await expect(chosen).toHaveText(other);
    await expectTone(bobsCall);
  }
  // The audio output has really changed, not only the list.
  const speakerId = await speakerPicker.inputValue();
  await expect.poll(() => readSpeakerIds(annsCall)).toContain(speakerId);
  await expectTone(annsCall);
});

test('[CALL-53] the call reports that the browser blocks audio, and a click enables it @long', async ({ callers }) => {
  const { ann, bob, openChat } = callers;
  const [annsPage, bobsPage] = [await openChat(ann), await openChat(bob)];
  await blockAutoplay(bobsPage.context());
  await startCall(annsPage);
  const bobsCall = await acceptCall(bobsPage);
  await expect(bobsCall.getByText('Unable to play audio. Please check your browser settings.')).toBeVisible();
  await bobsCall.getByRole('button', { name: 'Enable sound' }).click();
  await expectTone(bobsCall);
  await expect(bobsCall.getByText('Unable to play audio. Please check your browser settings.')).toBeHidden();
});
