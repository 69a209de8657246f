import type { Message } from '@chat-app/contract';
import { VoiceMessage } from '../voice-message.tsx';
import { fromWhom, sentAt } from './media-labels.ts';
import { MediaOrigin } from './media-origin.tsx';
import { MediaRow } from './media-row.tsx';

export function VoiceRow({ message }: { message: Message }) {
  const from = fromWhom(message);
  return (
    <MediaRow message={message} name={`voice message from ${from}, ${sentAt(message)}`}>
      <div className="min-w-0 flex-1 px-2.5 py-2">
        <MediaOrigin message={message} />
        <VoiceMessage
          message={message}
          outgoing={null}
          senderLabel={from}
          isOnAccent={false}
          className="mt-1 max-w-full rounded-card bg-accent-soft [--inset:var(--surface)]"
        />
      </div>
    </MediaRow>
  );
}
