import type { ChatId, UserId } from '@chat-app/contract';
import type { PickedTarget } from '../../../browser/save-file.ts';
import type { OfferedFile } from '../storage/partial-transfers.ts';
import type { Progress } from './progress.ts';
import type { TransferState } from './transfer-events.ts';
import { createTabStore } from '../../../state/session-state.ts';

/** What a dialog shows of a transfer, and its actions. */
export interface TransferView {
  readonly id: string;
  readonly peerId: UserId;
  readonly state: TransferState;
  readonly files: readonly OfferedFile[];
  readonly progress: Progress;
  readonly isRelayed: boolean;
  /** The transfer continues without its dialog. */
  readonly isHidden: boolean;
  readonly actions: TransferActions;
}

export interface TransferActions {
  /** Available only before the request. */
  pick: (files: readonly File[]) => void;
  unpick: (index: number) => void;
  request: () => void;
  accept: (picked: PickedTarget | null) => void;
  reject: () => void;
  cancel: () => void;
  hide: () => void;
  show: () => void;
  /** Does nothing while the transfer is active. */
  close: () => void;
  save: (index: number) => void;
}

interface Transfers {
  /** The transfers of this tab, in the order in which they started. */
  readonly views: readonly TransferView[];
  /** Opens the dialog for picking and sending a file. Null before the tab's first connection. */
  readonly openSendDialog: ((peerId: UserId, chatId: ChatId) => void) | null;
}

export const useTransfers = createTabStore<Transfers>(() => ({ views: [], openSendDialog: null }));

export function putView(view: TransferView): void {
  useTransfers.setState(({ views }) => ({
    views: views.some(({ id }) => id === view.id)
      ? views.map((other) => (other.id === view.id ? view : other))
      : [...views, view],
  }));
}

export function removeView(id: string): void {
  useTransfers.setState(({ views }) => ({ views: views.filter((view) => view.id !== id) }));
}

/** Whether closing the page would lose something. */
export const isActive = ({ phase, role }: TransferState) =>
  phase === 'connecting' || phase === 'sending' || (phase === 'pending' && role === 'sender');

/** The transfer whose dialog is shown: the first unanswered request, or else the oldest transfer. */
export function foregroundOf(views: readonly TransferView[]): TransferView | null {
  const shown = views.filter(({ isHidden }) => !isHidden);
  return shown.find(({ state }) => state.role === 'receiver' && state.phase === 'pending') ?? shown[0] ?? null;
}

/** Shows the dialog of the active transfer with a user. False if there is none. */
export function showActive(peerId: UserId): boolean {
  const active = useTransfers.getState().views.find((view) => view.peerId === peerId && isActive(view.state));
  active?.actions.show();
  return active !== undefined;
}
