import type { ChatDetail, ChatId } from '@chat-app/contract';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ReactNode } from 'react';
import { useChat } from '../../../api/chats.ts';
import { useMe } from '../../../api/me.ts';
import { ApiError } from '../../../lib/api-error.ts';
import type { EndReason } from '../session/call-events.ts';
import type { CallSession } from '../session/call-session.ts';
import { CallSplash } from './call-page.tsx';
import type { CallScreenParts } from './call-screen.ts';
import { InOtherCall } from './in-other-call.tsx';
import type { PreviewDevices } from './preview/preview-devices.ts';
import { PreviewedCall } from './preview/previewed-call.tsx';
import { useHandOver } from './preview/use-hand-over.ts';
import { usePreviewDevices } from './preview/use-preview-devices.ts';
import { usePushToTalk } from './use-push-to-talk.ts';
import { useCallSession, useCallView } from './use-call-session.ts';
import type { StartsWith } from './use-call-session.ts';
import { usePictureInPicture } from './video/picture-in-picture.ts';

interface CallOfProps {
  chatId: ChatId;
  /** Shows the user's own camera first, and starts or joins the call on a click. */
  isPreviewed: boolean;
  /** The chat whose call the user leaves for this one. */
  leaveCallIn?: ChatId | null;
  /** How a call without a preview begins. */
  startsWith?: StartsWith | null;
  /** The user leaves the preview for the call. */
  onJoin?: () => void;
  /** The user decided against this call. */
  onCancel: () => void;
  /** Null if there is no such chat. */
  onEnd: (reason: EndReason | null) => void;
  render: (parts: CallScreenParts) => ReactNode;
}

/** How this device takes part. */
interface Participation {
  readonly leaveCallIn: ChatId | null;
  readonly startsWith: StartsWith | null;
}

/** One call, in a window of its own or in a part of the page, whose size it takes. Keyed by chat. */
export function CallOf({ chatId, isPreviewed, leaveCallIn = null, startsWith = null, ...rest }: CallOfProps) {
  const { onJoin, onCancel, onEnd, render } = rest;
  const { data: chat, error } = useChat(chatId);
  const [participation, setParticipation] = useState<Participation | null>(
    isPreviewed ? null : { leaveCallIn, startsWith },
  );
  const [isPreviewOver, setPreviewOver] = useState(!isPreviewed);
  const devices = usePreviewDevices({ isOver: isPreviewOver });
  const isMissing = error instanceof ApiError && error.status === 404;
  useReport(isMissing ? { reason: null } : null, onEnd);
  if (isMissing) return <CallSplash label="The call is over" />;
  if (participation) {
    return (
      <JoinedCall
        {...{ chatId, chat, participation, render, onCancel, onEnd }}
        onDevicesOpened={() => setPreviewOver(true)}
        onSwitch={(otherChatId) => setParticipation({ ...participation, leaveCallIn: otherChatId })}
      />
    );
  }
  if (!chat || !devices) return <CallSplash label="Opening the call" />;
  return (
    <PreviewedCall
      chat={chat}
      devices={devices}
      onCancel={onCancel}
      onJoin={(otherChatId) => {
        setParticipation({ leaveCallIn: otherChatId, startsWith: startFrom(devices) });
        onJoin?.();
      }}
    />
  );
}

function startFrom(devices: PreviewDevices): StartsWith {
  const { camera, microphone } = devices.getView();
  return {
    ...devices.cameraChoice(),
    microphoneId: microphone.phase === 'open' ? microphone.deviceId : null,
    isCameraOn: camera.phase === 'on',
    isMuted: false,
  };
}

interface JoinedCallProps extends Pick<CallOfProps, 'chatId' | 'render' | 'onCancel' | 'onEnd'> {
  chat: ChatDetail | undefined;
  participation: Participation;
  onDevicesOpened: () => void;
  onSwitch: (leaveCallIn: ChatId) => void;
}

function JoinedCall({ chatId, chat, participation, ...rest }: JoinedCallProps) {
  const me = useMe();
  const session = useCallSession({ chatId, myId: me.id, ...participation });
  if (!session || !chat) return <CallSplash label="Joining the call" />;
  return <ActiveCall chat={chat} session={session} {...rest} />;
}

interface ActiveCallProps extends Omit<JoinedCallProps, 'chatId' | 'chat' | 'participation'> {
  chat: ChatDetail;
  session: CallSession;
}

function ActiveCall({ chat, session, render, onCancel, onEnd, onDevicesOpened, onSwitch }: ActiveCallProps) {
  const view = useCallView(session);
  const { call } = view;
  const reason = call.phase === 'ended' ? call.reason : null;
  const otherChatId = reason?.by === 'refusal' ? reason.otherChatId : null;
  useReport(reason && otherChatId === null ? { reason } : null, onEnd);
  useHandOver(call, onDevicesOpened);
  usePushToTalk(session);
  usePictureInPicture(view);
  if (otherChatId !== null) {
    return <InOtherCall otherChatId={otherChatId} onStay={onCancel} onSwitch={() => onSwitch(otherChatId)} />;
  }
  return call.phase === 'ended' ? <CallSplash label="The call is over" /> : render({ chat, session, view, call });
}

/** Reports the end of the call once. */
function useReport(end: { reason: EndReason | null } | null, onEnd: CallOfProps['onEnd']): void {
  const report = useEffectEvent(onEnd);
  const isOver = end !== null;
  const reason = end?.reason ?? null;
  useEffect(() => {
    if (isOver) report(reason);
  }, [isOver, reason]);
}
