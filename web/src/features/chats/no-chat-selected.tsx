import { MessageCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/empty-state.tsx';

export function NoChatSelected() {
  return (
    <EmptyState icon={<MessageCircle aria-hidden="true" />} title="Select a chat">
      Pick somebody from the list on the left to read and write here.
      <dl className="mt-6 hidden grid-cols-[auto_auto] items-center justify-center gap-x-4 gap-y-2.5 text-13 wide:grid">
        <Hint keys={[isMac() ? '⌘' : 'Ctrl', 'K']}>Search chats</Hint>
        <Hint keys={['↑', '↓']}>Move through the list</Hint>
        <Hint keys={['Enter']}>Open the chat</Hint>
      </dl>
    </EmptyState>
  );
}

function Hint({ keys, children }: { keys: readonly string[]; children: ReactNode }) {
  return (
    <>
      <dt className="flex justify-end gap-1">
        {keys.map((key) => (
          <kbd
            key={key}
            className="inline-flex h-6 min-w-6 items-center justify-center rounded-control border border-line bg-surface px-1.5 font-sans text-[12px] font-medium"
          >
            {key}
          </kbd>
        ))}
      </dt>
      <dd className="text-left">{children}</dd>
    </>
  );
}

function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}
