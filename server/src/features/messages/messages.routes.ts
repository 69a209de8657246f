import { getMessages } from '@chat-app/contract';
import type { Serve } from '../../platform/http/serve.ts';
import type { Messages } from './messages.service.ts';

export function serveMessages(serve: Serve, { messages }: { messages: Messages }) {
  serve(getMessages, {}, ({ input, caller }) => messages.getPage(caller.userId, input));
}
