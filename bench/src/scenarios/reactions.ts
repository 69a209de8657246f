import { getMessages, type Message, type OutputOf, reactToMessage, sendMessage, toRequest } from '@chat-app/contract';
import { setTimeout as pause } from 'node:timers/promises';
import { createChat, createUsers } from '../users.ts';
import { openHttpConnection } from '../http-connection.ts';
import { summarise } from '../measure.ts';
import { runScenario, sized } from '../scenario.ts';
import { openSocketClient } from '../socket-client.ts';

const memberCount = sized(1_000, 50);
const emoji = '👍';
const giveUpMs = 60_000;

/** All members of a group react to one message at the same moment, and all have a device. */
await runScenario('reactions', async ({ program, sql }) => {
  const members = await createUsers(sql, memberCount);
  const [author] = members;
  if (!author) throw new Error('nobody is there');
  const chatId = await createChat(sql, members);
  const connections = await Promise.all(members.map(({ cookie }) => openHttpConnection(program.url, cookie)));
  const [own] = connections;
  if (!own) throw new Error('nobody is there');
  const sent = await own.post(sendMessage.path, { chatId, content: 'Who comes?', type: 'text' });
  const { _id: messageId } = (JSON.parse(sent.readBody()) as { message: Message }).message;

  /** When each device showed all reactions, after the first request. */
  const shownMs: number[] = [];
  const all = `"count":${memberCount},`;
  let startedAt = 0;
  let events = 0;
  const onEvent = (event: Buffer) => {
    if (!event.includes('["messageReactions"')) return;
    events += 1;
    if (event.includes(all)) shownMs.push(performance.now() - startedAt);
  };
  const devices = [];
  for (const { cookie } of members) devices.push(await openSocketClient(program.url, { cookie, onEvent }));

  startedAt = performance.now();
  const answers = await Promise.all(
    connections.map(async (connection) => {
      const { status } = await connection.tryPut(reactToMessage.path, { messageId, emoji, isOn: true });
      return { status, ms: performance.now() - startedAt };
    }),
  );
  while (shownMs.length < memberCount && performance.now() < startedAt + giveUpMs) await pause(10);
  const page = JSON.parse((await own.get(toRequest(getMessages, { chatId }).url)).readBody()) as OutputOf<
    typeof getMessages
  >;
  const count = page.data.find(({ _id }) => _id === messageId)?.reactions?.[0]?.count ?? 0;
  devices.forEach((device) => device.close());
  connections.forEach((connection) => connection.close());
  return {
    members: memberCount,
    refused: answers.filter(({ status }) => status !== 200).length,
    count,
    lostErrors: answers.filter(({ status }) => status === 200).length - count,
    answered: summarise(answers.map(({ ms }) => ms)),
    devicesThatShowAll: shownMs.length,
    lastDeviceMs: Math.round(Math.max(0, ...shownMs)),
    eventsPerDevice: Math.round(events / memberCount),
  };
});
