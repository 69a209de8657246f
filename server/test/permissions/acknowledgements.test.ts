import { type ClientEventName, clientEvents, type ErrorCode } from '@chat-app/contract';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { useTestApp } from '../test-app.ts';
import { eventRows } from './event-rows.ts';
import { createScenario } from './scenario.ts';
import { createHarness, type Harness } from './harness.ts';

const app = useTestApp();

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness(app);
});
beforeEach(() => harness.enter());

/** The error code for a target unrelated to the sender; null where anybody may send the event. */
const foreignCodes: Record<ClientEventName, ErrorCode | null> = {
  online: 'forbidden',
  chatRead: 'not_found',
  typing: 'not_found',
  sendMessage: 'not_found',
  sendFileRequest: 'peer_offline',
  fileReceiveAccept: 'not_found',
  fileReceiveReject: 'not_found',
  senderDesc: 'not_found',
  receiverDesc: 'not_found',
  'ice-candidate': 'not_found',
  fileTransferCancel: 'not_found',
  fileTransferResume: 'not_found',
  fileTransferDone: null,
  joinVoiceRoom: 'not_found',
  leaveVoiceRoom: null,
  audioStream: 'not_found',
  voiceSignal: 'not_found',
  callMedia: 'not_found',
};

/** What an acknowledgement carries beside `ok`. */
const results: Partial<Record<ClientEventName, object>> = { sendMessage: { message: expect.anything() } };

async function askIn(event: ClientEventName, outcome: 'done' | 'refused') {
  const cell = eventRows[event].find(({ expected }) => expected.outcome === outcome);
  if (!cell) return null;
  const scenario = createScenario(harness);
  await cell.around?.before(scenario);
  const asked = await harness.ask(cell.by, event, cell.args(harness));
  await cell.around?.after(scenario);
  return asked;
}

const refusedWith = (code: ErrorCode) => ({
  answer: { ok: false, code, message: expect.stringMatching(/^[A-Z].+/) },
  refusals: [],
});

test('[RT-200] an event with an acknowledgement is answered by that alone', async () => {
  const found: Record<string, unknown> = {};
  const expected: Record<string, unknown> = {};
  for (const [event, foreignCode] of Object.entries(foreignCodes) as [ClientEventName, ErrorCode | null][]) {
    found[event] = [
      await askIn(event, 'done'),
      await harness.ask('me', event, [{ no: 'id' }]),
      await askIn(event, 'refused'),
    ];
    expected[event] = [
      { answer: { ok: true, ...results[event] }, refusals: [] },
      refusedWith('invalid_input'),
      foreignCode && refusedWith(foreignCode),
    ];
  }
  expect(found).toEqual(expected);
});

test('[RT-200] without one, every invalid event is answered by errorMessage', async () => {
  for (const event of Object.keys(clientEvents)) {
    expect(await harness.emit('me', event, [{ no: 'id' }])).toBe('refused');
    expect(await harness.refusalOf('me', event)).toEqual([event, expect.any(String), { code: 'invalid_input' }]);
  }
});
