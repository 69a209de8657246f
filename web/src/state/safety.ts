import type { MessageId, UserId } from '@chat-app/contract';
import { lastingFocus } from '../browser/lasting-focus.ts';
import { createSessionStore } from './session-state.ts';

export interface Person {
  readonly _id: UserId;
  readonly name: string;
}

interface Asked {
  readonly person: Person;
  /** Receives the focus afterwards. */
  readonly opener: Element | null;
}

/** What the user is asked to confirm: to block a person, or to report them or a message of theirs. */
export type SafetyRequest =
  | ({ readonly kind: 'block' } & Asked)
  | ({ readonly kind: 'report'; readonly messageId: MessageId | null } & Asked);

/** Null while no dialog is open. */
export const useSafetyRequest = createSessionStore<{ request: SafetyRequest | null }>(() => ({ request: null }));

export function askToBlock({ _id, name }: Person, opener: Element | null = lastingFocus()): void {
  useSafetyRequest.setState({ request: { kind: 'block', person: { _id, name }, opener } });
}

export function askToReport({ _id, name }: Person, opener: Element | null = lastingFocus()): void {
  useSafetyRequest.setState({ request: { kind: 'report', person: { _id, name }, messageId: null, opener } });
}

export function askToReportMessage({ _id, name }: Person, messageId: MessageId, opener: Element | null): void {
  useSafetyRequest.setState({ request: { kind: 'report', person: { _id, name }, messageId, opener } });
}

export function closeSafetyDialog(): void {
  useSafetyRequest.setState({ request: null });
}
