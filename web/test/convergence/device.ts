import type { ChatId, Me, Message, UserId } from '@chat-app/contract';
import { MutationObserver, QueryObserver } from '@tanstack/react-query';
import type { MutationObserverOptions, Query, QueryClient } from '@tanstack/react-query';
import { archiveChatOptions, pinChatOptions } from '../../src/api/chat-places.ts';
import { chatListQuery, deleteChatOptions } from '../../src/api/chats.ts';
import { deleteMessageOptions } from '../../src/api/delete-message.ts';
import { editMessageOptions } from '../../src/api/edit-message.ts';
import { forwardOptions } from '../../src/api/forward-messages.ts';
import { messagesKey } from '../../src/api/message-log.ts';
import type { MessageLog } from '../../src/api/message-log.ts';
import { messagesQuery, olderMessagesOptions } from '../../src/api/messages.ts';
import { pinnedQuery, pinOptions } from '../../src/api/pins.ts';
import { react } from '../../src/api/reactions.ts';
import { startConnection } from '../../src/app/live-connection.ts';
import { chatPath, openChatId } from '../../src/format/paths.ts';
import { newClientId } from '../../src/lib/client-id.ts';
import { createQueryClient } from '../../src/lib/query-client.ts';
import type { ChatSocket } from '../../src/lib/socket.ts';
import { createOutbox } from '../../src/outbox/outbox.ts';
import { listOutgoing } from '../../src/outbox/outgoing.ts';
import { useConnection } from '../../src/state/connection.ts';
import { resetAllState } from '../../src/state/session-state.ts';
import type { Network } from './network.ts';

const ignore = () => {};
const nowhere = 'http://127.0.0.1:9';

interface DeviceOptions {
  readonly user: Pick<Me, 'id'>;
  readonly cookie: string;
  readonly socketUrl: string;
  readonly network: Network;
}

/** Where the user has put a chat. */
export interface Place {
  readonly chatId: ChatId;
  readonly isPinned: boolean;
  readonly isArchived: boolean;
}

export type Page = ReturnType<typeof openPage>;

/**
 * The client code of one open page. Its state is that of its modules: another page needs other instances of them.
 * Apart from their hooks, it is the only user of the exported `*Options` that it imports.
 */
