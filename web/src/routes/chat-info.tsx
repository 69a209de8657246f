import type { ComponentProps } from 'react';
import { InfoPanel } from '../features/chats/info-panel.tsx';
import { InviteButton } from '../features/invites/invite-button.tsx';
import { SharedMedia } from '../features/messages/media/shared-media.tsx';

/** The info panel of a chat, with what was shared there and invitations to it. */
export function ChatInfo(props: Omit<ComponentProps<typeof InfoPanel>, 'media' | 'invite'>) {
  return (
    <InfoPanel {...props} media={<SharedMedia chatId={props.chat._id} />} invite={<InviteButton chat={props.chat} />} />
  );
}
