import { callToasts } from '@chat-app/contract';
import type { ChatDetail, ChatId } from '@chat-app/contract';
import { Phone, PhoneCall } from 'lucide-react';
import type { Ref } from 'react';
import { useRejectCall, useStartCall } from '../../api/calls.ts';
import { useChat } from '../../api/chats.ts';
import { useMe } from '../../api/me.ts';
import { useShortcut } from '../../lib/use-shortcut.ts';
import { useIsAnyOnline } from '../../state/online-users.ts';
import { showToast } from '../../state/toasts.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { takeCallWindow } from './call-window-handle.ts';

/** Only while there is somebody to talk to. */
export function CallButton({ chatId, ref }: { chatId: ChatId; ref?: Ref<HTMLButtonElement> }) {
  const { data: chat } = useChat(chatId);
  return chat ? <ReadyCallButton chat={chat} button={ref} /> : null;
}

function ReadyCallButton({ chat, button }: { chat: ChatDetail; button: Ref<HTMLButtonElement> | undefined }) {
  const me = useMe();
  const isOnline = useIsAnyOnline(chat.members.map(({ _id }) => _id).filter((id) => id !== me.id));
  const { mutate: start, isPending } = useStartCall();
  const { mutate: takeBack } = useRejectCall();
  useShortcut('voiceCall', handleClick, { isActive: isOnline && !isPending });
  if (!isOnline) return null;

  const isCalling = chat.calling === 'voice';
  function handleClick() {
    const call = takeCallWindow(chat._id, chat);
    if (!call) return showToast(callToasts.windowBlocked);
    if (call.isInCall) return undefined;
    return start(chat._id, {
      onSuccess: () => (call.isClosed() ? takeBack(chat._id) : call.enter()),
      onError: call.close,
    });
  }
  return (
    <IconButton
      ref={button}
      label={isCalling ? 'Join voice call' : 'Voice call'}
      icon={isCalling ? <PhoneCall aria-hidden="true" className="animate-shake" /> : <Phone aria-hidden="true" />}
      tone={isCalling ? 'filled' : 'quiet'}
      disabled={isPending}
      onClick={handleClick}
    />
  );
}
