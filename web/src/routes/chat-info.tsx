import type { ComponentProps } from 'react';
import { InfoPanel } from '../features/chats/info-panel.tsx';
import { SharedMedia } from '../features/messages/media/shared-media.tsx';

/** The info panel of a chat, with what was shared there. */
export function ChatInfo(props: Omit<ComponentProps<typeof InfoPanel>, 'media'>) {
  return <InfoPanel {...props} media={<SharedMedia chatId={props.chat._id} />} />;
}
