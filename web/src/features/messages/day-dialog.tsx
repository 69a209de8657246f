import type { ChatId } from '@chat-app/contract';
import { useFirstMessageTime, useJumpToDay } from '../../api/days.ts';
import { useNow } from '../../lib/timing-hooks.ts';
import { Calendar } from '../../ui/calendar.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { DayRequest } from './message-actions.ts';
import { useLastShown } from '../../ui/use-last-shown.ts';

const minuteMs = 60_000;

interface DayDialogProps {
  chatId: ChatId;
  /** Null while the dialog is closed. */
  request: DayRequest | null;
  onClose: () => void;
}

/** Chooses a day and scrolls to its first message. */
export function DayDialog({ chatId, request, onClose }: DayDialogProps) {
  const shown = useLastShown(request);
  return (
    <Dialog
      title="Jump to a date"
      description="Scrolls to the first message of the day that you choose"
      isOpen={request !== null}
      onClose={onClose}
      returnFocusTo={{ current: shown?.opener ?? null }}
    >
      {shown && <DayPicker chatId={chatId} at={shown.at} onClose={onClose} />}
    </Dialog>
  );
}

function DayPicker({ chatId, at, onClose }: { chatId: ChatId; at: string; onClose: () => void }) {
  const { data: firstTime, isError, refetch } = useFirstMessageTime(chatId);
  const jump = useJumpToDay(chatId);
  const nowMs = useNow(minuteMs);
  if (isError) return <LoadFailed what="The calendar" onRetry={() => void refetch()} />;
  if (firstTime === undefined) {
    return (
      <div className="flex justify-center py-10">
        <Spinner />
      </div>
    );
  }
  return (
    <Calendar
      first={new Date(firstTime ?? at)}
      last={new Date(nowMs)}
      chosen={new Date(at)}
      onChoose={(day) => {
        jump.mutate(day);
        onClose();
      }}
    />
  );
}
