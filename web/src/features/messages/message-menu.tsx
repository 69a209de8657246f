import {
  Ban,
  CircleCheck,
  Copy,
  ExternalLink,
  Eye,
  Flag,
  Forward,
  Link,
  Pencil,
  Pin,
  PinOff,
  Reply,
  TextSelect,
  Trash2,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { deletedUser, withMentionNames } from '@chat-app/contract';
import type { Message } from '@chat-app/contract';
import { useChat, useIsSendLimited } from '../../api/chats.ts';
import { canForward } from '../../api/forward-messages.ts';
import { useAreReadsShown } from '../../api/reads.ts';
import { canCopy, copyText } from '../../browser/clipboard.ts';
import { useCanPin, usePinMessage } from '../../api/pins.ts';
import { clockTime, dayLabel } from '../../format/day-label.ts';
import { messagePath } from '../../format/paths.ts';
import { useNow } from '../../lib/timing-hooks.ts';
import { useIsBlocked } from '../../state/blocked-users.ts';
import { beginEdit, isEditable } from '../../state/message-edits.ts';
import { beginSelection } from '../../state/message-selection.ts';
import { askToBlock, askToReportMessage } from '../../state/safety.ts';
import { beginReply, canReplyTo } from '../../state/replies.ts';
import { MenuItem } from '../../ui/menu.tsx';
import { MenuHeading } from '../../ui/context-menu.tsx';
import { imageSource } from './image-source.ts';
import { QuickReactions } from './quick-reactions.tsx';
import type { MenuRequest, MessageActions } from './message-actions.ts';

const minuteMs = 60_000;

interface MenuEntry {
  label: string;
  Icon: LucideIcon;
  run: () => void;
  isDestructive?: boolean;
}

interface MessageMenuProps {
  message: Message;
  request: MenuRequest;
  actions: MenuActions;
}

type MenuActions = Pick<MessageActions, 'onRequestDelete' | 'onRequestForward' | 'onRequestReaction' | 'onShowSeenBy'>;

export function MessageMenu(props: MessageMenuProps) {
  const { createdAt } = props.message;
  const nowMs = useNow(minuteMs);
  const isGroup = useChat(props.message.chatId).data?.isGroup ?? false;
  const hasSeenBy = useAreReadsShown(props.message.chatId) && isGroup;
  const canBlock = !useIsBlocked(props.message.sender?._id) && isGroup;
  const canPin = useCanPin(props.message.chatId);
  const pin = usePinMessage();
  const canReply = !useIsSendLimited(props.message.chatId) && canReplyTo(props.message);
  const onPin = canPin ? (isPinned: boolean) => pin.mutate({ message: props.message, isPinned }) : null;
  return (
    <>
      <MenuHeading>
        <time dateTime={createdAt}>
          {dayLabel(createdAt, nowMs)}, {clockTime(createdAt)}
        </time>
      </MenuHeading>
      {canReplyTo(props.message) && (
        <QuickReactions
          message={props.message}
          onShowAll={() =>
            props.actions.onRequestReaction({
              message: props.message,
              point: props.request.point,
              opener: props.request.opener,
            })
          }
        />
      )}
      {entriesOf({ ...props, canReply, hasSeenBy, canBlock, onPin }).map(
        ({ label, Icon, run, isDestructive = false }) => (
          <MenuItem key={label} icon={<Icon aria-hidden="true" />} onSelect={run} isDestructive={isDestructive}>
            {label}
          </MenuItem>
        ),
      )}
    </>
  );
}

/** Leaves the browser's menu where it can do more: it saves images, and copies where pages may not. */
export function hasMessageMenu(message: Message, request: MenuRequest): boolean {
  const isBrowsersBetter = message.type === 'image' || !canCopy();
  if (request.by === 'rightClick' && isBrowsersBetter) return false;
  return entriesOf({ message, request, actions: noActions, ...noRights }).length > 0;
}

const noRights = { canReply: false, hasSeenBy: false, canBlock: false, onPin: null };
const noActions: MenuActions = {
  onRequestDelete: () => undefined,
  onRequestForward: () => undefined,
  onShowSeenBy: () => undefined,
  onRequestReaction: () => undefined,
};

interface EntryProps extends MessageMenuProps {
  canReply: boolean;
  hasSeenBy: boolean;
  canBlock: boolean;
  /** Null for those who may not pin messages. */
  onPin: ((isPinned: boolean) => void) | null;
}

function entriesOf({ message, request, actions, canReply, hasSeenBy, canBlock, onPin }: EntryProps): MenuEntry[] {
  const { href, selectedText } = request;
  const isText = message.type === 'text' || message.type === 'emoji';
  return [
    ...(canReply ? [{ label: 'Reply', Icon: Reply, run: () => beginReply(message) }] : []),
    ...(href === null
      ? []
      : [
          { label: 'Open link', Icon: ExternalLink, run: () => openInNewTab(href) },
          { label: 'Copy link', Icon: Link, run: () => void copyText(href) },
        ]),
    ...(selectedText === ''
      ? []
      : [{ label: 'Copy selection', Icon: TextSelect, run: () => void copyText(selectedText) }]),
    ...(isText
      ? [
          {
            label: 'Copy text',
            Icon: Copy,
            run: () => void copyText(withMentionNames(message.content, message.mentions)),
          },
        ]
      : []),
    // For a right click the browser's own menu offers these.
    ...(request.by === 'other' ? mediaEntriesOf(message) : []),
    ...(canForward(message)
      ? [{ label: 'Forward', Icon: Forward, run: () => actions.onRequestForward([message]) }]
      : []),
    ...pinEntriesOf(message, onPin),
    ...(canReplyTo(message) ? [{ label: 'Copy message link', Icon: Link, run: () => copyLinkTo(message) }] : []),
    ...(canReplyTo(message) ? [{ label: 'Select', Icon: CircleCheck, run: () => beginSelection(message) }] : []),
    ...(isEditable(message) ? [{ label: 'Edit', Icon: Pencil, run: () => beginEdit(message) }] : []),
    ...(hasSeenBy && message.sender
      ? [{ label: 'Seen by', Icon: Eye, run: () => actions.onShowSeenBy(message, request.opener) }]
      : []),
    ...(message.sender?.isMine
      ? [{ label: 'Delete', Icon: Trash2, run: () => actions.onRequestDelete(message), isDestructive: true }]
      : safetyEntriesOf(message, request.opener, canBlock)),
  ];
}

/** Against the sender of a message. */
function safetyEntriesOf({ _id, sender }: Message, opener: Element | null, canBlock: boolean): MenuEntry[] {
  if (!sender || sender._id === deletedUser._id) return [];
  return [
    { label: 'Report', Icon: Flag, run: () => askToReportMessage(sender, _id, opener), isDestructive: true },
    ...(canBlock
      ? [{ label: 'Block sender', Icon: Ban, run: () => askToBlock(sender, opener), isDestructive: true }]
      : []),
  ];
}

function pinEntriesOf({ sender, pinnedAt }: Message, onPin: EntryProps['onPin']): MenuEntry[] {
  if (sender === null || !onPin) return [];
  return pinnedAt === undefined
    ? [{ label: 'Pin', Icon: Pin, run: () => onPin(true) }]
    : [{ label: 'Unpin', Icon: PinOff, run: () => onPin(false) }];
}

function mediaEntriesOf({ type, content }: Message): MenuEntry[] {
  const image = type === 'image' ? imageSource(content) : null;
  if (image !== null) return [{ label: 'Open in new tab', Icon: ExternalLink, run: () => openInNewTab(image) }];
  if (type === 'file' || type === 'fileTransfer')
    return [{ label: 'Copy file name', Icon: Copy, run: () => void copyText(content) }];
  return [];
}

function copyLinkTo({ chatId, _id }: Message): void {
  void copyText(new URL(messagePath(chatId, _id), window.location.href).href);
}

function openInNewTab(href: string): void {
  window.open(href, '_blank', 'noopener,noreferrer');
}
