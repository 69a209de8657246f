import type { ChatId } from '@chat-app/contract';
import { Upload } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { DragEvent, ReactNode } from 'react';
import { useIsSendLimited } from '../../api/chats.ts';
import { useAttach } from './use-attach.ts';
import { classNames } from '../../ui/class-names.ts';

interface DropTargetProps {
  chatId: ChatId;
  children: ReactNode;
}

/** Attaches files dropped anywhere on the conversation to the draft. */
export function DropTarget({ chatId, children }: DropTargetProps) {
  const attach = useAttach(chatId);
  const isLimited = useIsSendLimited(chatId);
  const [isOver, setOver] = useState(false);
  usePreventStrayDrops();

  const handleDragOver = (event: DragEvent) => {
    if (isLimited || !carriesFiles(event.dataTransfer)) return;
    event.preventDefault();
    event.stopPropagation();
    event.dataTransfer.dropEffect = 'copy';
    setOver(true);
  };
  const handleDragLeave = (event: DragEvent) => {
    // `dragleave` also fires when the pointer enters a child.
    const isInside = event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget);
    if (!isInside) setOver(false);
  };
  const handleDrop = (event: DragEvent) => {
    if (isLimited || !carriesFiles(event.dataTransfer)) return;
    event.preventDefault();
    event.stopPropagation();
    setOver(false);
    attach([...event.dataTransfer.files], 'image');
  };

  return (
    <div
      role="presentation"
      onDragOver={handleDragOver}
      onDragLeave={handleDragLeave}
      onDrop={handleDrop}
      className="relative flex min-h-0 flex-1 flex-col"
    >
      {children}
      {isOver && (
        <div
          className={classNames(
            'pointer-events-none absolute inset-2 z-drop-zone flex animate-fade-in items-center justify-center',
            'rounded-card border-2 border-dashed border-accent bg-accent-soft/80 text-accent',
          )}
        >
          <p className="flex items-center gap-3 rounded-card bg-raised px-5 py-4 text-17 font-semibold shadow-raised">
            <Upload aria-hidden="true" className="size-6" />
            Drop files here to send them
          </p>
        </div>
      )}
    </div>
  );
}

const carriesFiles = ({ types }: DataTransfer) => types.includes('Files');

/** Otherwise the browser would replace the page with a file dropped outside the target. */
function usePreventStrayDrops(): void {
  useEffect(() => {
    const refuse = (event: globalThis.DragEvent) => {
      if (!event.dataTransfer || !carriesFiles(event.dataTransfer)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'none';
    };
    window.addEventListener('dragover', refuse);
    window.addEventListener('drop', refuse);
    return () => {
      window.removeEventListener('dragover', refuse);
      window.removeEventListener('drop', refuse);
    };
  }, []);
}
