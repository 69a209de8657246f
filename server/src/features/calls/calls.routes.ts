import { endVoiceCall, startVideoCall, startVoiceCall } from '@chat-app/contract';
import type { Serve } from '../../platform/http/serve.ts';
import type { Calls } from './calls.service.ts';

/** Ringing can be used to harass people, whatever the kind of call. */
const startRate = { limit: 10, windowMs: 60_000, bucket: startVoiceCall.path };

export function serveCalls(serve: Serve, { calls }: { calls: Calls }) {
  serve(startVoiceCall, { rate: startRate }, async ({ input, caller }) => {
    await calls.start(caller.userId, input.chatId, input);
    return {};
  });

  serve(startVideoCall, { rate: startRate }, async ({ input, caller }) => {
    await calls.start(caller.userId, input.chatId, { ...input, kind: 'video' });
    return {};
  });

  serve(endVoiceCall, {}, async ({ input, caller }) => {
    await calls.hangUp(caller.userId, input.chatId);
    return {};
  });
}
