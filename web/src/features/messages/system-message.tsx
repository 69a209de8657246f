import { callOfSystemMessage } from '@chat-app/contract';
import type { CallKind, Message } from '@chat-app/contract';
import { Phone, Video } from 'lucide-react';
import { createContext, use } from 'react';
import { clockTime } from '../../format/day-label.ts';
import { classNames } from '../../ui/class-names.ts';

/** Calls the other members of this chat, by voice or video; null while none is online. */
export const CallBackContext = createContext<((kind: CallKind) => void) | null>(null);

/** What the server writes into a chat, such as the start and the end of a call. */
export function SystemMessage({ message }: { message: Message }) {
  const call = callOfSystemMessage(message.content);
  const Icon = call?.kind === 'video' ? Video : Phone;
  const time = clockTime(message.createdAt);
  return (
    <p
      className={classNames(
        'flex flex-wrap items-center justify-center gap-x-1.5 px-4 pt-3 text-center text-13 text-muted',
        // Reserves space for the button, so that the row keeps its height when the button appears.
        call?.end === 'end' && 'max-roomy:min-h-14',
      )}
    >
      {call && <Icon aria-hidden="true" className="size-3.5 shrink-0" />}
      {/* An English sentence, even if it begins with a right-to-left name. */}
      <bdi dir="ltr" className="overflow-clip wrap-anywhere" title={time}>
        {message.content}
      </bdi>
      {call && (
        <time dateTime={message.createdAt} className="tabular-nums before:mr-1.5 before:content-['·']">
          {time}
        </time>
      )}
      {call?.end === 'end' && <CallBackButton kind={call.kind} />}
    </p>
  );
}

function CallBackButton({ kind }: { kind: CallKind }) {
  const callBack = use(CallBackContext);
  if (!callBack) return null;
  return (
    <button
      type="button"
      onClick={() => callBack(kind)}
      className="min-h-11 rounded-control px-3 font-medium text-accent transition-colors hover:bg-hover roomy:min-h-0 roomy:px-1.5"
    >
      Call back
    </button>
  );
}
