import type { ChatId } from '@chat-app/contract';
import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { useIsRecording } from './use-is-recording.ts';

/** Parts of the composer in whose place a recording is shown. They stay mounted, with the text. */
export function CoveredWhileRecording({ chatId, children }: { chatId: ChatId; children: ReactNode }) {
  const isRecording = useIsRecording(chatId);
  return (
    <div inert={isRecording} className={classNames('contents', isRecording && 'invisible')}>
      {children}
    </div>
  );
}
