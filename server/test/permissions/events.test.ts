import * as contract from '@chat-app/contract';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { dial } from '../device.ts';
import { people } from '../people.ts';
import { useTestApp } from '../test-app.ts';
import type { Scene } from './event-cells.ts';
import { eventRows } from './event-rows.ts';
import { type Outcome, setStage, type Stage } from './stage.ts';

const app = useTestApp();

let stage: Stage;
beforeAll(async () => {
  stage = await setStage(app);
});

function createScene(onStage: Stage): Scene {
  const { cast, chats, perform } = onStage;
  const start = (name: 'host' | 'directPeer', chatId: string) => cast[name].call(contract.startVoiceCall, { chatId });
  const sit = (name: 'host' | 'directPeer', chatId: string) =>
    perform(name, 'joinVoiceRoom', [chatId, cast[name].user.id]);
  const offer = async () => {
    await perform('me', 'sendFileRequest', [{ name: 'film.mkv', size: 5 }, cast.directPeer.user.id]);
  };
  return {
    ...onStage,
    offer,
    accept: async () => {
      await offer();
      await perform('directPeer', 'fileReceiveAccept', [cast.me.user.id]);
    },
    withdraw: async () => {
      for (const device of ['me', 'myPhone'] as const)
        await perform(device, 'fileTransferCancel', [cast.directPeer.user.id]);
      await perform('directPeer', 'fileTransferCancel', [cast.me.user.id]);
    },
    unread: async () => {
      for (const [name, chatId] of [
        ['host', chats.group],
        ['directPeer', chats.direct],
        ['formerFriend', chats.formerDirect],
      ] as const) {
        await cast[name].call(contract.sendMessage, { chatId, content: 'New', type: 'text' });
      }
    },
    callsGoOn: async () => {
      await start('host', chats.group);
      await sit('host', chats.group);
      await start('directPeer', chats.direct);
      await sit('directPeer', chats.direct);
    },
    callsEnd: async () => {
      for (const person of [cast.me, cast.host]) await person.call(contract.endVoiceCall, { chatId: chats.group });
      await cast.directPeer.call(contract.endVoiceCall, { chatId: chats.direct });
    },
  };
}

describe('[SEC-11] somebody verified who says', () => {
  beforeEach(() => stage.enter());

  test.each(Object.entries(eventRows))(
    '%s is answered, and heard, as the row says',
    { timeout: 120_000 },
    async (event, cells) => {
      const scene = createScene(stage);
      const outcomes: Record<string, Outcome> = {};
      for (const { relation, by, args, before, after } of cells) {
        await before?.(scene);
        outcomes[relation] = await stage.say(by, event, args(stage));
        await after?.(scene);
      }
      expect(outcomes).toEqual(Object.fromEntries(cells.map(({ relation, expected }) => [relation, expected])));
    },
  );
});

test('[SEC-11] every event of the contract has a row', () => {
  expect(Object.keys(eventRows).toSorted()).toEqual(Object.keys(contract.clientEvents).toSorted());
});

describe('[SEC-11] whoever is not let in reaches nobody, though they speak all the same:', () => {
  const { anUnverifiedUser } = people(app);
  const callers = {
    'a visitor': () => Promise.resolve({}),
    'somebody unverified': async () => ({ cookie: `session=${(await anUnverifiedUser()).cookies.get('session')}` }),
  };

  test.each(Object.entries(callers))('%s', { timeout: 60_000 }, async (_, credentials) => {
    const given = await credentials();
    for (const [event, [cell]] of Object.entries(eventRows)) {
      const before = await stage.tally(event);
      const device = dial(app, given);
      const refusal = await new Promise<string>((resolve) => {
        device.socket.on('connect_error', ({ message }) => resolve(message));
        device.socket.on('connect', () => resolve('let in'));
      });
      // Beneath the library, which would not send it: an event into a room whose door stayed shut.
      const { engine } = device.socket.io;
      engine.write(`2${JSON.stringify([event, ...(cell?.args(stage) ?? [])])}`);
      await vi.waitUntil(() => engine.readyState === 'closed', { timeout: 8000, interval: 5 });
      expect([refusal, await stage.tally(event), device.heard]).toEqual(['unauthorized', before, []]);
    }
  });
});
