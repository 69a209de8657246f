import { register, updateProfile, uploadImage, type UserId, verifyEmail } from '@chat-app/contract';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { type ApiClient, createApiClient } from './api-client.ts';
import { personas, password, type PersonaKey, personaKeys } from './personas.ts';
import { renderPortrait } from './images/render.ts';

/** A persona with an account. */
export interface DemoUser {
  readonly id: UserId;
  readonly name: string;
  readonly client: ApiClient;
}

export type DemoUsers = Readonly<Record<PersonaKey, DemoUser>>;

/** Creates and verifies an account for everybody and uploads their pictures. */
export async function signUpAll(url: string, outboxDir: string): Promise<DemoUsers> {
  const users: Partial<Record<PersonaKey, DemoUser>> = {};
  for (const key of personaKeys) {
    const { name, email, portrait } = personas[key];
    const client = createApiClient(url);
    const { user } = await client.call(register, { name, email, password });
    await client.call(verifyEmail, { token: await readMailToken(outboxDir, email) });
    if (portrait) {
      const picture = await client.upload(uploadImage, await renderPortrait(portrait));
      await client.call(updateProfile, { name, avatar: picture.url });
    }
    users[key] = { id: user.id, name, client };
  }
  return users as DemoUsers;
}

/** The token of the link in a person's mail. Waits for the mail, which is written shortly after the response. */
export async function readMailToken(outboxDir: string, email: string): Promise<string> {
  for (let attempt = 0; attempt < 400; attempt += 1) {
    const files = (await readdir(outboxDir).catch(() => [])).filter((file) => file.endsWith('.eml'));
    for (const file of files) {
      const { to, text } = await PostalMime.parse(await readFile(join(outboxDir, file)));
      const token = /[?&]token=([\w-]+)/.exec(text ?? '')?.[1];
      if (to?.[0]?.address === email && token !== undefined) return token;
    }
    await delay(50);
  }
  throw new Error(`No mail came for ${email}`);
}
