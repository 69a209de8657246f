import { Copy, ExternalLink, Link, TextSelect, Trash2 } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { Message } from '@chat-app/contract';
import { MenuItem } from '../../ui/menu.tsx';
import type { MenuRequest } from './message-actions.ts';

interface MenuEntry {
  label: string;
  Icon: LucideIcon;
  run: () => void;
}

interface MessageMenuProps {
  message: Message;
  request: MenuRequest;
  onAskDelete: (message: Message) => void;
}

export function MessageMenu(props: MessageMenuProps) {
  return entriesOf(props).map(({ label, Icon, run }) => (
    <MenuItem key={label} icon={<Icon aria-hidden="true" />} onSelect={run}>
      {label}
    </MenuItem>
  ));
}

/** Where the browser's own menu can do more, ours stays away: it saves images, and copies where pages may not. */
export function hasMessageMenu(message: Message, request: MenuRequest): boolean {
  const isBrowsersBetter = message.type === 'image' || clipboard() === undefined;
  if (request.by === 'mouse' && isBrowsersBetter) return false;
  return entriesOf({ message, request, onAskDelete: () => undefined }).length > 0;
}

function entriesOf({ message, request: { href, selectedText }, onAskDelete }: MessageMenuProps): MenuEntry[] {
  const isText = message.type === 'text' || message.type === 'emoji';
  return [
    ...(href === null
      ? []
      : [
          {
            label: 'Open link',
            Icon: ExternalLink,
            run: () => void window.open(href, '_blank', 'noopener,noreferrer'),
          },
          { label: 'Copy link', Icon: Link, run: () => copy(href) },
        ]),
    ...(selectedText === '' ? [] : [{ label: 'Copy selection', Icon: TextSelect, run: () => copy(selectedText) }]),
    ...(isText ? [{ label: 'Copy text', Icon: Copy, run: () => copy(message.content) }] : []),
    ...(message.sender?.isMine ? [{ label: 'Delete', Icon: Trash2, run: () => onAskDelete(message) }] : []),
  ];
}

/** A page over plain http from another machine has no clipboard. */
const clipboard = () => navigator.clipboard as Clipboard | undefined;

function copy(text: string): void {
  void clipboard()?.writeText(text);
}
