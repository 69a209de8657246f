import { callToasts } from '@chat-app/contract';
import type { CallKind, ChatDetail, ChatId } from '@chat-app/contract';
import { Phone, PhoneOff, Video } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { MouseEvent } from 'react';
import { useAttentionSignals } from '../../../attention/use-attention-signals.ts';
import { useRejectCall } from '../../../api/calls.ts';
import { useChat } from '../../../api/chats.ts';
import { stopRingingFor } from '../../../state/ringing.ts';
import { showToast } from '../../../state/toasts.ts';
import { facesOf } from '../../../format/people.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import type { CallWindow } from './open-call-window.ts';
import { openCall, openInPage } from './open-call.ts';

interface IncomingCallDialogProps {
  chatId: ChatId;
  kind: CallKind;
}

export function IncomingCallDialog({ chatId, kind }: IncomingCallDialogProps) {
  const { data: chat } = useChat(chatId);
  return chat ? <Ringing chat={chat} kind={kind} /> : null;
}

function Ringing({ chat, kind }: { chat: ChatDetail; kind: CallKind }) {
  const { _id: chatId, name, avatar, isGroup, isMuted } = chat;
  const title = kind === 'video' ? 'Incoming video call' : 'Incoming voice call';
  const { mutate: reject } = useRejectCall();
  const focusBefore = useRef(document.activeElement instanceof HTMLElement ? document.activeElement : null);
  useAttentionSignals({
    // A muted chat shows only the dialog.
    id: isMuted ? null : chatId,
    title: `${name} is calling`,
    notification: { title: name, body: title, icon: avatar, tag: `call-${chatId}` },
    isPushed: true,
    isClosedAtEnd: true,
  });

  const isTypedAhead = useTypedAhead();

  function accept(event: MouseEvent, answer: CallKind) {
    if (isTypedAhead(event)) return undefined;
    const call = openCall(chatId, { isGroup, kind: answer });
    if (call) return enter(call);
    // A question in a toast could not be answered while this dialog is open.
    showToast({ ...callToasts.windowBlocked, message: 'The call is in this page instead' });
    return enter(openInPage(chatId, { isGroup, kind: answer }));
  }
  function enter(call: CallWindow) {
    stopRingingFor(chatId);
    if (!call.isOpen) call.enter();
  }
  function handleReject() {
    stopRingingFor(chatId);
    // A group call continues without this user.
    if (!isGroup) reject(chatId);
  }
  return (
    <Dialog
      title={title}
      description={`${name} is calling`}
      isOpen
      ignoresOutsideClicks
      // Ignoring does not reject the call; it only stops the ringing here.
      closeLabel="Ignore"
      onClose={() => stopRingingFor(chatId)}
      returnFocusTo={focusBefore}
    >
      <div className="flex flex-col items-center gap-4 px-6 pt-4 pb-6 text-center">
        <span className="relative inline-flex">
          <span aria-hidden="true" className="absolute inset-[22%] animate-ripple rounded-full bg-online" />
          <Avatar src={avatar} name={name} memberAvatars={facesOf(chat)} className="relative size-24 text-28" />
        </span>
        <div className="w-full min-w-0">
          <p className="text-20 font-semibold">
            <bdi className="block truncate">{name}</bdi>
          </p>
          <p className="mt-1 text-muted">{isGroup ? 'The group is calling you' : 'is calling you'}</p>
        </div>
        <div className="mt-2 flex w-full gap-3">
          <Button variant="danger" isFullWidth onClick={handleReject}>
            <PhoneOff aria-hidden="true" className="size-4.5" />
            Reject
          </Button>
          <Button data-first-focus variant="success" isFullWidth onClick={(event) => accept(event, 'voice')}>
            <Phone aria-hidden="true" className="size-4.5" />
            Accept
          </Button>
        </div>
        {kind === 'video' && (
          <Button variant="secondary" isFullWidth onClick={(event) => accept(event, 'video')}>
            <Video aria-hidden="true" className="size-4.5" />
            Accept with video
          </Button>
        )}
      </div>
    </Dialog>
  );
}

/** How long key presses still count as typing that began before the dialog opened. */
const typedAheadMs = 700;

/** The button has the focus at once: Space or Enter typed into a message must not accept the call. */
function useTypedAhead(): (event: MouseEvent) => boolean {
  const shownAtMs = useRef(Infinity);
  useEffect(() => {
    shownAtMs.current = performance.now();
  }, []);
  // `detail` is 0 for a click by keyboard.
  return ({ detail }) => detail === 0 && performance.now() - shownAtMs.current < typedAheadMs;
}
