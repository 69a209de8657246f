import type { UserId } from '@chat-app/contract';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aChat, bob } from '../../../../test/chats.ts';
import { asId } from '../../../../test/as-id.ts';
import type { AudioPath } from '../session/call-events.ts';
import { newCall } from '../session/call-machine.ts';
import type { CallSession } from '../session/call-session.ts';
import { VerificationBadge, VerificationList } from './verification.tsx';

const direct: AudioPath = { phase: 'direct', roundTripMs: null };
const sessionWith = (emoji: readonly string[] | null) =>
  ({ verificationOf: async () => emoji }) as Partial<CallSession> as CallSession;

function showList(path: AudioPath) {
  const call = { ...newCall(asId<UserId>('me')), others: [{ id: bob._id, path }] };
  render(<VerificationList chat={aChat(1)} session={sessionWith(null)} call={call} />);
}

test('[CALL-460] a connection without emoji, or through the server, is said to be unverifiable', async () => {
  showList(direct);
  expect(screen.getByText('Connecting...')).toBeDefined();
  expect(await screen.findByText('Cannot be verified')).toBeDefined();
  showList({ phase: 'relayed' });
  expect(screen.getByText('Not possible through the server')).toBeDefined();
});

test('[CALL-460] what the emoji prove is written beside them', async () => {
  const parts = { session: sessionWith(['🐶', '🐱', '🐭', '🐹']), userId: bob._id, path: direct, onExplain: () => {} };
  render(<VerificationBadge {...parts} />);
  expect(await screen.findByText('🐶🐱🐭🐹')).toBeDefined();
  expect(screen.getByText(/nobody sits between you/)).toBeDefined();
});
