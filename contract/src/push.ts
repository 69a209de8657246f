import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { ChatId, ImageUrl } from './primitives.ts';
import { answerTexts } from './texts.ts';

const Nothing = z.object({});

/** What a service worker is told. Short: a push service takes 4096 bytes, sealed. */
const PushPayload = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum(['message', 'call']),
    chatId: ChatId,
    title: z.string(),
    body: z.string(),
    icon: ImageUrl,
  }),
  /** Takes the notice of the call away, or puts 'missed' in its place. */
  z.object({ kind: z.literal('callOver'), chatId: ChatId, title: z.string(), isMissed: z.boolean() }),
]);
export type PushPayload = z.infer<typeof PushPayload>;

/** By this key browsers know whose pushes they take. */
export const getPushKey = endpoint({
  method: 'GET',
  path: '/api/push/key',
  access: 'verified',
  input: z.object({}),
  output: z.object({ publicKey: z.string() }),
});

/** From now on this device is told what arrives while nobody looks; it ends with the session. */
export const subscribeToPush = endpoint({
  method: 'POST',
  path: '/api/push/subscribe',
  access: 'verified',
  input: z.object({
    endpoint: z.string().max(1000, answerTexts.pushInvalid),
    /** A point of 65 bytes and a secret of 16, in base64url. */
    keys: z.object({
      p256dh: z.string().regex(/^[\w-]{87}$/, answerTexts.pushInvalid),
      auth: z.string().regex(/^[\w-]{22}$/, answerTexts.pushInvalid),
    }),
    /** Whether a notice may say what was written. */
    hasPreview: z.boolean(),
  }),
  output: Nothing,
});

export const unsubscribeFromPush = endpoint({
  method: 'POST',
  path: '/api/push/unsubscribe',
  access: 'verified',
  input: z.object({}),
  output: Nothing,
});
