import { ChatId } from '@chat-app/contract';
import type { ChatDetail } from '@chat-app/contract';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router';
import { useChat } from '../../../api/chats.ts';
import { useMe } from '../../../api/me.ts';
import { useProductTitle } from '../../../api/server-config.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { endCallPath } from '../../../format/paths.ts';
import { useDocumentTitle } from '../../../browser/page.ts';
import { Splash } from '../../../ui/full-page.tsx';
import type { ActiveCall } from '../session/call-events.ts';
import type { CallSession, CallView } from '../session/call-session.ts';
import { InOtherCall } from './in-other-call.tsx';
import { useCallSession, useCallView } from './use-call-session.ts';

export interface CallScreenParts {
  chat: ChatDetail;
  session: CallSession;
  view: CallView;
  call: ActiveCall;
}

interface CallWindowProps {
  children: (parts: CallScreenParts) => ReactNode;
}

/** The window of one call. It joins when it opens and navigates to the end screen when the call is over. */
export function CallWindow({ children }: CallWindowProps) {
  const { data: chatId } = ChatId.safeParse(useParams()['chatId']);
  if (chatId === undefined) return <Navigate to={endCallPath} replace />;
  return <CallOf key={chatId} chatId={chatId} render={children} />;
}

function CallOf({ chatId, render }: { chatId: ChatId; render: CallWindowProps['children'] }) {
  const me = useMe();
  const title = useProductTitle();
  const [leaveCallIn, setLeaveCallIn] = useState<ChatId | null>(null);
  const session = useCallSession(chatId, me.id, leaveCallIn);
  const { data: chat, error } = useChat(chatId);
  useDocumentTitle(title, chat ? `Call with ${chat.name}` : 'Voice call');
  const isMissing = error instanceof ApiError && error.status === 404;
  if (isMissing) return <Navigate to={endCallPath} replace />;
  if (!session || !chat) return <Splash label="Joining the call" />;
  return <ActiveCallWindow chat={chat} session={session} render={render} onSwitch={setLeaveCallIn} />;
}

interface ActiveCallWindowProps {
  chat: ChatDetail;
  session: CallSession;
  render: CallWindowProps['children'];
  onSwitch: (leaveCallIn: ChatId) => void;
}

function ActiveCallWindow({ chat, session, render, onSwitch }: ActiveCallWindowProps) {
  const view = useCallView(session);
  const navigate = useNavigate();
  const { call } = view;
  const reason = call.phase === 'ended' ? call.reason : null;
  const otherChatId = reason?.by === 'refusal' ? reason.otherChatId : null;
  useEffect(() => {
    if (reason && otherChatId === null) void navigate(endCallPath, { replace: true, state: { reason } });
  }, [reason, otherChatId, navigate]);
  if (otherChatId !== null) return <InOtherCall otherChatId={otherChatId} onSwitch={() => onSwitch(otherChatId)} />;
  return call.phase === 'ended' ? <Splash label="The call is over" /> : render({ chat, session, view, call });
}
