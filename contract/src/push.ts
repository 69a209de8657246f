import { z } from 'zod';
import { CallKind } from './calls.ts';
import { endpoint } from './endpoint.ts';
import { ChatId, ImageUrl } from './primitives.ts';
import { inputTexts } from './texts.ts';

const Nothing = z.object({});

/** The payload for a service worker. Short: a push service accepts 4096 encrypted bytes. */
const PushPayload = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum(['message', 'call']),
    chatId: ChatId,
    title: z.string(),
    body: z.string(),
    icon: ImageUrl,
  }),
  /** Removes the notification of the call, or replaces it with 'missed'. */
  z.object({
    kind: z.literal('callOver'),
    chatId: ChatId,
    title: z.string(),
    isMissed: z.boolean(),
    /** Absent in pushes of the previous release. */
    callKind: CallKind.optional(),
  }),
]);
export type PushPayload = z.infer<typeof PushPayload>;

/** The public key by which browsers recognise the pushes of this server. */
export const getPushKey = endpoint({
  method: 'GET',
  path: '/api/push/key',
  access: 'verified',
  input: z.object({}),
  output: z.object({ publicKey: z.string() }),
});

/** Subscribes this device to notifications about what arrives while no page is visible; ends with the session. */
export const subscribeToPush = endpoint({
  method: 'POST',
  path: '/api/push/subscribe',
  access: 'verified',
  input: z.object({
    endpoint: z.string().max(1000, inputTexts.pushInvalid),
    /** A point of 65 bytes and a secret of 16, in base64url. */
    keys: z.object({
      p256dh: z.string().regex(/^[\w-]{87}$/, inputTexts.pushInvalid),
      auth: z.string().regex(/^[\w-]{22}$/, inputTexts.pushInvalid),
    }),
    /** Whether a notification may show the text of a message. */
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
