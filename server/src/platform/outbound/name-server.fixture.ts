import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import ipaddr from 'ipaddr.js';
import { afterAll, beforeAll } from 'vitest';

/** A name server on this machine whose answers a test defines. */
export interface NameServer {
  /** `127.0.0.1:port` */
  readonly address: string;
  /** Every query, as `type name`. */
  readonly questions: string[];
  /** Answers to successive queries; the last one repeats forever; null: no answer at all. */
  say: (name: string, ...answers: (readonly string[] | null)[]) => void;
}

const typeNames = new Map([
  [1, 'A'],
  [28, 'AAAA'],
]);

export function useNameServer(): NameServer {
  const socket = createSocket('udp4');
  const answersByQuestion = new Map<string, (readonly string[] | null)[]>();
  const server = { address: '', questions: [] as string[] };

  socket.on('message', (query, peer) => {
    const { name, type, end } = readQuestion(query);
    const question = `${typeNames.get(type) ?? type} ${name}`;
    server.questions.push(question);
    const left = answersByQuestion.get(question) ?? [[]];
    const addresses = left.length > 1 ? left.shift() : left[0];
    if (addresses) socket.send(reply(query.subarray(0, end), type, addresses), peer.port, peer.address);
  });
  beforeAll(async () => {
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    server.address = `127.0.0.1:${socket.address().port}`;
  });
  afterAll(() => void socket.close());

  return Object.assign(server, {
    say: (name: string, ...answers: (readonly string[] | null)[]) => {
      for (const [kind, type] of [
        ['ipv4', 'A'],
        ['ipv6', 'AAAA'],
      ]) {
        const ofKind = answers.map((list) => list && list.filter((address) => ipaddr.parse(address).kind() === kind));
        answersByQuestion.set(`${type} ${name}`, ofKind);
      }
    },
  });
}

function readQuestion(query: Buffer) {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function reply(question: Buffer, type: number, addresses: readonly string[]): Buffer {
  const head = Buffer.from(question);
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt32BE(0, 8);
  const records = addresses.map((address) => {
    const bytes = Buffer.from(ipaddr.parse(address).toByteArray());
    const record = Buffer.alloc(12);
    record.writeUInt16BE(0xc00c, 0);
    record.writeUInt16BE(type, 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt16BE(bytes.length, 10);
    return Buffer.concat([record, bytes]);
  });
  return Buffer.concat([head, ...records]);
}
