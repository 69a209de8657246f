import { forwardMessages, messageToasts } from '@chat-app/contract';
import type { ChatId, ClientId, Message } from '@chat-app/contract';
import { mutationOptions, useMutation } from '@tanstack/react-query';
import { callEndpoint } from '../lib/call-endpoint.ts';
import { endSelection } from '../state/message-selection.ts';

interface Forward {
  /** In the order in which they are sent. */
  messages: readonly Message[];
  chatIds: ChatId[];
  /** The same for every try, so that a lost answer does not send them twice. */
  clientId: ClientId;
}

export const useForwardMessages = () => useMutation(forwardOptions);

/** Sends copies of messages to chats. They arrive here by their events, like those from other devices. */
export const forwardOptions = mutationOptions({
  mutationFn: ({ messages, chatIds, clientId }: Forward) =>
    callEndpoint(forwardMessages, { messageIds: messages.map(({ _id }) => _id), chatIds, clientId }),
  onSuccess: endSelection,
  meta: { toast: { success: messageToasts.forwarded, failure: messageToasts.forwardFailed } },
});

/** Neither system messages nor direct transfers, whose files are not on the server. */
export const canForward = ({ sender, type }: Message) => sender !== null && type !== 'fileTransfer';
