import { camerasFullText } from '@chat-app/contract';
import type { UserId } from '@chat-app/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { asId } from '../../../../test/as-id.ts';
import { aChat, idOf } from '../../../../test/chats.ts';
import { me, signedIn, startStandInServer } from '../../../../test/stand-in-server.ts';
import { useDockedCall } from '../../../state/docked-call.ts';
import type { CallSession } from '../session/call-session.ts';
import { newView } from '../session/call-session.ts';
import { CallStrip } from './call-strip.tsx';
import { useDockedSession } from './docked-session.ts';

afterEach(() => useDockedSession.setState({ session: null }));

test('[CALL-458] [CALL-482] the strip says why a seventh camera cannot be turned on', async () => {
  startStandInServer({ ...signedIn, [`GET /api/chats/get/${idOf(1)}`]: { body: { data: aChat(1) } } });
  const view = newView(asId<UserId>(me.id));
  const cameraIds = Array.from({ length: 6 }, (_, index) => asId<UserId>(`other ${index}`));
  const full = { ...view, call: { ...view.call, cameraIds } };
  const turnCameraOn = vi.fn<CallSession['turnCameraOn']>();
  const session: Partial<CallSession> = { getView: () => full, subscribe: () => () => true, turnCameraOn };
  useDockedCall.setState({ call: { chatId: idOf(1), isVideo: false, leaveCallIn: null } });
  useDockedSession.setState({ session: session as CallSession });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <CallStrip />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const button = await screen.findByRole('button', { name: 'Turn camera on', description: camerasFullText });
  button.focus();
  expect(document.activeElement).toBe(button);
  await userEvent.setup().click(button);
  expect(turnCameraOn).not.toHaveBeenCalled();
});