export function openPage({ user: { id: myId }, cookie, socketUrl, network }: DeviceOptions) {
  const callbacks = { showToast: ignore, showOverlay: ignore, hideOverlay: ignore, onSessionLost: ignore };
  const client = createQueryClient(callbacks);
  const { queries, ...defaults } = client.getDefaultOptions();
  // Nobody waits for seconds here.
  const interval = queries?.refetchInterval;
  const refetchInterval = (query: Query) => typeof interval === 'function' && interval(query) !== false && 50;
  client.setDefaultOptions({ ...defaults, queries: { ...queries, retryDelay: 20, refetchInterval } });
  const outbox = createOutbox(client, myId);
  const stopOutbox = outbox.start();
  const unfollowList = new QueryObserver(client, chatListQuery('')).subscribe(ignore);
  let unfollowLog = ignore;
  const closeChat = () => {
    unfollowLog();
    unfollowLog = ignore;
    window.location.pathname = '/';
  };
  const sockets: ChatSocket[] = [];
  const stopConnection = startConnection({ client, myId, outbox, url: socketUrl, closeChat }, (socket) => {
    socket.io.opts.extraHeaders = { cookie };
    sockets.push(socket);
    return [];
  });
  const [socket] = sockets as [ChatSocket];
  const listChats = () => client.getQueryData(chatListQuery('').queryKey) ?? [];
  const logOf = (chatId: ChatId) => client.getQueryData<MessageLog>(messagesKey(chatId));

  return {
    logOf,
    hasChat: (chatId: ChatId) => listChats().some(({ _id }) => _id === chatId),
    /** Of the chats in its list, in the order of the list. */
    places: (): Place[] =>
      listChats().map(({ _id, pinOrder, isArchived = false }) => {
        return { chatId: _id, isPinned: pinOrder !== undefined, isArchived };
      }),
    openId: openChatId,
    openChat: (chatId: ChatId) => {
      closeChat();
      window.location.pathname = chatPath(chatId);
      const unfollowMessages = new QueryObserver(client, messagesQuery(chatId)).subscribe(ignore);
      const unfollowPins = new QueryObserver(client, pinnedQuery(chatId)).subscribe(ignore);
      unfollowLog = () => [unfollowMessages, unfollowPins].forEach((stop) => stop());
    },
    send: (chatId: ChatId, content: string, original?: Message) =>
      outbox.sendText(chatId, content, original ? { ...original, isDeleted: false } : null),
    ...actionsOf(client, myId, closeChat),
    listPinned: (chatId: ChatId) => client.getQueryData(pinnedQuery(chatId).queryKey)?.map(({ _id }) => _id) ?? [],
    loadOlder: async (chatId: ChatId) => {
      const log = logOf(chatId);
      if (log?.hasOlder) await createRun(client)(olderMessagesOptions(client, chatId), { log });
    },
    ...networkOf(socket, network, socketUrl),
    listOutgoing,
    discardFailed: () => {
      for (const { clientId, phase } of listOutgoing()) if (phase === 'failed') outbox.discard(clientId);
    },
    /** Connected, and nothing is under way but outgoing messages. */
    isIdle: () => socket.connected && client.isFetching() === 0 && client.isMutating() === 0,
    close: () => {
      closeChat();
      unfollowList();
      stopConnection();
      stopOutbox();
      client.clear();
      resetAllState();
    },
  };
}

/** What a person does with messages and chats. */
function actionsOf(client: QueryClient, myId: UserId, closeChat: () => void) {
  const run = createRun(client);
  return {
    edit: (message: Message, content: string) => run(editMessageOptions(client), { message, content }),
    remove: (message: Message) => run(deleteMessageOptions(client), message),
    react: (message: Message, emoji: string, isOn: boolean) => react(client, myId, { message, emoji, isOn }),
    pin: (message: Message, isPinned: boolean) => run(pinOptions(client), { message, isPinned }),
    pinChat: (chatId: ChatId, isPinned: boolean) => run(pinChatOptions(client), { chatId, isPinned }),
    archiveChat: (chatId: ChatId, isArchived: boolean) => run(archiveChatOptions(client), { chatId, isArchived }),
    /** Without an answer the person tries again, with the same idempotency key. */
    forward: async (messages: readonly Message[], chatIds: ChatId[]) => {
      const forward = { messages, chatIds, clientId: newClientId() };
      for (let attempt = 0; attempt < 2; attempt += 1) await run(forwardOptions, forward);
    },
    clear: (chatId: ChatId) => run(deleteChatOptions(client, { onGone: closeChat }), chatId),
  };
}

/** Failures are shown to the person, who may try again. */
function createRun(client: QueryClient) {
  return async <Output, Input, Context>(
    options: MutationObserverOptions<Output, Error, Input, Context>,
    input: Input,
  ): Promise<void> => {
    await new MutationObserver(client, options).mutate(input).catch(() => undefined);
  };
}

function networkOf(socket: ChatSocket, network: Network, socketUrl: string) {
  /** Where the next attempt to connect goes. */
  const setAddress = (url: string) => {
    (socket.io as unknown as { uri: string }).uri = url;
  };
  return {
    /** Breaks the connection, which is then tried again. */
    cut: () => void socket.io.engine.close(),
    goOffline: () => {
      network.isDown = true;
      setAddress(nowhere);
      socket.io.engine.close();
    },
    goOnline: () => {
      network.isDown = false;
      setAddress(socketUrl);
      window.dispatchEvent(new Event('online'));
    },
    reconnect: () => useConnection.getState().tryNow(),
  };
}
