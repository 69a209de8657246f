import { callToasts } from '@chat-app/contract';
import type { ChatDetail, ChatId, UserId } from '@chat-app/contract';
import { useState } from 'react';
import { otherCallOf, useRejectCall, useStartCall } from '../../../api/calls.ts';
import { useChat } from '../../../api/chats.ts';
import { useMe } from '../../../api/me.ts';
import { useShortcut } from '../../../browser/use-shortcut.ts';
import { useIsAnyOnline } from '../../../state/online-users.ts';
import { showToast } from '../../../state/toasts.ts';
import { openCall, openInPage } from './open-call.ts';
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

  function begin(leaveCallIn?: ChatId) {
    if (!chat) return undefined;
    const { isGroup } = chat;
    const call = openCall(chatId, { isGroup, leaveCallIn });
    return call
      ? enter(call, leaveCallIn)
      : offerPage(() => enter(openInPage(chatId, { isGroup, leaveCallIn }), leaveCallIn));
  }

  function enter(call: CallWindow, leaveCallIn?: ChatId) {
    if (call.isInCall) return undefined;
    const input = { chatId, ...(leaveCallIn !== undefined && { leaveCallIn }) };
    return start(input, {
      onSuccess: () => (call.isClosed() ? cancelCall(chatId) : call.enter()),
      onError: (error) => {
        call.close();
        setOtherChatId(otherCallOf(error));
      },
    });
  }

  useShortcut('voiceCall', () => begin(), { isActive: canCall && !isPending });
  return {
    /** True while another member is online, or may be. */
    canCall,
    isCalling: chat?.calling === 'voice',
    isPending,
    otherChatId,
    begin: () => begin(),
    stay: () => setOtherChatId(null),
    switchHere: () => {
      setOtherChatId(null);
      if (otherChatId !== null) begin(otherChatId);
    },
  };
}

/** The browser blocks the window of the call. */
export function offerPage(open: () => void): void {
  showToast({ ...callToasts.windowBlocked, actions: [{ label: 'Open in this page', onSelect: open }] });
}

const otherIds = (chat: ChatDetail | undefined, myId: UserId) =>
  (chat?.members ?? []).map(({ _id }) => _id).filter((id) => id !== myId);
