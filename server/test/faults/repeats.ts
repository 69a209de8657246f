import { type ClientId, type Message, sendMessage } from '@chat-app/contract';
import { setTimeout as pause } from 'node:timers/promises';
import { asId } from '../as-id.ts';
import type { Random } from '../random.ts';
import type { HttpClient } from '../http-client.ts';
import type { Environment } from './environment.ts';
import { startFaultyProxy } from './faulty-proxy.ts';
import { verifyAcknowledged } from './tally.ts';
import { clientAt } from './users.ts';
import type { Acknowledged } from './writers.ts';

const lanes = 8;

/** Each message is sent two to five times at once, to both nodes, over connections that may lose the response. */
export async function repeatSends({ database, users, urls }: Environment, random: Random, messages: number) {
  const { ann, aGroup } = users;
  const chatId = await aGroup();
  const lossy = await Promise.all(urls.map((url) => startFaultyProxy(url, { losesAnswers: true })));
  const clients = [...urls, ...lossy.map(({ url }) => url)].map((url) => clientAt(url, ann));

  const acknowledged: Acknowledged[] = [];
  const figures = { copies: 0, lostAnswers: 0, differing: 0 };
  const send = async (client: HttpClient, clientId: ClientId, content: string) => {
    figures.copies += 1;
    const answer = await client.call(sendMessage, { chatId, content, type: 'text', clientId }).catch(() => null);
    if (answer === null) figures.lostAnswers += 1;
    return answer?.status === 201 || answer?.status === 200 ? answer.body.message : null;
  };

  let left = messages;
  async function work(lane: number) {
    while (left > 0) {
      left -= 1;
      const clientId = asId<ClientId>(`lane${lane}-${messages - left}`);
      const copies = Array.from({ length: 2 + random.below(4) }, (_, copy) => ({ client: random.pick(clients), copy }));
      const sending = copies.map(({ client, copy }) => send(client, clientId, `${clientId} copy ${copy}`));
      const answers: (Message | null)[] = await Promise.all(sending);
      // As a client does until it gets a response.
      while (!answers.some((answer) => answer !== null)) {
        await pause(20);
        answers.push(await send(random.pick(clients), clientId, clientId));
      }
      const received = answers.filter((answer) => answer !== null);
      const [first] = received;
      if (first) acknowledged.push({ chatId, clientId, messageId: first._id, seq: first.seq });
      // Whichever copy won, all responses return the same message.
      figures.differing += received.filter(
        ({ _id, seq, content }) => [_id, seq, content].join() !== [first?._id, first?.seq, first?.content].join(),
      ).length;
    }
  }
  await Promise.all(Array.from({ length: lanes }, (_, lane) => work(lane)));
  for (const proxy of lossy) proxy.stop();
  return { messages, ...figures, ...(await verifyAcknowledged(acknowledged, { database, reader: ann.client })) };
}
