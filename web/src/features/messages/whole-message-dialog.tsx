import type { Message } from '@chat-app/contract';
import { useState } from 'react';
import { drawableText } from './shown-text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { LinkedText } from './message-text.tsx';

interface WholeMessageDialogProps {
  /** Null while the dialog is closed. */
  whole: { message: Message; opener: HTMLElement } | null;
  onClose: () => void;
}

/** Shows a message that is too long for its bubble. Expanding it in the list would move other rows. */
export function WholeMessageDialog({ whole, onClose }: WholeMessageDialogProps) {
  // Keeps its text during the closing animation.
  const [shown, setShown] = useState(whole);
  if (whole !== null && whole !== shown) setShown(whole);
  const { sender, content } = shown?.message ?? { sender: null, content: '' };
  return (
    <Dialog
      title={sender?.isMine ? 'Your message' : `Message from ${sender?.name ?? ''}`}
      description="The whole text"
      isOpen={whole !== null}
      onClose={onClose}
      returnFocusTo={{ current: shown?.opener ?? null }}
    >
      <section
        aria-label="Whole message"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- needed to scroll by keyboard
        tabIndex={0}
        dir="auto"
        className="min-h-0 overflow-x-clip overflow-y-auto px-5 pt-3 pb-6 text-15 wrap-anywhere whitespace-pre-wrap focus-visible:-outline-offset-2 roomy:px-6"
      >
        {shown && <LinkedText text={drawableText(content)} />}
      </section>
    </Dialog>
  );
}
