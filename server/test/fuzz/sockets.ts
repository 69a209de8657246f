import { clientEvents } from '@chat-app/contract';
import { io, type Socket } from 'socket.io-client';
import { hostile } from './hostile-values.ts';
import { likely, twisted } from './inputs.ts';
import type { Random } from '../random.ts';

interface Tools {
  readonly random: Random;
  readonly ids: readonly string[];
}

export function openSocket(url: string, cookie: string): Socket {
  return io(url, { transports: ['websocket'], forceNew: true, extraHeaders: { cookie } });
}

/** Sends one event, with valid or invalid arguments, or with an unknown name. */
export function emitOnce(socket: Socket, tools: Tools): string {
  const { random } = tools;
  const name = random.pick(Object.keys(clientEvents)) as keyof typeof clientEvents;
  const made = random.isOneIn(4) ? likely(clientEvents[name], tools) : twisted(clientEvents[name], tools);
  const args: unknown[] = Array.isArray(made) ? made : [made];
  switch (random.below(20)) {
    case 0:
      socket.emit((JSON.stringify(hostile(random)) ?? 'x').slice(0, 200), ...args);
      break;
    case 1:
      socket.emit(name, ...args, () => {});
      break;
    case 2:
      socket.emit(name, Buffer.alloc(random.below(2000)), ...args);
      break;
    default:
      socket.emit(name, ...args);
  }
  return name;
}
