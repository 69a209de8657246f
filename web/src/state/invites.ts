import type { ChatId } from '@chat-app/contract';
import { lastingFocus } from '../browser/lasting-focus.ts';
import { createSessionStore } from './session-state.ts';

/** What a link is made for: a group, or null to become friends. */
export type InviteTarget = { readonly _id: ChatId; readonly name: string } | null;

interface InviteRequest {
  readonly chat: InviteTarget;
  /** Receives the focus afterwards. */
  readonly opener: Element | null;
}

/** Null while the dialog for invitations is closed. */
export const useInviteRequest = createSessionStore<{ request: InviteRequest | null }>(() => ({ request: null }));

export function askToInvite(chat: InviteTarget): void {
  useInviteRequest.setState({ request: { chat, opener: lastingFocus() } });
}

export function closeInviteDialog(): void {
  useInviteRequest.setState({ request: null });
}
