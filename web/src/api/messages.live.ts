import type { Message } from '@chat-app/contract';
import type { QueryClient } from '@tanstack/react-query';
import { patchQueries } from '../lib/patch-queries.ts';
import { refetchAfterCurrent } from '../lib/refetch-after-current.ts';
import type { ChatSocket } from '../lib/socket.ts';
import { applyEdit, applyMessage, isNewMention } from './chat-list.ts';
import { knownChats, patchChatLists } from './chats.ts';
import { dropMessage } from './delete-message.ts';
import { changeMedia } from './media-list.ts';
import { advanceRev, applyArrived, messagesKey, newestSeq } from './message-log.ts';
import type { MessageLog } from './message-log.ts';
import { changePinned } from './pinned-list.ts';
import { withReactions } from './reactions.ts';
import { signedInUser } from './session.ts';

interface MessagesLiveDeps {
  client: QueryClient;
  refreshList: () => void;
}

/** A new message from another user. */
export interface IncomingMessage extends Message {
  readonly sender: NonNullable<Message['sender']>;
}

export function followMessages(socket: ChatSocket, deps: MessagesLiveDeps): void {
  socket.on('newMessage', (message) => receiveMessage(message, deps));
  socket.on('editMessage', (message) => {
    receiveEdited(message, deps);
    const rows = knownChats(deps.client) ?? [];
    if (isHiddenLast(deps.client, message) || isNewMention(rows, message, myId(deps.client))) deps.refreshList();
  });
  socket.on('messageReactions', (chatId, messageId, reactions, rev) => {
    const log = deps.client.getQueryData<MessageLog>(messagesKey(chatId));
    const message = log?.messages.find(({ _id }) => _id === messageId);
    if (message) addToLog(deps.client, { ...withReactions(message, reactions), rev });
    else if (log) patchQueries(deps.client, messagesKey(chatId), () => advanceRev(log, rev));
    // A running request for the first page may not contain them yet.
    else if (deps.client.isFetching({ queryKey: messagesKey(chatId) }) > 0)
      void refetchAfterCurrent(deps.client, messagesKey(chatId));
  });
  socket.on('deleteMessage', (messageId, chatId, rev) => dropMessage(deps.client, { ...deps, messageId, chatId, rev }));
}

/**
 * Updates the row of the chat and appends the message to its log. Fetches only if something is missing. The user's own
 * messages arrive as an answer, as an event or as both, in either order; the second one changes nothing.
 */
export function receiveMessage(message: Message, { client, refreshList }: MessagesLiveDeps): void {
  patchChatLists(client, (rows) => applyMessage(rows, message, myId(client)));
  const isKnown = knownChats(client)?.some(({ _id }) => _id === message.chatId) ?? false;
  if (!isKnown || message.sender === null) refreshList();

  addToLog(client, message);
  changeMedia(client, message.chatId, [{ message }]);
}

/** A message was edited, here or elsewhere: updates its bubble, and the row of the chat if it shows the message. */
export function receiveEdited(message: Message, { client }: Pick<MessagesLiveDeps, 'client'>): void {
  patchChatLists(client, (rows) => applyEdit(rows, message, myId(client)));
  addToLog(client, message);
  changePinned(client, message.chatId, [{ message }]);
  changeMedia(client, message.chatId, [{ message }]);
}

const myId = (client: QueryClient) => signedInUser(client)?.id ?? null;

/** Whether the row shows this message although a deleted one follows it. */
function isHiddenLast(client: QueryClient, { _id, chatId, seq }: Message): boolean {
  const last = client.getQueryData<MessageLog>(messagesKey(chatId))?.messages.at(-1);
  const row = knownChats(client)?.find((other) => other._id === chatId);
  return row !== undefined && row.lastSeq !== seq && (last === undefined || last._id === _id);
}

function addToLog(client: QueryClient, message: Message): void {
  const key = messagesKey(message.chatId);
  const log = client.getQueryData<MessageLog>(key);
  const applied = log && applyArrived(log, message);
  if (applied) patchQueries(client, key, () => applied);
  // A running request for the first page may not contain this message yet.
  else if (log || client.isFetching({ queryKey: key }) > 0) void refetchAfterCurrent(client, key);
}

/** Skips the user's own messages and system messages. */
export function followIncoming(socket: ChatSocket, onIncoming: (message: IncomingMessage) => void): void {
  socket.on('newMessage', ({ sender, ...message }) => {
    if (sender && !sender.isMine) onIncoming({ ...message, sender });
  });
}

/**
 * Calls `then` as soon as the chat's log is complete up to the message, or at once if the chat has no log. The message
 * itself may be missing: older than the loaded part, or cleared together with it on another device.
 */
export function onceLogCovers(client: QueryClient, { chatId, seq }: Message, then: () => void): void {
  const key = messagesKey(chatId);
  const isCovered = () => {
    const log = client.getQueryData<MessageLog>(key);
    return log === undefined || newestSeq(log) >= seq;
  };
  if (isCovered()) return then();
  const stop = client.getQueryCache().subscribe(() => {
    if (!isCovered()) return;
    stop();
    then();
  });
  return undefined;
}
