import { lazy, Suspense } from 'react';
import type { ComponentProps } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { voiceBoxClasses } from './voice/voice-box.ts';

// Many chats contain no voice message.
const VoicePlayer = lazy(async () => ({ default: (await import('./voice/voice-player.tsx')).VoicePlayer }));

/** Has its size before the player is loaded. */
export function VoiceMessage(props: ComponentProps<typeof VoicePlayer>) {
  return (
    <Suspense fallback={<div className={classNames(props.className, voiceBoxClasses)} />}>
      <VoicePlayer {...props} />
    </Suspense>
  );
}
