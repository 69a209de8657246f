import type { Message } from '@chat-app/contract';
import { MessageSquareText } from 'lucide-react';
import { useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { MediaQuery } from '../../../api/media.ts';
import { senderName } from '../../../format/people.ts';
import { showInChat } from '../../../state/show-in-chat.ts';
import { BrokenImage } from '../../../ui/broken-image.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Lightbox, lightboxControlClasses } from '../../../ui/lightbox.tsx';
import { imageSource } from '../image-source.ts';
import { gridClasses, tileClasses } from './grid-classes.ts';
import { imageLabel, sentAt } from './media-labels.ts';
import { useImageSteps } from './use-image-steps.ts';

interface ImageGridProps {
  media: MediaQuery;
  messages: readonly Message[];
}

/** Thumbnails. A click opens the lightbox, which steps through all images of the chat. */
export function ImageGrid({ media, messages }: ImageGridProps) {
  const { shown, shownId, isOpen, open, close, steps } = useImageSteps(media, messages);
  const lastTile = useRef<HTMLButtonElement>(null);
  const handleClose = () => {
    // The image may be far from the one that was clicked.
    lastTile.current?.scrollIntoView({ block: 'nearest' });
    close();
  };
  return (
    <>
      <ul aria-label="Images" className={gridClasses}>
        {messages.map((message) => (
          <li key={message._id}>
            <ImageTile
              message={message}
              buttonRef={message._id === shownId ? lastTile : null}
              onOpen={() => open(message._id)}
            />
          </li>
        ))}
      </ul>
      <Lightbox
        image={isOpen && shown ? { src: imageSource(shown.content), label: imageLabel(shown), opener: null } : null}
        onClose={handleClose}
        returnFocusTo={lastTile}
        steps={steps}
        caption={shown && <ImageCaption message={shown} />}
        action={
          shown && (
            <button
              type="button"
              aria-label="Show in chat"
              title="Show in chat"
              onClick={() => {
                handleClose();
                showInChat(shown);
              }}
              className={lightboxControlClasses}
            >
              <MessageSquareText aria-hidden="true" className="size-5" />
            </button>
          )
        }
      />
    </>
  );
}

interface ImageTileProps {
  message: Message;
  buttonRef: RefObject<HTMLButtonElement | null> | null;
  onOpen: () => void;
}

function ImageTile({ message, buttonRef, onOpen }: ImageTileProps) {
  const src = imageSource(message.content);
  const [isBroken, setBroken] = useState(src === null);
  const label = imageLabel(message);
  return (
    <button
      ref={buttonRef}
      type="button"
      aria-label={label}
      title={label}
      onClick={onOpen}
      className={classNames(tileClasses, 'transition-opacity hover:opacity-85')}
    >
      {isBroken ? (
        <BrokenImage label="" />
      ) : (
        <img
          src={src ?? undefined}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setBroken(true)}
          className="size-full object-cover"
        />
      )}
    </button>
  );
}

function ImageCaption({ message }: { message: Message }) {
  return (
    <>
      <bdi className="block truncate font-medium">{senderName(message)}</bdi>
      <span className="block truncate">{sentAt(message)}</span>
    </>
  );
}
