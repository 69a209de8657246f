import type { ChatId } from '@chat-app/contract';
import { MessageSquareDashed } from 'lucide-react';
import { newestSeq } from '../../api/message-log.ts';
import { useMessages } from '../../api/messages.ts';
import { useReadMark } from '../../api/read-marks.live.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { MessageScroller } from './message-scroller.tsx';

interface MessageListProps {
  chatId: ChatId;
  isGroup: boolean;
}

export function MessageList({ chatId, isGroup }: MessageListProps) {
  const { data: log, isError, refetch } = useMessages(chatId);
  useReadMark(chatId, log ? newestSeq(log) : 0);
  if (!log && isError) return <LoadFailed what="The messages" onRetry={() => void refetch()} />;
  if (!log) {
    return (
      <output className="flex h-full animate-appear-late items-center justify-center">
        <Spinner className="size-6 text-accent" />
        <span className="sr-only">Loading messages</span>
      </output>
    );
  }
  if (log.messages.length > 0) return <MessageScroller key={chatId} chatId={chatId} log={log} isGroup={isGroup} />;
  return (
    <EmptyState icon={<MessageSquareDashed aria-hidden="true" />} title="No messages yet">
      Everything that is said here from now on stays here.
    </EmptyState>
  );
}
