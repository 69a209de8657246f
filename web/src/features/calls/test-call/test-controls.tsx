import { Mic } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import type { TestCall, TestPhase } from './test-call.ts';

interface TestControlsProps {
  test: TestCall;
  phase: TestPhase;
  hasMicrophone: boolean;
}

/** Records what arrives, and plays it. */
export function TestControls({ test, phase, hasMicrophone }: TestControlsProps) {
  return (
    <div className="flex flex-col gap-2">
      <output className="min-h-5 text-center text-13 text-muted">{statusTexts[phase.phase]}</output>
      {phase.phase === 'playing' && (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- the user's own words of a moment ago
        <audio src={phase.url} autoPlay onEnded={test.finishPlaying} onError={test.finishPlaying} />
      )}
      <Button
        isFullWidth
        isBusy={phase.phase === 'recording'}
        disabled={!hasMicrophone || phase.phase !== 'ready'}
        onClick={test.record}
      >
        <Mic aria-hidden="true" className="size-4.5" />
        Record five seconds
      </Button>
    </div>
  );
}

const statusTexts: Record<TestPhase['phase'], string> = {
  connecting: 'Connecting...',
  ready: 'What you record is played to you afterwards.',
  recording: 'Recording... Say something.',
  playing: 'This is how others hear you.',
  failed: 'This browser cannot connect to itself. Calls work only through the server here.',
};
