import type { ChatId } from '@chat-app/contract';
import { Mic } from 'lucide-react';
import type { PointerEvent } from 'react';
import { useOutbox } from '../../outbox/outbox.ts';
import { currentReply, endReply } from '../../state/replies.ts';
import { useVoiceRecordings } from '../../state/voice-recordings.ts';
import { showToast } from '../../state/toasts.ts';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import type { ButtonPress } from './recording/recordings.ts';

export const loadRecording = () => import('./recording/recording-panel.tsx');
const preload = () => void loadRecording().catch(() => undefined);

interface VoiceButtonProps {
  chatId: ChatId;
  className: string;
}

/**
 * Records a voice message: while it is held down, or after a click until it is sent. Stays mounted while recording,
 * because a finger that holds it belongs to it.
 */
export function VoiceButton({ chatId, className }: VoiceButtonProps) {
  const outbox = useOutbox();
  const recording = useVoiceRecordings(({ byChat }) => byChat[chatId]);
  const isHeld = recording?.shows === 'held';
  const start = (press: ButtonPress | null) =>
    void loadRecording().then(
      ({ startRecording }) =>
        startRecording(chatId, {
          press,
          deliver: (recorded) => {
            outbox.sendVoice(chatId, recorded, currentReply(chatId));
            endReply(chatId);
          },
        }),
      () => showToast({ type: 'error', title: 'Recording could not be loaded', timeoutMs: 4000 }),
    );
  return (
    <>
      <IconButton
        label="Record a voice message"
        icon={<Mic aria-hidden="true" />}
        onPointerEnter={preload}
        onFocus={preload}
        onPointerDown={(event) => {
          if (event.button === 0) start(pressOf(event));
        }}
        // Only by keyboard or a screen reader; a pointer has pressed before.
        onClick={({ detail }) => detail === 0 && start(null)}
        onContextMenu={(event) => event.preventDefault()}
        className={classNames(
          className,
          'touch-none select-none [-webkit-touch-callout:none]',
          isHeld && 'rounded-full! bg-danger-fill! text-on-accent!',
        )}
      />
      {/* Always there, so that screen readers notice what appears in it. */}
      <output className="sr-only">{recording?.status}</output>
    </>
  );
}

/** Notices a release that comes before the code that records is loaded. */
function pressOf({ pointerId, pointerType, clientX: x, clientY: y }: PointerEvent): ButtonPress {
  const press: ButtonPress = { pointerId, pointerType, x, y, atMs: performance.now(), releasedAtMs: null };
  const end = (event: globalThis.PointerEvent) => {
    if (event.pointerId !== pointerId) return;
    press.releasedAtMs = performance.now();
    window.removeEventListener('pointerup', end);
    window.removeEventListener('pointercancel', end);
  };
  window.addEventListener('pointerup', end);
  window.addEventListener('pointercancel', end);
  return press;
}
