import { inviteToasts } from '@chat-app/contract';
import type { NewInvite } from '@chat-app/contract';
import { Copy, Share2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useProductTitle } from '../../api/server-config.ts';
import { canCopy, copyText } from '../../browser/clipboard.ts';
import { canShare, shareLink } from '../../browser/share.ts';
import { showToast } from '../../state/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { inputClasses } from '../../ui/text-field.tsx';

interface InviteLinkProps {
  invite: NewInvite;
  onCreateAnother: () => void;
}

/** A new link, to be shared. It cannot be shown again. */
export function InviteLink({ invite: { url, chat }, onCreateAnother }: InviteLinkProps) {
  const product = useProductTitle();
  const field = useRef<HTMLInputElement>(null);
  // The button that created it is gone.
  useEffect(() => field.current?.focus(), []);

  const handleCopy = async () => {
    if (await copyText(url)) showToast(inviteToasts.copied);
    else field.current?.select();
  };
  const text = chat ? `Join ${chat.name} on ${product}` : `Chat with me on ${product}`;

  return (
    <div className="flex flex-col gap-4">
      <QrCode text={url} label="QR code of the link" />
      <input
        ref={field}
        readOnly
        aria-label="Link"
        aria-describedby="link-shown-once"
        value={url}
        onFocus={({ currentTarget }) => currentTarget.select()}
        className={inputClasses}
      />
      <p id="link-shown-once" className="-mt-2 text-13 text-muted">
        This link is shown only once. Copy or share it now.
      </p>
      <div className="flex gap-2 [&_svg]:size-4">
        {canShare() && (
          <Button className="flex-1" onClick={() => void shareLink({ url, text })}>
            <Share2 aria-hidden="true" />
            Share
          </Button>
        )}
        {canCopy() && (
          <Button variant={canShare() ? 'secondary' : 'primary'} className="flex-1" onClick={() => void handleCopy()}>
            <Copy aria-hidden="true" />
            Copy link
          </Button>
        )}
      </div>
      <Button variant="quiet" onClick={onCreateAnother}>
        Create another link
      </Button>
    </div>
  );
}
