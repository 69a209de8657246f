import { useState } from 'react';
import { useLinkPreview } from '../../api/link-previews.ts';
import { Skeleton } from '../../ui/skeleton.tsx';

/** What the first link of a message leads to. As high while it loads, and when nothing comes, so that nothing moves. */
export function LinkPreviewCard({ url }: { url: string }) {
  const { data: preview, isPending } = useLinkPreview(url);
  const [hasBrokenImage, setHasBrokenImage] = useState(false);
  const { host, pathname } = new URL(url);
  const image = preview?.image?.url;
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
        {isPending ? (
          <>
            <Skeleton className="mb-2.5 h-3 w-3/5" />
            <Skeleton className="mb-2 h-2.5 w-full" />
            <Skeleton className="h-2.5 w-2/5" />
          </>
        ) : (
          <>
            <bdi className="block truncate text-14 font-semibold">{preview?.title || host}</bdi>
            {preview?.description && (
              <bdi className="line-clamp-2 leading-[1.35] text-13 text-muted wrap-anywhere">{preview.description}</bdi>
            )}
            <span className="block truncate text-13 text-muted">
              {preview?.title ? host : host + shortPath(pathname)}
            </span>
          </>
        )}
      </span>
    </a>
  );
}

const shortPath = (pathname: string) => (pathname === '/' ? '' : pathname);
