import { callEndOf } from '@chat-app/contract';
import type { Message } from '@chat-app/contract';
import { Phone } from 'lucide-react';
import { createContext, use } from 'react';
import { clockTime } from '../../lib/day-label.ts';
import { classNames } from '../../ui/class-names.ts';

/** Calls the others in this chat; null while nobody could answer. */
export const CallBack = createContext<(() => void) | null>(null);

/** What happened in the chat, rather than what somebody said. */
export function MessageNotice({ message }: { message: Message }) {
  const callEnd = callEndOf(message.content);
  const time = clockTime(message.createdAt);
  return (
    <p
      className={classNames(
        'flex flex-wrap items-center justify-center gap-x-1.5 px-4 pt-3 text-center text-13 text-muted',
        // Room for the button, also while it is not there: the line keeps its height.
        callEnd === 'end' && 'max-roomy:min-h-14',
      )}
    >
      {callEnd !== null && <Phone aria-hidden="true" className="size-3.5 shrink-0" />}
      {/* An English sentence, also where it begins with a name from right to left. */}
      <bdi dir="ltr" className="overflow-clip wrap-anywhere" title={time}>
        {message.content}
      </bdi>
      {callEnd !== null && (
        <time dateTime={message.createdAt} className="tabular-nums before:mr-1.5 before:content-['·']">
          {time}
        </time>
      )}
      {callEnd === 'end' && <CallBackButton />}
    </p>
  );
}

function CallBackButton() {
  const callBack = use(CallBack);
  if (!callBack) return null;
  return (
    <button
      type="button"
      onClick={callBack}
      className="min-h-11 rounded-control px-3 font-medium text-accent transition-colors hover:bg-hover roomy:min-h-0 roomy:px-1.5"
    >
      Call back
    </button>
  );
}
