import type { ChatDetail } from '@chat-app/contract';
import { ArrowLeft, ChevronRight, Image, Images, SlidersHorizontal, Users, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useMe } from '../../api/me.ts';
import { isOrdinaryMember } from '../../format/group-roles.ts';
import { facesOf } from '../../format/people.ts';
import { besideQuery, useMediaQuery } from '../../browser/screen.ts';
import { useEscape } from '../../browser/use-escape.ts';
import { useIsAnyOnline } from '../../state/online-users.ts';
import { infoPanelId, infoToggleId, setInfoPanelOpen } from '../../state/panels.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Disclosure, rowClasses } from '../../ui/disclosure.tsx';
import { restoreFocus, isFocusLost } from '../../ui/restore-focus.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useCloseOnBack } from '../../ui/use-close-on-back.ts';
import { ChatActions } from './chat-actions.tsx';
import { EditChatForm } from './edit-chat-form.tsx';
import { GroupSettings } from './group-settings.tsx';
import { MemberList } from './member-list.tsx';
import { PinnedMessages } from './pinned-messages.tsx';
import { UserDetails } from './user-details.tsx';
import { PresenceText } from './presence-text.tsx';

interface InfoPanelProps {
  chat: ChatDetail;
  /** What was shared in the chat, shown in place of the info. */
  media: ReactNode;
  /** The way to invite by link. */
  invite: ReactNode;
  onAddMembers: (returnFocusTo: RefObject<HTMLElement | null>) => void;
  onGone: () => void;
}

/** Shown beside the messages; on narrow screens it overlays them. */
export function InfoPanel({ chat, media, invite, onAddMembers, onGone }: InfoPanelProps) {
  const isOverlay = !useMediaQuery(besideQuery);
  const close = () => setInfoPanelOpen(false);
  const closeButton = usePanelFocus(isOverlay);
  const [isMediaOpen, setMediaOpen] = useState(false);
  const closeMedia = () => setMediaOpen(false);
  const { mediaRow, backButton } = useMediaFocus(isMediaOpen);
  useEscape(isOverlay, isMediaOpen ? closeMedia : close);
  useCloseOnBack(isOverlay, close);
  useCloseOnBack(isOverlay && isMediaOpen, closeMedia);
  return (
    <>
      {isOverlay && (
        <div aria-hidden="true" onClick={close} className="fixed inset-0 z-panel-scrim animate-fade-in bg-scrim" />
      )}
      <aside
        id={infoPanelId}
        aria-label="Chat info"
        tabIndex={-1}
        className={classNames(
          'fixed top-(--page-top) right-0 bottom-0 z-panel beside:static beside:z-auto beside:shrink-0',
          'flex w-[320px] max-w-full flex-col pt-[env(safe-area-inset-top)] pb-[env(safe-area-inset-bottom)] min-[721px]:w-[360px]',
          'animate-panel-in border-l border-line bg-surface outline-none',
        )}
      >
        <header className={classNames('flex h-16 shrink-0 items-center gap-1 pr-2.5', isMediaOpen ? 'pl-2.5' : 'pl-5')}>
          {isMediaOpen && (
            <IconButton
              ref={backButton}
              label="Back to chat info"
              icon={<ArrowLeft aria-hidden="true" />}
              onClick={closeMedia}
            />
          )}
          <h2 className="flex-1 text-15 font-semibold">{isMediaOpen ? 'Shared media' : 'Chat info'}</h2>
          <IconButton ref={closeButton} label="Close chat info" icon={<X aria-hidden="true" />} onClick={close} />
        </header>
        {isMediaOpen && media}
        {/* Stays mounted, so that it is as it was left. */}
        <div hidden={isMediaOpen} className="min-h-0 flex-1 overflow-y-auto px-2.5 pb-6">
          <ChatProfile chat={chat} />
          <Sections chat={chat} onAddMembers={onAddMembers} onGone={onGone}>
            {invite}
            <button ref={mediaRow} type="button" className={rowClasses} onClick={() => setMediaOpen(true)}>
              <Images aria-hidden="true" className="text-muted" />
              <span className="flex-1 text-left">Shared media</span>
              <ChevronRight aria-hidden="true" className="text-muted" />
            </button>
          </Sections>
          {/* Last, because it loads late and must not move the buttons under the pointer. */}
          <OtherUser chat={chat} />
        </div>
      </aside>
    </>
  );
}

