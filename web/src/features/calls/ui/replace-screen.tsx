import type { UserId } from '@chat-app/contract';
import { useState } from 'react';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import type { CallScreenParts } from './call-screen.ts';

interface ReplaceScreenProps extends Pick<CallScreenParts, 'chat' | 'session'> {
  /** Who shares their screen at the moment. */
  sharerId: UserId;
  /** The frame of the call: in full screen, a dialog of the page would be invisible. */
  frame: HTMLElement | null;
  onClose: () => void;
}

export function ReplaceScreen({ chat, session, sharerId, frame, onClose }: ReplaceScreenProps) {
  const name = chat.members.find(({ _id }) => _id === sharerId)?.name ?? 'Somebody';
  return (
    <ConfirmDialog
      question={`${name} is sharing their screen. Share yours instead?`}
      details="Only one screen is shown at a time."
      confirmLabel="Share mine"
      isOpen
      isDestructive={false}
      container={frame}
      onConfirm={() => {
        onClose();
        session.shareScreen();
      }}
      onCancel={onClose}
    />
  );
}

/** Asks whether to replace the screen of the one who shares it now, until they stop or somebody else takes over. */
export function useScreenQuestion(sharerId: UserId | null) {
  const [askedAboutId, setAskedAboutId] = useState<UserId | null>(null);
  if (askedAboutId !== null && askedAboutId !== sharerId) setAskedAboutId(null);
  return {
    isOpen: askedAboutId !== null && askedAboutId === sharerId,
    ask: () => setAskedAboutId(sharerId),
    close: () => setAskedAboutId(null),
  };
}
