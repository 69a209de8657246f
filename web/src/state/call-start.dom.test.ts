import { expect, test, vi } from 'vitest';
import { announceCallStart, followCallStart } from './call-start.ts';
import type * as CallStart from './call-start.ts';

test('[VOI-36] a call that starts in one tab stops sound in all of them', async () => {
  const stopped: string[] = [];
  followCallStart(() => void stopped.push('here'));
  const instance: string = './call-start.ts?in-another-tab';
  const otherTab = (await import(instance)) as typeof CallStart;
  otherTab.followCallStart(() => void stopped.push('there'));
  announceCallStart();
  expect(stopped).toEqual(['here']);
  await vi.waitFor(() => expect(stopped).toEqual(['here', 'there']));
});
