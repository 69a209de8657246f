import { type Endpoint, type ErrorBody, type InputOf, type OutputOf, toRequest } from '@chat-app/contract';
import { listErrors } from '../src/features/api-docs/openapi-answers.ts';

/** The response, with the body parsed if it is JSON. */
export interface Answer<Body = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Body;
}

/** An HTTP client with a cookie jar: not a browser, so no Origin and no Sec-Fetch-Site unless given. */
export interface HttpClient {
  readonly baseUrl: string;
  readonly cookies: Map<string, string>;
  /** Calls an endpoint of the contract with typed input. Throws on a refusal that the API reference does not list. */
  call: <E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
  ) => Promise<Answer<OutputOf<E> & Omit<Partial<ErrorBody>, keyof OutputOf<E>>>>;
  /** Sends any request. */
  send: (
    method: string,
    path: string,
    options?: { body?: unknown; headers?: Record<string, string> },
  ) => Promise<Answer<ErrorBody & Record<string, unknown>>>;
  /** A form with one file; the fields come before it. */
  upload: <E extends Endpoint>(
    endpoint: E,
    file: Blob,
    name?: string,
    fields?: Record<string, string>,
  ) => Promise<Answer<OutputOf<E> & Omit<Partial<ErrorBody>, keyof OutputOf<E>>>>;
  /** A form whose parts are in any order. */
  sendForm: (path: string, form: FormData) => Promise<Answer<ErrorBody & Record<string, unknown>>>;
}

export function createHttpClient(baseUrl: string): HttpClient {
  const cookies = new Map<string, string>();

  async function exchange(
    path: string,
    { headers: given, ...init }: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> },
  ): Promise<Answer<never>> {
    const cookie = Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(cookie !== '' && { cookie }), ...given };
    const response = await fetch(baseUrl + path, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) keep(cookies, line);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('application/json');
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: (isJson ? JSON.parse(text) : null) as never,
    };
  }

  const send: HttpClient['send'] = (method, path, { body, headers } = {}) =>
    exchange(path, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });

  return {
    baseUrl,
    cookies,
    send,
    call: async (endpoint, input) => {
      const { method, url, body } = toRequest(endpoint, input);
      const answer = await send(method, url, body === null ? {} : { body });
      const { code } = answer.body ?? {};
      if (answer.status >= 400 && code !== undefined && !listErrors(endpoint).includes(code)) {
        throw new Error(`${method} ${url} answered ${answer.status} ${code}, which the API reference does not name`);
      }
      return answer as never;
    },
    sendForm: (path, form) => exchange(path, { method: 'POST', body: form }),
    upload: (endpoint, file, name = 'file', fields = {}) => {
      const form = new FormData();
      for (const [key, value] of Object.entries(fields)) form.set(key, value);
      form.set(endpoint.filePart ?? 'file', file, name);
      return exchange(endpoint.path, { method: endpoint.method, body: form });
    },
  };
}

function keep(cookies: Map<string, string>, line: string) {
  const [pair = '', ...attributes] = line.split('; ');
  const name = pair.slice(0, pair.indexOf('='));
  const value = pair.slice(pair.indexOf('=') + 1);
  const isGone = attributes.some((attribute) => /^(max-age=0|expires=thu, 01 jan 1970)/i.test(attribute));
  if (isGone || value === '') cookies.delete(name);
  else cookies.set(name, value);
}
