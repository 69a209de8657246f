import { parseMessage } from '@chat-app/contract';
import { displayText } from './display-text.ts';
import { FormattedText } from './formatted-text.tsx';
import { MentionsContext, noMentions } from './mention-chip.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { FullMessage } from './message-actions.ts';
import { useLastShown } from '../../ui/use-last-shown.ts';

interface FullMessageDialogProps {
  /** Null while the dialog is closed. */
  full: FullMessage | null;
  onClose: () => void;
}

/** Shows a message that is too long for its bubble. Expanding it in the list would move other rows. */
export function FullMessageDialog({ full, onClose }: FullMessageDialogProps) {
  const shown = useLastShown(full);
  const { sender, content, mentions } = shown?.message ?? { sender: null, content: '' };
  return (
    <Dialog
      title={sender?.isMine ? 'Your message' : `Message from ${sender?.name ?? ''}`}
      description="The whole text"
      isOpen={full !== null}
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
        <MentionsContext value={mentions ?? noMentions}>
          {shown && <FormattedText blocks={parseMessage(displayText(content))} />}
        </MentionsContext>
      </section>
    </Dialog>
  );
}
