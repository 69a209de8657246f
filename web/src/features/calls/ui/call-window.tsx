import { ChatId } from '@chat-app/contract';
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router';
import { useChat } from '../../../api/chats.ts';
import { useProductTitle } from '../../../api/server-config.ts';
import { endCallPath, previewParameter } from '../../../format/paths.ts';
import { useDocumentTitle } from '../../../browser/page.ts';
import { CallOf } from './call-of.tsx';
import type { CallScreenParts } from './call-screen.ts';
import { forgetMovedCall, readMovedCall } from './moved-call.ts';

interface CallWindowProps {
  children: (parts: CallScreenParts) => ReactNode;
}

/** The window of one call. It joins when it opens, or after a preview, and navigates to the end screen. */
export function CallWindow({ children }: CallWindowProps) {
  const { data: chatId } = ChatId.safeParse(useParams()['chatId']);
  if (chatId === undefined) return <Navigate to={endCallPath} replace />;
  return <WindowOf key={chatId} chatId={chatId} render={children} />;
}

function WindowOf({ chatId, render }: { chatId: ChatId; render: CallWindowProps['children'] }) {
  const title = useProductTitle();
  const { data: chat } = useChat(chatId);
  const [parameters, setParameters] = useSearchParams();
  const [startsWith] = useState(readMovedCall);
  useEffect(forgetMovedCall, []);
  const navigate = useNavigate();
  useDocumentTitle(title, chat ? `Call with ${chat.name}` : 'Voice call');
  return (
    <main className="h-dvh">
      <CallOf
        chatId={chatId}
        isPreviewed={parameters.has(previewParameter)}
        startsWith={startsWith}
        // A reload during the call joins it again at once.
        onJoin={() => setParameters({}, { replace: true })}
        onCancel={() => {
          window.close();
          // A window that the user opened by its address stays open.
          void navigate(endCallPath, { replace: true });
        }}
        onEnd={(reason) => void navigate(endCallPath, { replace: true, ...(reason && { state: { reason } }) })}
        render={render}
      />
    </main>
  );
}
