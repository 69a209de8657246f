import { callTexts } from '@chat-app/contract';
import type { ChatId } from '@chat-app/contract';
import { PhoneForwarded } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { CallPage } from './call-page.tsx';
import { useOtherCallText } from './switch-call-dialog.tsx';

interface InOtherCallProps {
  otherChatId: ChatId;
  onStay: () => void;
  onSwitch: () => void;
}

/** Shown in a call window when the user is already in the call of another chat. */
export function InOtherCall({ otherChatId, onStay, onSwitch }: InOtherCallProps) {
  const where = useOtherCallText(otherChatId);
  const heading = useRef<HTMLHeadingElement>(null);
  // Focus the heading so that screen readers announce this screen instead of the expected call.
  useEffect(() => heading.current?.focus(), []);
  return (
    <CallPage>
      <span className="flex size-16 items-center justify-center rounded-full bg-accent-soft text-accent">
        <PhoneForwarded aria-hidden="true" className="size-7" />
      </span>
      <h1
        ref={heading}
        tabIndex={-1}
        className="max-w-sm text-20 font-semibold text-balance wrap-anywhere outline-none"
      >
        {where}
      </h1>
      <p className="max-w-sm text-muted">{callTexts.switchDetails}</p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <Button variant="secondary" onClick={onStay}>
          Stay there
        </Button>
        <Button onClick={onSwitch}>{callTexts.switchCall}</Button>
      </div>
    </CallPage>
  );
}
