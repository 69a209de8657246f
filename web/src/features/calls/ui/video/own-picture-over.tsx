import { useState } from 'react';
import type { Corner } from './corner.ts';
import { OwnPicture } from './own-picture.tsx';

/** Where the user's own picture is at first. */
export const startCorner: Corner = { vertical: 'bottom', horizontal: 'right' };

/** The user's own picture over an area without other pictures. */
export function OwnPictureOver({ stream, isBusy }: { stream: MediaStream; isBusy: boolean }) {
  const [corner, setCorner] = useState(startCorner);
  const [isHidden, setHidden] = useState(false);
  return (
    <div className="pointer-events-none absolute inset-0 *:pointer-events-auto">
      <OwnPicture {...{ stream, corner, isHidden, isBusy }} onMove={setCorner} onHide={setHidden} />
    </div>
  );
}
