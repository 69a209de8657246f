import type { Message } from '@chat-app/contract';
import { useKnownLinkPreview } from '../../../api/link-previews.ts';
import { MediaOrigin } from './media-origin.tsx';
import { MediaRow, rowLinkClasses, rowTileClasses } from './media-row.tsx';

interface LinkRowProps {
  message: Message;
  url: string;
}

/** Shows the title of the page where it is known. A request for each row would use up what the chat may ask for. */
export function LinkRow({ message, url }: LinkRowProps) {
  const { host } = new URL(url);
  const site = host.replace(/^www\./, '');
  const address = url.replace(/^https?:\/\//, '').replace(/\/$/, '');
  const title = useKnownLinkPreview(url)?.title || site;
  return (
    <MediaRow message={message} name={site}>
      <a href={url} target="_blank" rel="noopener noreferrer" className={rowLinkClasses}>
        <span aria-hidden="true" className={rowTileClasses}>
          {Array.from(site)[0]?.toUpperCase()}
        </span>
        <span className="min-w-0 flex-1">
          <span title={title} className="block truncate font-medium">
            <bdi>{title}</bdi>
          </span>
          {address !== title && (
            <span title={url} className="block truncate text-13 text-accent">
              {address}
            </span>
          )}
          <MediaOrigin message={message} />
        </span>
      </a>
    </MediaRow>
  );
}
