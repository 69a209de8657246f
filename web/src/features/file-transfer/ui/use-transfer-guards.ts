import { useEffect } from 'react';
import { warnBeforeLeaving } from '../../../browser/unload-guard.ts';
import { keepAwake } from '../../../browser/wake-lock.ts';
import { isActive } from '../session/transfer-list.ts';
import type { TransferView } from '../session/transfer-list.ts';

/** Keeps the screen on and warns before leaving the page while a transfer is active. */
export function useTransferGuards(views: readonly TransferView[]): void {
  const hasActive = views.some(({ state }) => isActive(state));
  const isMoving = views.some(({ state: { phase } }) => phase === 'connecting' || phase === 'sending');
  useEffect(() => (hasActive ? warnBeforeLeaving() : undefined), [hasActive]);
  useEffect(() => (isMoving ? keepAwake() : undefined), [isMoving]);
}
