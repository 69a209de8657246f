import { expect, test, vi } from 'vitest';
import { announceCallStart, followCallStart } from './call-start.ts';

test('[VOI-36] a call that starts in one tab stops sound in all of them', async () => {
  const stopped: string[] = [];
  followCallStart(() => void stopped.push('here'));
  vi.resetModules();
  const otherTab = await import('./call-start.ts');
  otherTab.followCallStart(() => void stopped.push('there'));
  announceCallStart();
  expect(stopped).toEqual(['here']);
  await vi.waitFor(() => expect(stopped).toEqual(['here', 'there']));
});
