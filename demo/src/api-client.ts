import {
  type ClientToServerEvents,
  type Endpoint,
  type InputOf,
  type OutputOf,
  type ServerToClientEvents,
  toRequest,
  type UserId,
} from '@chat-app/contract';
import { setTimeout as delay } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';

const maxRetries = 20;

/** An HTTP client with a session, like a browser. */
export function createApiClient(url: string) {
  let cookie = '';

  async function exchange<E extends Endpoint>(path: string, init: RequestInit): Promise<OutputOf<E>> {
    const ask = () => fetch(url + path, { ...init, headers: { cookie, ...(init.headers as object) } });
    let response = await ask();
    // A busy server did not start the request, so it can be repeated.
    for (let attempt = 0; response.status === 503 && attempt < maxRetries; attempt += 1) {
      await delay(500);
      response = await ask();
    }
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0]);
    if (cookies.length > 0) cookie = cookies.join('; ');
    return (await response.json()) as OutputOf<E>;
  }

  return {
    call: <E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<OutputOf<E>> => {
      const request = toRequest(endpoint, input);
      const headers = { ...(request.body && { 'content-type': 'application/json' }) };
      const body = request.body && { body: JSON.stringify(request.body) };
      return exchange<E>(request.url, { method: request.method, headers, ...body });
    },

    /** Sends a form with one file. */
    upload: <E extends Endpoint>(
      endpoint: E,
      file: File,
      fields: Record<string, string> = {},
    ): Promise<OutputOf<E>> => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      form.set(endpoint.filePart ?? 'file', file);
      return exchange<E>(endpoint.path, { method: endpoint.method, body: form });
    },

    /** The cookies from the server, as a `Cookie` header. */
    cookie: () => cookie,

    /** Connects a socket, which shows this person as online until it is closed. */
    connect: async (userId: UserId): Promise<Device> => {
      const device: Device = io(url, { transports: ['websocket'], forceNew: true, extraHeaders: { cookie } });
      await new Promise<void>((resolve, reject) => {
        device.once('connect_error', reject);
        device.once('getOnlineUsers', () => resolve());
      });
      device.emit('online', userId);
      return device;
    },
  };
}

export type ApiClient = ReturnType<typeof createApiClient>;
export type Device = Socket<ServerToClientEvents, ClientToServerEvents>;
