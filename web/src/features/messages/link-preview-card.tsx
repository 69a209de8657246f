import { createContext, use, useEffect, useRef, useState } from 'react';
import { useLinkPreview } from '../../api/link-previews.ts';
import { Skeleton } from '../../ui/skeleton.tsx';

/** Whether the reader is at the newest message. Then the end of the list stays in place when a row above shrinks. */
export const AtBottomContext = createContext(true);

/** The preview of a message's first link. It has its full height while loading, and collapses if there is none. */
export function LinkPreviewCard({ url }: { url: string }) {
  const { data: preview, isPending } = useLinkPreview(url);
  const [hasBrokenImage, setHasBrokenImage] = useState(false);
  const { placeholder, isCollapsed } = useCollapse(!isPending && !preview);
  const { host } = new URL(url);
  const image = preview?.image?.url;
  if (isCollapsed) return null;
  if (!isPending && !preview) return <span ref={placeholder} aria-hidden="true" className="mt-1 h-[88px]" />;
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      aria-busy={isPending}
      className="mt-1 flex h-[88px] w-[360px] max-w-full overflow-clip rounded-card border border-line bg-surface text-text transition-colors hover:bg-hover"
    >
      {image !== undefined && !hasBrokenImage && (
        <img
          src={image}
          alt=""
          draggable={false}
          decoding="async"
          onError={() => setHasBrokenImage(true)}
          className="h-full w-[88px] shrink-0 bg-hover object-cover"
        />
      )}
      <span className="flex min-w-0 flex-1 flex-col justify-center px-3">
        {preview ? (
          <>
            <bdi className="block truncate text-14 font-semibold">{preview.title || host}</bdi>
            {preview.description && (
              <bdi className="line-clamp-2 leading-[1.35] text-13 text-muted wrap-anywhere">{preview.description}</bdi>
            )}
            <span className="block truncate text-13 text-muted">{host}</span>
          </>
        ) : (
          <>
            <Skeleton className="mb-2.5 h-3 w-3/5" />
            <Skeleton className="mb-2 h-2.5 w-full" />
            <Skeleton className="h-2.5 w-2/5" />
          </>
        )}
      </span>
    </a>
  );
}

/**
 * Collapses a failed preview: at once for a reader at the end of the list, otherwise once it is out of view, so that
 * no visible row moves.
 */
function useCollapse(isEmpty: boolean) {
  const isAtBottom = use(AtBottomContext);
  const placeholder = useRef<HTMLSpanElement>(null);
  // If the preview is known to have failed before the first render, it takes no space.
  const [isCollapsed, setCollapsed] = useState(isEmpty);
  if (isEmpty && isAtBottom && !isCollapsed) setCollapsed(true);
  useEffect(() => {
    if (!isEmpty || !placeholder.current) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting === false && setCollapsed(true));
    observer.observe(placeholder.current);
    return () => observer.disconnect();
  }, [isEmpty]);
  return { placeholder, isCollapsed: isEmpty && isCollapsed };
}
