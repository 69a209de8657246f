import * as contract from '@chat-app/contract';
import type { Serve } from '../../platform/http/serve.ts';
import type { Chats } from './chats.service.ts';
import type { Drafts } from './drafts.service.ts';
import type { PinnedChats } from './pinned-chats.service.ts';
import type { ReadState } from './read-state.service.ts';

const createRate = { limit: 100, windowMs: 60 * 60_000 };

/** A device saves once in two seconds while its user types. */
const draftRate = { limit: 120, windowMs: 60_000 };

interface ChatRouteDeps {
  chats: Chats;
  drafts: Drafts;
  pinnedChats: PinnedChats;
  readState: ReadState;
}

export function serveChats(serve: Serve, { chats, drafts, pinnedChats, readState }: ChatRouteDeps) {
  serve(contract.getChats, {}, async ({ input, caller }) => ({ data: await chats.list(caller.userId, input.search) }));
  serve(contract.getChat, {}, async ({ input, caller }) => ({ data: await chats.get(caller.userId, input.chatId) }));

  serve(contract.getReads, {}, async ({ input, caller }) => ({
    data: await readState.listReads(caller.userId, input.chatId),
  }));

  serve(contract.createChat, { rate: createRate }, async ({ input, caller }) => ({
    chatId: await chats.create(caller.userId, input),
  }));

  serve(contract.muteChat, {}, async ({ input, caller }) => {
    await chats.mute(caller.userId, input.chatId, input.isMuted);
    return {};
  });

  serve(contract.pinChat, {}, async ({ input, caller }) => {
    await pinnedChats.pin(caller.userId, input.chatId, input.isPinned);
    return {};
  });

  serve(contract.orderPinnedChats, {}, async ({ input, caller }) => ({
    chatIds: await pinnedChats.order(caller.userId, input.chatIds),
  }));

  serve(contract.archiveChat, {}, async ({ input, caller }) => {
    await pinnedChats.archive(caller.userId, input.chatId, input.isArchived);
    return {};
  });

  serve(contract.saveDraft, { rate: draftRate }, async ({ input: { chatId, ...draft }, caller }) => ({
    draft: await drafts.save(caller.userId, chatId, draft),
  }));
}
