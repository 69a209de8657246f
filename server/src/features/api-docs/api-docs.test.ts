import * as contract from '@chat-app/contract';
import { clientEventReference } from '@chat-app/contract/reference/client-event-texts';
import { endpointReference } from '@chat-app/contract/reference/endpoint-texts';
import { serverEventReference } from '@chat-app/contract/reference/server-event-texts';
import { Validator } from '@seriousme/openapi-schema-validator';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { useOwnTestApp } from '../../../test/test-app.ts';
import { createHttpClient } from '../../../test/http-client.ts';
import type { OpenApiDocument } from './openapi.ts';
import { listInput } from './openapi-schemas.ts';

const title = 'Chats & <b>"more"</b>';
const app = useOwnTestApp(() => ({ APP_TITLE: title, MAIL_FROM: 'chat@example.org' }));

const isEndpoint = (value: unknown): value is contract.Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value;
const endpoints = Object.values<unknown>(contract).filter(isEndpoint);

let page: { text: string; headers: Headers };
let document: OpenApiDocument;
beforeAll(async () => {
  page = await app.client().call(contract.getApiDocs, {});
  document = JSON.parse((await app.client().call(contract.getOpenApi, {})).text);
});

const operations = () => Object.values(document.paths).flatMap((byMethod) => Object.values(byMethod));

test('[API-1] the page runs no scripts, loads nothing and escapes the title; its nonce is new each time', async () => {
  const again = await app.client().call(contract.getApiDocs, {});
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const [, nonce = 'none'] = /<style nonce="([^"]+)">/.exec(page.text) ?? [];
  expect(page.headers.get('content-security-policy')).toBe(
    `default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'; style-src 'nonce-${nonce}'`,
  );
  expect(page.text).not.toMatch(/<script|<img|<link|\sstyle=|\son\w+=|https?:/);
  expect(again.headers.get('content-security-policy')).not.toContain(nonce);
  expect(page.text).toContain('<h1>Chats &amp; &lt;b&gt;&quot;more&quot;&lt;/b&gt; API</h1>');
});

test('[API-2] the document has every route of the running server, and no other, with its name and its own description', () => {
  const described = Object.entries(document.paths).flatMap(([path, byMethod]) =>
    Object.keys(byMethod).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  );
  const routes = app.routes.filter((route) => route.includes(' /api/') && !route.startsWith('HEAD '));
  expect(described.toSorted()).toEqual(routes.toSorted());
  const names = operations().map(({ operationId }) => operationId);
  expect(names.toSorted()).toEqual(Object.keys(endpointReference).toSorted());
  expect(new Set(operations().map(({ summary }) => summary)).size).toBe(endpoints.length);
});

test('[API-2] every endpoint takes each part of its input where clients send it', () => {
  const wrong: string[] = [];
  for (const endpoint of endpoints) {
    const call = `${endpoint.method} ${endpoint.path}`;
    const fields = listInput(endpoint);
    const input = Object.fromEntries(fields.map(({ name }) => [name, `value of ${name}`]));
    const { url, body } = contract.toRequest(endpoint, input);
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const travelsIn = (name: string) => {
      if (searchParams.get(name) === input[name]) return 'query';
      return body?.[name] === input[name] ? 'body' : 'path';
    };
    for (const { name, place } of fields) {
      if (place !== travelsIn(name)) wrong.push(`${call}: ${name} travels in the ${travelsIn(name)}, not the ${place}`);
    }
    if (pathname.includes('{')) wrong.push(`${call}: ${pathname}`);
  }
  expect(wrong).toEqual([]);
});

test('[API-2] forms, errors, access and rate limits are documented', () => {
  const sendFile = document.paths['/api/messages/sendFile']?.['post'];
  expect(sendFile?.requestBody?.content['multipart/form-data']?.schema).toMatchObject({
    properties: { chatId: { type: 'string', format: 'uuid' }, file: { contentMediaType: 'application/octet-stream' } },
    required: ['chatId', 'file'],
  });
  const statuses = Object.keys(sendFile?.responses ?? {}).join();
  expect(statuses).toBe('200,201,400,401,403,404,413,415,429,500,503,507');
  expect(sendFile).toMatchObject({
    'x-access': 'verified',
    'x-right': expect.stringContaining('member'),
    'x-rate-limits': [{ limit: 60, windowMs: 60_000, of: 'calls per user' }],
  });
  expect(document.paths['/api/auth/login']?.['post']?.['x-rate-limits']).toContainEqual({
    limit: 1,
    windowMs: 60_000,
    of: 'wrong password per account and network (maximum delay; the first 3 are not delayed, each further one doubles the delay, starting at 1 s)',
  });
});

test('[API-3] the document is valid OpenAPI 3.1, and every reference in it resolves', async () => {
  const validator = new Validator();
  expect(await validator.validate({ ...structuredClone(document) })).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
  const named = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name);
  expect(new Set(named)).toEqual(new Set(Object.keys(document.components.schemas)));
});

test('[API-3] each example is a valid error body with the right status', () => {
  const examples = operations().flatMap(({ responses }) =>
    Object.entries(responses).flatMap(([status, { content }]) =>
      Object.values(content?.['application/json']?.examples ?? {}).map(({ value }) => [status, value] as const),
    ),
  );
  const codes = examples.map(([status, value]) => {
    const { code } = contract.ErrorBody.parse(value);
    expect(String(contract.errorStatuses[code])).toBe(status);
    return code;
  });
  expect(new Set(codes)).toEqual(new Set(Object.keys(contract.errorStatuses)));
});

test('[API-5] every link on the page resolves, and every call, code, shape and event is linked', () => {
  const ids = new Set([...page.text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  const links = new Set([...page.text.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id));
  expect([...links].filter((id) => !ids.has(id))).toEqual([]);
  const wanted = [
    ...operations().map(({ operationId }) => operationId),
    ...Object.keys(contract.errorStatuses).map((code) => `error-${code}`),
    ...Object.keys(document.components.schemas),
    ...Object.keys(clientEventReference).map((name) => `send-${name}`),
    ...Object.keys(serverEventReference).map((name) => `receive-${name}`),
  ];
  expect(wanted.filter((id) => !links.has(id))).toEqual([]);
});

test('[API-4] a test that gets an undocumented error fails', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"message":"No","code":"not_found"}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = createHttpClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const call = client.call(contract.getServerConfig, {});
  await expect(call).rejects.toThrow('which the API reference does not name');
  server.close();
});
