import { useAttentionSignals } from '../../../attention/use-attention-signals.ts';
import type { TransferView } from '../session/transfer-list.ts';
import { usePeer } from './use-peer.ts';

/** Signals an unanswered request. In a muted chat only the dialog is shown. */
export function useAttention(views: readonly TransferView[]): void {
  const request = views.find(
    ({ state, isHidden }) => state.role === 'receiver' && state.phase === 'pending' && !isHidden,
  );
  const { name, avatar, isMuted } = usePeer(request?.peerId);
  useAttentionSignals({
    id: request && !isMuted ? request.id : null,
    title: `${name} sends you a file`,
    notification: {
      title: name,
      body: `wants to send you ${request?.files[0]?.name ?? ''}`,
      icon: avatar,
      tag: `transfer ${name}`,
    },
    isPushed: false,
    isClosedAtEnd: false,
  });
}
