import {
  deleteMessage,
  editMessage,
  forwardMessages,
  getChanges,
  getMessages,
  getPinnedMessages,
  getVersions,
  pinMessage,
  reactToMessage,
  recordTransfer,
  sendFile,
  sendMessage,
} from '@chat-app/contract';
import { readForm } from '../../platform/http/read-form.ts';
import type { Serve } from '../../platform/http/serve.ts';
import type { FileMessages } from './file-messages.service.ts';
import { type Forwarding, manyForwardsRate } from './forwarding.service.ts';
import type { MessageChanges } from './message-changes.service.ts';
import type { Messages } from './messages.service.ts';
import type { Pins } from './pins.service.ts';
import type { Reactions } from './reactions.service.ts';

/** Allows a burst of short messages, but not a flood. Counts what is sent over sockets, too. */
export const sendRate = { limit: 60, windowMs: 10_000 };

const fileRate = { limit: 60, windowMs: 60_000 };
const forwardRate = { limit: 30, windowMs: 60_000 };

interface MessageServices {
  messages: Messages;
  changes: MessageChanges;
  reactions: Reactions;
  fileMessages: FileMessages;
  forwarding: Forwarding;
  pins: Pins;
}

export function serveMessages(
  serve: Serve,
  { messages, changes, reactions, fileMessages, forwarding, pins }: MessageServices,
) {
  serve(getMessages, { turns: 'reads' }, ({ input, caller }) => messages.getPage(caller.userId, input));

  // The queue answers in time by itself.
  serve(sendMessage, { rate: sendRate, deadlineMs: null }, async ({ input, caller, setStatus }) => {
    const { message, isNew } = await messages.send(caller.userId, input);
    setStatus(isNew ? 201 : 200);
    return { message };
  });

  serve(sendFile, { rate: fileRate, deadlineMs: null }, async ({ caller, request, setStatus, assertSignedIn }) => {
    fileMessages.assertFits(Number(request.headers['content-length'] ?? 0));
    const { message, isNew } = await fileMessages.send(caller.userId, async (take) => {
      const form = await readForm(request, sendFile, take);
      // The upload may have taken long enough for its sender to be signed out or suspended.
      await assertSignedIn();
      return form;
    });
    setStatus(isNew ? 201 : 200);
    return { message };
  });

  serve(recordTransfer, { rate: fileRate }, async ({ input, caller, setStatus }) => {
    const { message, isNew } = await fileMessages.recordTransfer(caller.userId, input);
    setStatus(isNew ? 201 : 200);
    return { message };
  });

  serve(
    forwardMessages,
    { rate: forwardRate, innerRates: [manyForwardsRate] },
    async ({ input, caller, setStatus }) => {
      const { messages: sent, isNew } = await forwarding.forward(caller.userId, input);
      setStatus(isNew ? 201 : 200);
      return { messages: sent };
    },
  );

  serve(getChanges, { turns: 'reads' }, ({ input, caller }) => changes.list(caller.userId, input));

  serve(editMessage, { rate: sendRate }, async ({ input, caller }) => ({
    message: await changes.edit(caller.userId, input.messageId, input.content),
  }));

  serve(getVersions, { turns: 'reads' }, async ({ input, caller }) => ({
    data: await changes.listVersions(caller.userId, input.messageId),
  }));

  serve(reactToMessage, { rate: sendRate }, async ({ input, caller }) => ({
    reactions: await reactions.react(caller.userId, input),
  }));

  serve(pinMessage, { rate: sendRate }, async ({ input, caller }) => ({
    message: await pins.pin(caller.userId, input),
  }));

  serve(getPinnedMessages, {}, async ({ input, caller }) => ({
    data: await pins.list(caller.userId, input.chatId),
  }));

  serve(deleteMessage, {}, async ({ input, caller }) => {
    await messages.delete(caller.userId, input.messageId);
    return {};
  });
}
