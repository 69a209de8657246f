import type { ChatDetail, ChatId } from '@chat-app/contract';
import { useEffect, useRef, useState } from 'react';
import { otherCallOf, useStartCall } from '../../../../api/calls.ts';
import { CallSplash } from '../call-page.tsx';
import { InOtherCall } from '../in-other-call.tsx';
import { CallPreview } from './call-preview.tsx';
import type { PreviewDevices } from './preview-devices.ts';

interface PreviewedCallProps {
  chat: ChatDetail;
  devices: PreviewDevices;
  onJoin: (leaveCallIn: ChatId | null) => void;
  onCancel: () => void;
}

/** Starts or joins a video call on a click, after the user has seen what the others will see. */
export function PreviewedCall({ chat, devices, onJoin, onCancel }: PreviewedCallProps) {
  const isWanted = useRef(true);
  const { mutate: start, isPending } = useStartCall(() => isWanted.current);
  const [isCancelling, setCancelling] = useState(false);
  const [otherChatId, setOtherChatId] = useState<ChatId | null>(null);

  useEffect(() => {
    isWanted.current = true;
    return () => {
      isWanted.current = false;
    };
  }, []);

  function handleCancel() {
    if (!isPending) return onCancel();
    // A window that closes now could not end the call that is being started.
    isWanted.current = false;
    devices.close();
    return setCancelling(true);
  }
  function handleJoin(leaveCallIn: ChatId | null) {
    // Only joins a call that goes on: nobody is called by somebody who meant to answer.
    if (chat.calling !== null) return onJoin(leaveCallIn);
    const input = { kind: 'video', chatId: chat._id, ...(leaveCallIn !== null && { leaveCallIn }) } as const;
    return start(input, {
      onSuccess: () => (isWanted.current ? onJoin(leaveCallIn) : onCancel()),
      onError: (failure) => (isWanted.current ? setOtherChatId(otherCallOf(failure)) : onCancel()),
    });
  }

  if (isCancelling) return <CallSplash label="Ending the call" />;
  if (otherChatId !== null) {
    return (
      <InOtherCall
        otherChatId={otherChatId}
        onStay={onCancel}
        onSwitch={() => {
          setOtherChatId(null);
          handleJoin(otherChatId);
        }}
      />
    );
  }
  return (
    <CallPreview
      chat={chat}
      devices={devices}
      isPending={isPending}
      onJoin={() => handleJoin(null)}
      onCancel={handleCancel}
    />
  );
}
