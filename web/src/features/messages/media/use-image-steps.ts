import type { Message, MessageId } from '@chat-app/contract';
import { useState } from 'react';
import type { MediaQuery } from '../../../api/media.ts';

/** Loads the next page when only this many images are left. */
const aheadCount = 5;

/** Which image the lightbox shows, and how to get to those beside it. They are in the order of the grid. */
export function useImageSteps(media: MediaQuery, messages: readonly Message[]) {
  // Kept after closing: the focus returns to the last image, which also fades out.
  const [viewer, setViewer] = useState<{ shownId: MessageId | null; isOpen: boolean }>({
    shownId: null,
    isOpen: false,
  });
  const index = messages.findIndex(({ _id }) => _id === viewer.shownId);
  const show = (message: Message | undefined) => message && setViewer({ shownId: message._id, isOpen: true });
  const { hasNextPage, isFetching, isFetchingNextPage, fetchNextPage } = media;

  const stepForward = async () => {
    const isNearEnd = index + 1 + aheadCount >= messages.length;
    if (messages[index + 1]) {
      show(messages[index + 1]);
      if (isNearEnd && hasNextPage && !isFetching) void fetchNextPage();
      return;
    }
    const { data: loaded = [] } = await fetchNextPage({ cancelRefetch: false });
    const at = loaded.findIndex(({ _id }) => _id === viewer.shownId);
    const next = at === -1 ? undefined : loaded[at + 1];
    // Closed, or on another image meanwhile.
    setViewer((now) => (next && now.isOpen && now.shownId === viewer.shownId ? { ...now, shownId: next._id } : now));
  };

  return {
    shownId: viewer.shownId,
    /** Undefined once it is deleted, which closes the lightbox. */
    shown: messages[index],
    isOpen: viewer.isOpen,
    open: (shownId: MessageId) => setViewer({ shownId, isOpen: true }),
    close: () => setViewer((now) => ({ ...now, isOpen: false })),
    steps: {
      onPrevious: index > 0 ? () => show(messages[index - 1]) : null,
      onNext: index + 1 < messages.length || hasNextPage ? () => void stepForward() : null,
      isNextLoading: isFetchingNextPage && index + 1 === messages.length,
    },
  };
}
