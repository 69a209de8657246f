import { register, updateProfile, uploadImage, type UserId, verifyEmail } from '@chat-app/contract';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { type Caller, createCaller } from './caller.ts';
import { cast, password, type PersonKey, personKeys } from './people.ts';
import { paintPortrait } from './pictures/paint.ts';

/** A person of the story with an account. */
export interface Person {
  readonly id: UserId;
  readonly name: string;
  readonly caller: Caller;
}

export type People = Readonly<Record<PersonKey, Person>>;

/** Creates and verifies an account for everybody and uploads their pictures. */
export async function signUpEverybody(url: string, outboxDir: string): Promise<People> {
  const people: Partial<Record<PersonKey, Person>> = {};
  for (const key of personKeys) {
    const { name, email, portrait } = cast[key];
    const caller = createCaller(url);
    const { user } = await caller.call(register, { name, email, password });
    await caller.call(verifyEmail, { token: await findToken(outboxDir, email) });
    if (portrait) {
      const picture = await caller.upload(uploadImage, await paintPortrait(portrait));
      await caller.call(updateProfile, { name, avatar: picture.url });
    }
    people[key] = { id: user.id, name, caller };
  }
  return people as People;
}

/** The token of the link in a person's mail. Waits for the mail, which is written shortly after the response. */
export async function findToken(outboxDir: string, email: string): Promise<string> {
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
