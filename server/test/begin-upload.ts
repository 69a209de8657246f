import { request } from 'node:http';
import { afterTest } from './after-test.ts';
import type { HttpClient } from './http-client.ts';

/** Sends a form as far as the beginning of its file. The fields come before the file, in their order. */
export function beginUpload(
  person: HttpClient,
  path: string,
  { fields, beginning }: { fields: Record<string, string>; beginning: string | Buffer },
) {
  const headers = {
    cookie: `session=${person.cookies.get('session')}`,
    'content-type': 'multipart/form-data; boundary=b',
  };
  const form = request(person.baseUrl + path, { method: 'POST', headers });
  // Whoever aborts it expects no answer.
  form.on('error', () => {});
  afterTest(() => void form.destroy());
  for (const [name, value] of Object.entries(fields)) {
    form.write(`--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  }
  form.write('--b\r\nContent-Disposition: form-data; name="file"; filename="half.txt"\r\n\r\n');
  form.write(beginning);
  return {
    /** The status of the answer. */
    status: new Promise<number | undefined>((resolve) => form.once('response', (answer) => resolve(answer.statusCode))),
    finish: () => void form.end('\r\n--b--\r\n'),
    abort: () => void form.destroy(),
  };
}
