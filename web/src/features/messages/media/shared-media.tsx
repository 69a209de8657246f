import type { ChatId } from '@chat-app/contract';
import { FileText, Image, Link, Mic } from 'lucide-react';
import { useMedia } from '../../../api/media.ts';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { listLinks } from '../message-links.ts';
import { FileRow } from './file-row.tsx';
import { GridSkeleton } from './grid-skeleton.tsx';
import { ImageGrid } from './image-grid.tsx';
import { LinkRow } from './link-row.tsx';
import { MediaStates } from './media-states.tsx';
import { VoiceRow } from './voice-row.tsx';

interface TabProps {
  chatId: ChatId;
}

/** What was shared in a chat, by kind. A tab is loaded when it is opened. */
export function SharedMedia({ chatId }: TabProps) {
  return (
    <Tabs
      label="Shared media"
      keepMounted={false}
      tabs={[
        { name: 'Images', content: <Images chatId={chatId} /> },
        { name: 'Files', content: <Files chatId={chatId} /> },
        { name: 'Links', content: <Links chatId={chatId} /> },
        { name: 'Voice', content: <Voice chatId={chatId} /> },
      ]}
    />
  );
}

function Images({ chatId }: TabProps) {
  const media = useMedia(chatId, 'image');
  const { data: messages = [] } = media;
  return (
    <MediaStates
      media={media}
      count={messages.length}
      noun="images"
      icon={<Image aria-hidden="true" />}
      skeleton={<GridSkeleton label="Loading images" />}
    >
      <ImageGrid media={media} messages={messages} />
    </MediaStates>
  );
}

function Files({ chatId }: TabProps) {
  const media = useMedia(chatId, 'file');
  const { data: messages = [] } = media;
  return (
    <MediaStates
      media={media}
      count={messages.length}
      noun="files"
      icon={<FileText aria-hidden="true" />}
      skeleton={<SkeletonRows count={6} label="Loading files" />}
    >
      <ul aria-label="Files" className={listClasses}>
        {messages.map((message) => (
          <FileRow key={message._id} message={message} />
        ))}
      </ul>
    </MediaStates>
  );
}

function Links({ chatId }: TabProps) {
  const media = useMedia(chatId, 'link');
  const links = (media.data ?? []).flatMap((message) => listLinks(message.content).map((url) => ({ message, url })));
  return (
    <MediaStates
      media={media}
      count={links.length}
      noun="links"
      icon={<Link aria-hidden="true" />}
      skeleton={<SkeletonRows count={6} label="Loading links" />}
    >
      <ul aria-label="Links" className={listClasses}>
        {links.map(({ message, url }) => (
          <LinkRow key={`${message._id} ${url}`} message={message} url={url} />
        ))}
      </ul>
    </MediaStates>
  );
}

function Voice({ chatId }: TabProps) {
  const media = useMedia(chatId, 'voice');
  const { data: messages = [] } = media;
  return (
    <MediaStates
      media={media}
      count={messages.length}
      noun="voice messages"
      icon={<Mic aria-hidden="true" />}
      skeleton={<SkeletonRows count={6} label="Loading voice messages" />}
    >
      <ul aria-label="Voice messages" className={listClasses}>
        {messages.map((message) => (
          <VoiceRow key={message._id} message={message} />
        ))}
      </ul>
    </MediaStates>
  );
}

const listClasses = 'flex flex-col gap-0.5 px-2.5 py-2 roomy:px-3.5';
