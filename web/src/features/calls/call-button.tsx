import { callToasts } from '@chat-app/contract';
import type { ChatDetail, ChatId } from '@chat-app/contract';
import { Phone, PhoneCall } from 'lucide-react';
import { useState } from 'react';
import type { Ref } from 'react';
import { otherCallOf, useRejectCall, useStartCall } from '../../api/calls.ts';
import { useChat } from '../../api/chats.ts';
import { useMe } from '../../api/me.ts';
import { useShortcut } from '../../lib/use-shortcut.ts';
import { useIsAnyOnline } from '../../state/online-users.ts';
import { showToast } from '../../state/toasts.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { takeCallWindow } from './call-window-handle.ts';
import { SwitchCallDialog } from './switch-call-dialog.tsx';

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
  /** The chat whose call we would have to leave. */
  const [otherChatId, setOtherChatId] = useState<ChatId | null>(null);
  useShortcut('voiceCall', () => begin(), { isActive: isOnline && !isPending });
  if (!isOnline) return null;

  const isCalling = chat.calling === 'voice';
  function begin(leaveCallIn?: ChatId) {
    const call = takeCallWindow(chat._id, chat);
    if (!call) return showToast(callToasts.windowBlocked);
    if (call.isInCall) return undefined;
    const input = { chatId: chat._id, ...(leaveCallIn !== undefined && { leaveCallIn }) };
    return start(input, {
      onSuccess: () => (call.isClosed() ? takeBack(chat._id) : call.enter()),
      onError: (error) => {
        call.close();
        setOtherChatId(otherCallOf(error));
      },
    });
  }
  return (
    <>
      <IconButton
        ref={button}
        label={isCalling ? 'Join voice call' : 'Voice call'}
        icon={isCalling ? <PhoneCall aria-hidden="true" className="animate-shake" /> : <Phone aria-hidden="true" />}
        tone={isCalling ? 'filled' : 'quiet'}
        disabled={isPending}
        onClick={() => begin()}
      />
      {otherChatId !== null && (
        <SwitchCallDialog
          otherChatId={otherChatId}
          onCancel={() => setOtherChatId(null)}
          onSwitch={() => {
            setOtherChatId(null);
            begin(otherChatId);
          }}
        />
      )}
    </>
  );
}
