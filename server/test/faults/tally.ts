import { type ChatId, getMessages, type Message, type MessageId } from '@chat-app/contract';
import type { Database } from '../../src/platform/db/database.ts';
import type { HttpClient } from '../http-client.ts';
import { addUp } from './add-up.ts';
import type { Acknowledged } from './writers.ts';

/** What became of the acknowledged messages. All values but the first must be zero. */
export interface Tally {
  readonly acknowledged: number;
  /** Missing from the database or from the history, or different from the acknowledgement. */
  readonly lost: number;
  /** Stored twice, or stored without a final acknowledgement. */
  readonly doubled: number;
  /** Gaps or duplicates in the seqs, a writer's messages out of order, or a history that differs from the database. */
  readonly outOfOrder: number;
}

export const noFaults = { lost: 0, doubled: 0, outOfOrder: 0 };

interface Environment {
  readonly database: Pick<Database, 'sql'>;
  readonly reader: HttpClient;
}

/** Compares the acknowledged messages with the database and with the history, both freshly read. */
export async function verifyAcknowledged(
  acknowledged: readonly Acknowledged[],
  environment: Environment,
): Promise<Tally> {
  const chatIds = [...new Set(acknowledged.map(({ chatId }) => chatId))];
  const parts = await Promise.all(
    chatIds.map((chatId) =>
      tallyChat(
        chatId,
        acknowledged.filter((one) => one.chatId === chatId),
        environment,
      ),
    ),
  );
  return addUp({ acknowledged: 0, ...noFaults }, parts);
}

/** Oldest first, page by page as a user reads. */
async function readHistory(reader: HttpClient, chatId: ChatId): Promise<Message[]> {
  const all: Message[] = [];
  for (let before: number | undefined; ; before = all.at(-1)?.seq) {
    const { status, body } = await reader.call(getMessages, { chatId, limit: 50, before });
    if (status !== 200) throw new Error(`history answered ${status}`);
    all.push(...body.data);
    if (!body.haveMore) return all.toReversed();
  }
}

/** A writer's name and the number of the message. */
const clientIdPattern = /^(.*)-(\d+)$/;

interface Row {
  readonly id: MessageId;
  readonly seq: number;
  readonly clientId: string | null;
}

async function tallyChat(
  chatId: ChatId,
  acknowledged: Acknowledged[],
  { database, reader }: Environment,
): Promise<Tally> {
  const rows = await database.sql<Row[]>`
    select id, seq::float8 as seq, client_id from messages where chat_id = ${chatId} order by seq`;
  const history = (await readHistory(reader, chatId)).map(({ _id: id, seq }) => `${seq} ${id}`);

  const stored = new Set(rows.map(({ id, seq, clientId }) => `${seq} ${id} ${clientId}`));
  const shown = new Set(history);
  const isLost = ({ messageId, seq, clientId }: Acknowledged) =>
    !stored.has(`${seq} ${messageId} ${clientId}`) || !shown.has(`${seq} ${messageId}`);

  const promised = new Set(acknowledged.map(({ messageId }) => messageId));
  const strangers = rows.filter(({ id, clientId }) => clientIdPattern.test(clientId ?? '') && !promised.has(id)).length;
  const repeated = acknowledged.length - new Set(acknowledged.map(({ clientId }) => clientId)).size;

  const misplaced = rows.filter(({ seq, id }, index) => seq !== index + 1 || history[index] !== `${seq} ${id}`).length;
  return {
    acknowledged: acknowledged.length,
    lost: acknowledged.filter(isLost).length,
    doubled: strangers + repeated,
    outOfOrder: misplaced + Math.abs(history.length - rows.length) + countInversions(rows),
  };
}

/** A writer waits for each response, so its messages are in the order of their numbers. */
function countInversions(rows: readonly Row[]): number {
  const lastByWriter = new Map<string, number>();
  let inversions = 0;
  for (const { clientId } of rows) {
    const [, writer = '', number] = clientIdPattern.exec(clientId ?? '') ?? [];
    if (number === undefined) continue;
    if (Number(number) <= (lastByWriter.get(writer) ?? -1)) inversions += 1;
    lastByWriter.set(writer, Number(number));
  }
  return inversions;
}
