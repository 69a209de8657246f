import type { ChatId } from '@chat-app/contract';
import { Check, SendHorizontal } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { isRoomyWithMouse } from '../../browser/screen.ts';
import { useVoiceRecordings } from '../../state/voice-recordings.ts';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useIsRecording } from './use-is-recording.ts';
import { loadRecording, VoiceButton } from './voice-button.tsx';

const RecordingPanel = lazy(async () => ({ default: (await loadRecording()).RecordingPanel }));

interface SendButtonsProps {
  chatId: ChatId;
  isEditing: boolean;
  canSend: boolean;
  describedBy: string;
  onSend: () => void;
  focusField: () => void;
}

/** Sends the text, or records a voice message. A narrow screen has room for one of the two. */
export function SendButtons({ chatId, isEditing, canSend, describedBy, onSend, focusField }: SendButtonsProps) {
  const shows = useVoiceRecordings(({ byChat }) => byChat[chatId]?.shows ?? 'nothing');
  const isRecording = useIsRecording(chatId);
  const isNarrowForVoice = isRecording || (!canSend && !isEditing);
  return (
    <>
      {!isEditing && (
        <VoiceButton
          chatId={chatId}
          className={classNames(!isNarrowForVoice && 'max-roomy:hidden', shows === 'locked' && 'invisible')}
        />
      )}
      <IconButton
        label={isEditing ? 'Save' : 'Send'}
        icon={isEditing ? <Check aria-hidden="true" /> : <SendHorizontal aria-hidden="true" />}
        tone="filled"
        disabled={!canSend}
        aria-describedby={describedBy}
        className={classNames('rounded-full!', isRecording && 'invisible', isNarrowForVoice && 'max-roomy:hidden')}
        onClick={() => {
          onSend();
          focusField();
        }}
      />
      {shows !== 'nothing' && !isEditing && (
        <Suspense>
          {/* The field cannot take the focus before it is uncovered. */}
          <RecordingPanel chatId={chatId} onOver={() => isRoomyWithMouse() && requestAnimationFrame(focusField)} />
        </Suspense>
      )}
    </>
  );
}
