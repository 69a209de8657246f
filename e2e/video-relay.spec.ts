import type { BrowserContext } from '@playwright/test';
import { test as base } from './support/call-fixtures.ts';
import { acceptCall, expectTone, startCall } from './support/calls.ts';
import { startCoturn } from './support/coturn.ts';
import { expect } from './support/fixtures.ts';
import { cameraButton, cameraOf, expectMoving } from './support/video.ts';

type Coturn = Awaited<ReturnType<typeof startCoturn>>;

/** A TURN relay, and a server that is configured with it. */
const test = base.extend<object, { coturn: Coturn }>({
  coturn: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the dependencies from this pattern
    async ({}, use) => {
      const coturn = await startCoturn();
      await use(coturn);
      await coturn.stop();
    },
    { scope: 'worker' },
  ],
  environment: [
    async ({ coturn }, use) => use({ TURN_URL: coturn.url, TURN_SECRET: coturn.secret }),
    { scope: 'worker' },
  ],
});

/** Restricts the peer connections of new windows to relayed candidates. */
async function useRelayOnly(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const Original = RTCPeerConnection;
    class RelayedPeerConnection extends Original {
      constructor(configuration: RTCConfiguration) {
        super({ ...configuration, iceTransportPolicy: 'relay' });
      }
    }
    Object.assign(window, { RTCPeerConnection: RelayedPeerConnection });
  });
}

test('[CALL-432] camera and voice go through a TURN relay @long', async ({ callers }) => {
  const { ann, bob, openChat } = callers;
  const [annsPage, bobsPage] = [await openChat(ann), await openChat(bob)];
  for (const page of [annsPage, bobsPage]) await useRelayOnly(page.context());
  const annsCall = await startCall(annsPage);
  const bobsCall = await acceptCall(bobsPage);
  await expect(annsCall.getByText(/^Direct/)).toBeVisible();
  await cameraButton(annsCall, 'Turn camera on').click();
  await expectMoving(cameraOf(bobsCall, 'Ann Lee'));
  await expectTone(bobsCall);
  await annsCall.getByRole('button', { name: 'More' }).click();
  await annsCall.getByRole('menuitem', { name: /tatistics/ }).click();
  await expect(annsCall.getByText(/TURN/).first()).toBeVisible();
});
