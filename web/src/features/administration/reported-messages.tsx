import type { AdminReport } from '@chat-app/contract';
import { clockTime, exactTime } from '../../format/day-label.ts';
import { classNames } from '../../ui/class-names.ts';

type ReportedMessage = NonNullable<AdminReport['message']>;
type Author = AdminReport['context'][number]['by'];

interface ReportedMessagesProps {
  report: AdminReport;
  message: ReportedMessage;
}

/** The reported message below those that preceded it, as they were then. */
export function ReportedMessages({ report: { context, person, reporter }, message }: ReportedMessagesProps) {
  const names: Record<Author, string> = {
    reported: person?.name ?? 'Deleted account',
    reporter: reporter?.name ?? 'Deleted account',
    other: 'Another member',
  };
  return (
    <section>
      <h3 className="text-13 font-medium text-muted">
        {context.length > 0 ? 'The message and what preceded it' : 'The message'}
      </h3>
      <ol className="mt-1.5 flex flex-col gap-1.5">
        {context.map((preceding) => (
          <CopiedMessage key={`${preceding.at} ${preceding.content}`} message={preceding} name={names[preceding.by]} />
        ))}
        <CopiedMessage message={message} name={names.reported} isReported />
      </ol>
    </section>
  );
}

interface CopiedMessageProps {
  message: ReportedMessage;
  name: string;
  isReported?: boolean;
}

function CopiedMessage({ message, name, isReported = false }: CopiedMessageProps) {
  return (
    <li
      className={classNames(
        'rounded-control border px-3 py-2',
        isReported ? 'border-danger/40 bg-danger-soft' : 'border-transparent bg-hover',
      )}
    >
      <p className={classNames('flex flex-wrap gap-x-2 text-13', isReported ? 'text-text' : 'text-muted')}>
        <bdi className="font-medium">{name}</bdi>
        <time dateTime={message.at} title={exactTime(message.at)} className="tabular-nums">
          {clockTime(message.at)}
        </time>
        {isReported && <span className="font-medium text-danger">Reported</span>}
      </p>
      <p className="mt-0.5 max-h-60 overflow-y-auto whitespace-pre-wrap wrap-anywhere">{contentText(message)}</p>
    </li>
  );
}

const labels: Record<string, string> = { image: 'Image', file: 'File', voice: 'Voice message', fileTransfer: 'File' };

/** Files themselves are not copied: their name, or at least their kind, is shown. */
function contentText({ type, content }: ReportedMessage): string {
  const label = labels[type];
  if (label === undefined) return content;
  return content === '' || content.startsWith('/api/') ? `[${label}]` : `[${label}] ${content}`;
}
