import { parseMessage } from '@chat-app/contract';
import type { Message } from '@chat-app/contract';
import { useChat } from '../../api/chats.ts';
import { useVersions } from '../../api/edit-message.ts';
import { clockTime, dayLabel } from '../../format/day-label.ts';
import { useNow } from '../../lib/timing-hooks.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { displayText } from './display-text.ts';
import { FormattedText } from './formatted-text.tsx';
import { MentionsContext } from './mention-chip.tsx';
import type { FullMessage } from './message-actions.ts';
import { useLastShown } from '../../ui/use-last-shown.ts';

const minuteMs = 60_000;

interface VersionsDialogProps {
  /** Null while the dialog is closed. */
  edited: FullMessage | null;
  onClose: () => void;
}

/** What a message said before its edits, newest first. */
export function VersionsDialog({ edited, onClose }: VersionsDialogProps) {
  const shown = useLastShown(edited);
  return (
    <Dialog
      title="Versions"
      description="What the message said before it was edited"
      isOpen={edited !== null}
      onClose={onClose}
      returnFocusTo={{ current: shown?.opener ?? null }}
    >
      {shown && <Versions message={shown.message} />}
    </Dialog>
  );
}

function Versions({ message }: { message: Message }) {
  const { data, isError, refetch } = useVersions(message);
  const nowMs = useNow(minuteMs);
  // An earlier version may mention somebody else.
  const members = useChat(message.chatId).data?.members ?? [];
  const mentions = [...(message.mentions ?? []), ...members];
  if (isError) return <LoadFailed what="The versions" onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <div className="flex justify-center py-10">
        <Spinner />
      </div>
    );
  }
  return (
    <ol
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- needed to scroll by keyboard
      tabIndex={0}
      aria-label="Versions"
      className="min-h-0 divide-y divide-line overflow-y-auto px-5 pb-6 focus-visible:-outline-offset-2 roomy:px-6"
    >
      {data.toReversed().map(({ content, at }, index) => (
        <li key={at} className="py-3">
          <p className="text-13 text-muted">
            {index === 0 && 'Current, '}
            <time dateTime={at}>
              {dayLabel(at, nowMs)}, {clockTime(at)}
            </time>
          </p>
          <div dir="auto" className="text-15 wrap-anywhere whitespace-pre-wrap">
            <MentionsContext value={mentions}>
              <FormattedText blocks={parseMessage(displayText(content))} />
            </MentionsContext>
          </div>
        </li>
      ))}
    </ol>
  );
}
