import type { UserId } from '@chat-app/contract';
import { expect, test } from 'vitest';
import { asId } from '../../../../../test/as-id.ts';
import { nextSpeaker, personItem, screenItem, stageOf } from './stage.ts';
import type { StageItem } from './stage.ts';

const [ann, bob, cid] = ['ann', 'bob', 'cid'].map((name) => asId<UserId>(name)) as [UserId, UserId, UserId];
const shown = { otherIds: [ann, bob, cid], cameraIds: [cid], hasScreen: false };
const plain = { ...shown, layout: 'grid' as const, enlarged: null, speakerId: null };
const namesOf = (items: readonly StageItem[]) => items.map((item) => (item.kind === 'screen' ? 'screen' : item.id));

const beside = { ...plain, hasScreen: true };
const inSpeakerLayout = { ...plain, layout: 'speaker' as const };
const dan = asId<UserId>('dan');

test.each([
  ['nobody in the grid, and everybody keeps their place', plain, null, [ann, bob, cid]],
  ['nobody when the screen that was clicked is gone', { ...plain, enlarged: screenItem }, null, [ann, bob, cid]],
  ['nobody when the participant who was clicked is', { ...plain, enlarged: personItem(dan) }, null, [ann, bob, cid]],
  ['the speaker', { ...inSpeakerLayout, speakerId: bob }, bob, [cid, ann]],
  ['the first camera while nobody has spoken', inSpeakerLayout, cid, [ann, bob]],
  ['the first camera when the speaker has left', { ...inSpeakerLayout, speakerId: dan }, cid, [ann, bob]],
  ['a screen, whoever speaks', { ...inSpeakerLayout, hasScreen: true, speakerId: bob }, 'screen', [cid, ann, bob]],
  ['who was clicked beside a screen', { ...beside, enlarged: personItem(ann) }, ann, ['screen', cid, bob]],
  ['the screen that was clicked', { ...beside, enlarged: screenItem }, 'screen', [cid, ann, bob]],
])('[CALL-452] large is %s; beside it cameras come first', (_what, input, expected, others) => {
  const { large, rest } = stageOf(input);
  expect([large && namesOf([large])[0], namesOf(rest)]).toEqual([expected, others]);
});

test('[CALL-453] the first speaker is large at once, another one only after speaking for a moment', () => {
  expect(nextSpeaker(null, [bob])).toEqual({ id: bob, afterMs: 0 });
  expect(nextSpeaker(ann, [bob])?.afterMs).toBeGreaterThan(1_000);
  // Nobody takes the place of somebody who still speaks, and silence changes nothing.
  expect([nextSpeaker(ann, [bob, ann]), nextSpeaker(ann, [])]).toEqual([null, null]);
});
