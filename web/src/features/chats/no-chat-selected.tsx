import { MessageCircle } from 'lucide-react';
import { keyNames, shortcuts } from '../../lib/shortcuts.ts';
import type { ShortcutId } from '../../lib/shortcuts.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { KeyCaps } from '../../ui/key-caps.tsx';

export function NoChatSelected() {
  return (
    <EmptyState icon={<MessageCircle aria-hidden="true" />} title="Select a chat">
      Pick somebody from the list on the left to read and write here.
      <dl className="mt-6 hidden grid-cols-[auto_auto] items-center justify-center gap-x-4 gap-y-2.5 text-13 wide:grid">
        <Hint of="searchChats" />
        <Hint of="nextChat" />
        <Hint of="showShortcuts">All shortcuts</Hint>
      </dl>
    </EmptyState>
  );
}

function Hint({ of, children = shortcuts[of].does }: { of: ShortcutId; children?: string }) {
  return (
    <>
      <dt className="flex justify-end">
        <KeyCaps presses={keyNames(of).slice(0, 1)} />
      </dt>
      <dd className="text-left">{children}</dd>
    </>
  );
}
