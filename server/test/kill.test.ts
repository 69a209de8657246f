import { sendMessage } from '@chat-app/contract';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { connectDatabase } from '../src/platform/db/database.ts';
import { databaseProcesses } from './database-processes.ts';
import { isLong, report, roundsOf, seed } from './faults/plan.ts';
import { createUsers } from './faults/users.ts';
import { noFaults, verifyAcknowledged } from './faults/tally.ts';
import { startWriters } from './faults/writers.ts';
import { useProgram } from './program.ts';
import { createRandom } from './random.ts';

const { place, start, end, ownDatabase, client } = useProgram();

const serverKills = roundsOf({ usual: 1, all: 50 });
const databaseKills = roundsOf({ usual: 1, all: 20 });
const longestPauseMs = isLong ? 3000 : 1000;
const sendersPerPerson = 4;
/** Sent before each kill of a long run, so that they add up to 100,000; a slow machine is not waited for. */
const messagesBetween = isLong ? 1450 : 0;
const longestWaitMs = 8000;

test(
  '[MSG-12] [OPS-24] every acknowledged message exists once, in order, however often the server or its database is killed and started at once',
  { timeout: 3_600_000 },
  async () => {
    const random = createRandom(seed);
    const environment = { RATE_LIMITS: 'off', LOG_LEVEL: 'error' };
    let { child, output } = await start(environment);
    const database = connectDatabase(ownDatabase());
    const { ann, bob, cem, direct, aGroup } = await createUsers(`http://127.0.0.1:${place.port}`, database);
    const group = await aGroup();
    const persons = [
      ...[ann, bob, cem].map((person) => ({ ...person, chatId: group })),
      ...[ann, bob].map((person) => ({ ...person, chatId: direct })),
    ];
    const writers = startWriters(persons.flatMap((person) => Array.from({ length: sendersPerPerson }, () => person)));

    const kills = {
      server: async () => {
        await end(child, 'SIGKILL');
        // Its database is still shutting down.
        ({ child, output } = await start(environment));
        expect((await client().send('GET', '/readyz')).status).toBe(200);
      },
      // One of its processes is enough: its death closes all connections.
      database: async () => {
        const { server, children } = await databaseProcesses(place.dataDir);
        process.kill(random.pick([server, ...children]), 'SIGKILL');
        await vi.waitUntil(
          async () => {
            if (child.exitCode !== null) throw new Error(`the program ended with its database:\n${output.text}`);
            return (await client().send('GET', '/readyz')).status === 200;
          },
          { interval: 100 },
        );
      },
    };
    const victims = [
      ...Array.from({ length: serverKills }, () => 'server' as const),
      ...Array.from({ length: databaseKills }, () => 'database' as const),
    ];
    while (victims.length > 0) {
      const [victim] = victims.splice(random.below(victims.length), 1);
      const wanted = writers.acknowledged.length + messagesBetween;
      // Real time: the kill comes at a random moment.
      await pause(random.below(longestPauseMs));
      for (let waited = 0; writers.acknowledged.length < wanted && waited < longestWaitMs; waited += 50)
        // Real time: asks again until enough was sent.
        await pause(50);
      if (victim !== undefined) await kills[victim]();
    }
    // Real time: the writers go on after the last kill.
    await pause(200);
    await writers.stop();

    // A late repeat, when everything in memory is gone, returns the first message again.
    for (const { chatId, clientId, messageId } of writers.acknowledged.slice(0, 20)) {
      const author = persons[Math.floor(Number(/^w(\d+)/.exec(clientId)?.[1]) / sendersPerPerson)];
      const again = await author?.client.call(sendMessage, { chatId, content: 'other', type: 'text', clientId });
      expect(again).toMatchObject({ status: 200, body: { message: { _id: messageId, content: clientId } } });
    }
    const tally = await verifyAcknowledged(writers.acknowledged, { database, reader: ann.client });
    await database.close();
    await report('kill -9', { serverKills, databaseKills, ...tally, repeats: writers.repeats() });
    expect(tally).toMatchObject(noFaults);
    expect(tally.acknowledged).toBeGreaterThan((serverKills + databaseKills) * sendersPerPerson);
  },
);
