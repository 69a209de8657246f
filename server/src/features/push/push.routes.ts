import { getPushKey, subscribeToPush, unsubscribeFromPush } from '@chat-app/contract';
import type { Serve } from '../../platform/http/serve.ts';
import type { Push } from './push.service.ts';

const subscribeRate = { limit: 60, windowMs: 60 * 60_000 };

export function servePush(serve: Serve, { push }: { push: Push }) {
  serve(getPushKey, {}, async () => ({ publicKey: push.publicKey }));

  serve(subscribeToPush, { rate: subscribeRate }, async ({ input, caller }) => {
    await push.subscribe(caller.sessionId, input);
    return {};
  });

  serve(unsubscribeFromPush, {}, async ({ caller }) => {
    await push.unsubscribe(caller.sessionId);
    return {};
  });
}
