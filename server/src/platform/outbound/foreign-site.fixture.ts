import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll } from 'vitest';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A foreign web site, served by this machine. It records connections and requests. */
export interface ForeignSite {
  readonly port: number;
  /** `127.0.0.1:port` */
  readonly host: string;
  readonly requests: IncomingMessage[];
  readonly connections: Socket[];
  /** Serves the answer under a new path and returns the full address. */
  serve: (answer: Answer | string) => string;
  /** How often this address was requested. */
  visits: (url: string) => number;
  /** Resolves when every connection to it is closed. */
  settled: () => Promise<void>;
}

/** Starts a site for a test file and stops it after the last test. */
export function useForeignSite(): ForeignSite {
  const answerByPath = new Map<string, Answer>();
  const requests: IncomingMessage[] = [];
  const connections: Socket[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    const answer = answerByPath.get(request.url ?? '') ?? ((_, missing) => missing.writeHead(404).end('none'));
    answer(request, response);
  });
  server.on('connection', (socket) => connections.push(socket));
  const site = { port: 0, host: '' };

  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    site.port = (server.address() as AddressInfo).port;
    site.host = `127.0.0.1:${site.port}`;
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });

  return Object.assign(site, {
    requests,
    connections,
    serve: (answer: Answer | string) => {
      const path = `/${answerByPath.size}`;
      answerByPath.set(path, typeof answer === 'string' ? aPage(answer) : answer);
      return `http://${site.host}${path}`;
    },
    visits: (url: string) => requests.filter((request) => request.url === new URL(url).pathname).length,
    settled: async () => {
      const open = connections.filter((socket) => !socket.closed);
      await Promise.all(open.map((socket) => new Promise((resolve) => socket.once('close', resolve))));
    },
  });
}

/** A page with this head. */
export const aPage =
  (head: string, contentType = 'text/html; charset=utf-8'): Answer =>
  (_, response) =>
    response.writeHead(200, { 'content-type': contentType }).end(`<!doctype html><html><head>${head}</head><body>`);

export const aRedirect =
  (location: string, status = 302): Answer =>
  (_, response) =>
    response.writeHead(status, { location }).end();

/** Sends the same part forever, as fast as it is read. */
export const endless =
  (contentType: string, part: string | Buffer): Answer =>
  (_, response) => {
    response.writeHead(200, { 'content-type': contentType });
    const more = () => {
      while (response.write(part));
    };
    response.on('drain', more);
    more();
  };
