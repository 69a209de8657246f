import type { ChatId } from '@chat-app/contract';
import { Mic, Trash2 } from 'lucide-react';
import { useVoiceRecordings } from '../../state/voice-recordings.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { loadRecording } from './voice-button.tsx';

/** A recording in a chat that nothing can be sent to at present. There is no composer whose panel could delete it. */
export function UnsentRecording({ chatId }: { chatId: ChatId }) {
  const isWaiting = useVoiceRecordings(({ byChat }) => byChat[chatId]?.shows === 'locked');
  if (!isWaiting) return null;
  return (
    <div className="mx-auto w-full max-w-(--column) px-2 pb-2 roomy:px-6">
      <div className="flex items-center gap-3 rounded-bubble border border-line bg-surface py-0.5 pr-1 pl-4">
        <Mic aria-hidden="true" className="size-4.5 shrink-0 text-muted" />
        <p className="min-w-0 flex-1 text-muted">Your voice message was not sent</p>
        <IconButton
          label="Delete the recording"
          icon={<Trash2 aria-hidden="true" />}
          tone="danger"
          onClick={() => void loadRecording().then(({ cancelRecording }) => cancelRecording(chatId))}
        />
      </div>
    </div>
  );
}
