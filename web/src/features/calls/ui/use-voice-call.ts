import { callToasts } from '@chat-app/contract';
import type { CallKind, ChatDetail, ChatId, UserId } from '@chat-app/contract';
import { useState } from 'react';
import { otherCallOf, useRejectCall, useStartCall } from '../../../api/calls.ts';
import { useChat } from '../../../api/chats.ts';
import { useMe } from '../../../api/me.ts';
import { useShortcut } from '../../../browser/use-shortcut.ts';
import { useIsAnyOnline } from '../../../state/online-users.ts';
import { showToast } from '../../../state/toasts.ts';
import { openCall, openInPage } from './open-call.ts';
import type { CallOptions } from './open-call.ts';
import type { CallWindow } from './open-call-window.ts';

export type VoiceCall = ReturnType<typeof useVoiceCall>;

/** Starts or joins the call of a chat: from the header, a system message about an earlier call, or the keyboard. */
export function useVoiceCall(chatId: ChatId) {
  const { data: chat } = useChat(chatId);
  const me = useMe();
  const isAnyOnline = useIsAnyOnline(otherIds(chat, me.id));
  // A user who shares no presence does not know who is online; the server answers then.
  const canCall = isAnyOnline || !me.sharesPresence;
  const { mutate: start, isPending } = useStartCall();
  const { mutate: cancelCall } = useRejectCall();
  /** The chat whose call the user would have to leave. */
  const [otherChatId, setOtherChatId] = useState<ChatId | null>(null);

  function begin(kind: CallKind, leaveCallIn?: ChatId) {
    if (!chat) return undefined;
    const options = { isGroup: chat.isGroup, kind, leaveCallIn };
    const call = openCall(chatId, options);
    return call ? enter(call, options) : offerPage(() => enter(openInPage(chatId, options), options));
  }

  function enter(call: CallWindow, { kind, leaveCallIn }: CallOptions) {
    if (call.isOpen) return undefined;
    // The preview starts the call, or joins it.
    if (kind === 'video') return call.enter();
    const input = { kind, chatId, ...(leaveCallIn !== undefined && { leaveCallIn }) };
    return start(input, {
      onSuccess: () => (call.isClosed() ? cancelCall(chatId) : call.enter()),
      onError: (error) => {
        call.close();
        setOtherChatId(otherCallOf(error));
      },
    });
  }

  useShortcut('voiceCall', () => begin('voice'), { isActive: canCall && !isPending });
  return {
    /** True while another member is online, or may be. */
    canCall,
    /** The kind of the call that goes on. */
    calling: chat?.calling ?? null,
    isPending,
    otherChatId,
    begin: (kind: CallKind) => begin(kind),
    stay: () => setOtherChatId(null),
    switchHere: () => {
      setOtherChatId(null);
      if (otherChatId !== null) begin('voice', otherChatId);
    },
  };
}

/** The browser blocks the window of the call. */
function offerPage(open: () => void): void {
  showToast({ ...callToasts.windowBlocked, actions: [{ label: 'Open in this page', onSelect: open }] });
}

const otherIds = (chat: ChatDetail | undefined, myId: UserId) =>
  (chat?.members ?? []).map(({ _id }) => _id).filter((id) => id !== myId);