/** As an overlay the panel takes the focus, because the chat below is unreachable, and returns it when closed. */
function usePanelFocus(isOverlay: boolean) {
  const closeButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const opener = isOverlay ? document.activeElement : null;
    if (isOverlay) closeButton.current?.focus();
    return () => {
      if (isFocusLost()) restoreFocus(opener, document.getElementById(infoToggleId));
    };
  }, [isOverlay]);
  return closeButton;
}

/** Moves the focus to the shared media when they are shown, and back afterwards. */
function useMediaFocus(isOpen: boolean) {
  const mediaRow = useRef<HTMLButtonElement>(null);
  const backButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    backButton.current?.focus();
    const opener = mediaRow.current;
    return () => {
      if (isFocusLost() && opener?.isConnected) opener.focus();
    };
  }, [isOpen]);
  return { mediaRow, backButton };
}

function ChatProfile({ chat }: { chat: ChatDetail }) {
  const me = useMe();
  const otherIds = chat.members.map(({ _id }) => _id).filter((id) => id !== me.id);
  const isOnline = useIsAnyOnline(otherIds);
  return (
    <div className="flex flex-col items-center px-4 pt-2 pb-6 text-center">
      <Avatar src={chat.avatar} name={chat.name} memberAvatars={facesOf(chat)} className="size-24 text-28" />
      <h3 className="mt-3 max-w-full text-17 font-semibold wrap-anywhere">
        <bdi>{chat.name}</bdi>
      </h3>
      <p className="mt-0.5 inline-flex items-center gap-1.5 text-13 text-muted">
        {isOnline && <span aria-hidden="true" className="size-2 rounded-full bg-online" />}
        <PresenceText userIds={otherIds} />
      </p>
      {chat.isGroup && chat.description && (
        <p dir="auto" className="mt-3 max-w-full text-13 whitespace-pre-line wrap-anywhere">
          {chat.description}
        </p>
      )}
    </div>
  );
}

/** Only in a direct chat; a group shows its members instead. */
function OtherUser({ chat }: { chat: ChatDetail }) {
  const me = useMe();
  const other = chat.members.find(({ _id }) => _id !== me.id);
  return chat.isGroup || !other ? null : <UserDetails userId={other._id} />;
}

interface SectionsProps extends Omit<InfoPanelProps, 'media' | 'invite'> {
  children: ReactNode;
}

function Sections({ chat, onAddMembers, onGone, children }: SectionsProps) {
  const me = useMe();
  const addButton = useRef<HTMLButtonElement>(null);
  const isOrdinary = isOrdinaryMember(chat, me.id);
  return (
    <div className="flex flex-col gap-0.5 border-t border-line pt-3">
      {chat.isGroup && (
        <>
          {!(isOrdinary && chat.whoCanEdit === 'admins') && (
            // The spelling is part of the specification.
            <Disclosure icon={<Image aria-hidden="true" className="text-muted" />} title="Edit chat informaton">
              <EditChatForm key={chat._id} chat={chat} />
            </Disclosure>
          )}
          {!isOrdinary && (
            <Disclosure icon={<SlidersHorizontal aria-hidden="true" className="text-muted" />} title="Group settings">
              <GroupSettings chat={chat} />
            </Disclosure>
          )}
          <Disclosure
            icon={<Users aria-hidden="true" className="text-muted" />}
            title="Group chat members"
            note={chat.members.length}
          >
            <MemberList chat={chat} />
          </Disclosure>
        </>
      )}
      <PinnedMessages chatId={chat._id} />
      {children}
      <ChatActions chat={chat} addButton={addButton} onAddMembers={() => onAddMembers(addButton)} onGone={onGone} />
    </div>
  );
}
