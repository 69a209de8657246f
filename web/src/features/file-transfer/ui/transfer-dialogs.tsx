import { lazy, Suspense, useState } from 'react';
import { useTransfers } from '../session/transfer-list.ts';

const ShownTransfers = lazy(async () => ({ default: (await import('./shown-transfers.tsx')).ShownTransfers }));

/** The transfers of this tab. What shows them is loaded with the first one. */
export function TransferDialogs({ isOverChat }: { isOverChat: boolean }) {
  const hasTransfers = useTransfers(({ views }) => views.length > 0);
  // The last one closes with an animation.
  const [hadTransfers, setHadTransfers] = useState(hasTransfers);
  if (hasTransfers && !hadTransfers) setHadTransfers(true);
  return <Suspense>{hadTransfers && <ShownTransfers isOverChat={isOverChat} />}</Suspense>;
}
