import { MessageCircle } from 'lucide-react';
import { useChatList } from '../../api/chats.ts';
import { keyNames, shortcuts } from '../../browser/shortcuts.ts';
import type { ShortcutId } from '../../browser/shortcuts.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ShortcutKeys } from '../../ui/shortcut-keys.tsx';
import { GettingStarted } from './getting-started.tsx';
import type { GettingStartedProps } from './getting-started.tsx';

interface NoChatSelectedProps extends GettingStartedProps {
  /** The list covers this screen and shows the first steps itself. */
  isCovered: boolean;
}

/** Shows the search and navigation hints only once there are chats. */
export function NoChatSelected({ isCovered, ...gettingStarted }: NoChatSelectedProps) {
  const { data, isError } = useChatList();
  if (data?.length === 0) return isCovered ? null : <GettingStarted {...gettingStarted} />;
  // It is not known yet which of the two to show.
  if (!data && !isError) return null;
  return (
    <EmptyState icon={<MessageCircle aria-hidden="true" />} title="Select a chat">
      Pick somebody from the list on the left to read and write here.
      <dl className="mt-6 hidden grid-cols-[auto_auto] items-center justify-center gap-x-4 gap-y-2.5 text-13 wide:grid">
        <Hint of="search" />
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
        <ShortcutKeys combinations={keyNames(of).slice(0, 1)} />
      </dt>
      <dd className="text-left">{children}</dd>
    </>
  );
}
