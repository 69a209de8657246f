import { deleteMessage, getMessages, sendMessage } from '@chat-app/contract';
import type { Serve } from '../../platform/http/serve.ts';
import type { Messages } from './messages.service.ts';

/** A burst of quick lines is fine; a machine gun is not. */
const sendRate = { limit: 60, windowMs: 10_000 };

export function serveMessages(serve: Serve, { messages }: { messages: Messages }) {
  serve(getMessages, {}, ({ input, caller }) => messages.getPage(caller.userId, input));

  serve(sendMessage, { rate: sendRate }, async ({ input, caller, setStatus }) => {
    const { message, isNew } = await messages.send(caller.userId, input);
    setStatus(isNew ? 201 : 200);
    return { message };
  });

  serve(deleteMessage, {}, async ({ input, caller }) => {
    await messages.delete(caller.userId, input.messageId);
    return {};
  });
}
