import type { CallKind, ChatId } from '@chat-app/contract';
import { MessageSquareDashed } from 'lucide-react';
import { useRef } from 'react';
import { useChat, useIsSendLimited } from '../../api/chats.ts';
import { newestSeq } from '../../api/message-log.ts';
import { useMessages } from '../../api/messages.ts';
import { useReads } from '../../api/reads.ts';
import { useReadMark } from '../../api/read-marks.live.ts';
import { useOutgoing } from '../../outbox/outgoing.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { CanReplyContext } from './can-reply.ts';
import { PeerReadContext } from './delivery-status.tsx';
import { CallBackContext } from './system-message.tsx';
import { MessageScroller } from './message-scroller.tsx';
import { MessagesSkeleton } from './messages-skeleton.tsx';
import { useFirstUnread } from './use-first-unread.ts';
import { useMessageDialogs } from './use-message-dialogs.tsx';
import { useUnreadMentions } from './use-unread-mentions.ts';
import { useWindow } from './use-window.ts';

interface MessageListProps {
  chatId: ChatId;
  isGroup: boolean;
  /** Sends a greeting in an empty chat. */
  onWave: () => void;
  /** Null while no other member is online. */
  onCallBack: ((kind: CallKind) => void) | null;
}

export function MessageList({ chatId, isGroup, onWave, onCallBack }: MessageListProps) {
  const { data: log, isError, isFetchedAfterMount, refetch } = useMessages(chatId);
  const firstUnreadSeq = useFirstUnread(chatId, log, isFetchedAfterMount);
  const outgoing = useOutgoing(chatId);
  const reads = useReads(chatId);
  // Not before it is known: in a group the ticks would disappear again.
  const isDirect = useChat(chatId).data?.isGroup === false;
  const canReply = !useIsSendLimited(chatId);
  const mentions = useUnreadMentions(chatId, log);
  const scroller = useRef<HTMLElement>(null);
  const { actions, dialogs } = useMessageDialogs(chatId, scroller);
  const { wasAway, showNewest } = useWindow(chatId, log, scroller);
  useReadMark(chatId, log ? newestSeq(log) : 0);
  if (!log && isError) return <LoadFailed what="The messages" onRetry={() => void refetch()} />;
  if (!log) return <MessagesSkeleton />;
  if (log.messages.length === 0 && outgoing.length === 0) {
    return (
      <EmptyState icon={<MessageSquareDashed aria-hidden="true" />} title="No messages yet">
        <p>Everything that is said here from now on stays here.</p>
        <Button variant="secondary" className="mt-4" onClick={onWave}>
          <span aria-hidden="true">👋</span> Wave
        </Button>
      </EmptyState>
    );
  }
  return (
    <CallBackContext value={onCallBack}>
      <PeerReadContext value={isDirect ? (reads[0]?.seq ?? 0) : null}>
        <CanReplyContext value={canReply}>
          <MessageScroller
            key={log.generation}
            chatId={chatId}
            log={log}
            firstUnreadSeq={firstUnreadSeq}
            opensAtUnread={!wasAway}
            outgoing={outgoing}
            isGroup={isGroup}
            actions={actions}
            mentions={mentions}
            scroller={scroller}
            onReturn={showNewest}
          />
        </CanReplyContext>
      </PeerReadContext>
      {dialogs}
    </CallBackContext>
  );
}
