import { MessageCircle } from 'lucide-react';
import { EmptyState } from '../../ui/empty-state.tsx';

export function NoChatSelected() {
  return (
    <EmptyState icon={<MessageCircle aria-hidden="true" />} title="Select a chat">
      Pick somebody from the list on the left to read and write here.
    </EmptyState>
  );
}
