import { SearchX } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

/** Shown if the chat of the URL does not exist or the user is not a member. */
export function ChatNotFound({ onClose }: { onClose: () => void }) {
  return (
    <EmptyState icon={<SearchX aria-hidden="true" />} title="This chat is not available">
      It may have been deleted, or you are no longer in it.
      <span className="mt-5 flex justify-center">
        <Button variant="secondary" onClick={onClose}>
          Back to chats
        </Button>
      </span>
    </EmptyState>
  );
}
