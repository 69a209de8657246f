import type { UserId } from '@chat-app/contract';
import { expect, test } from 'vitest';
import { asId } from '../../../../../test/as-id.ts';
import { nextSpeaker, personItem, screenItem, stageOf } from './stage.ts';
import type { StageItem } from './stage.ts';

const [ann, bob, cid] = ['ann', 'bob', 'cid'].map((name) => asId<UserId>(name)) as [UserId, UserId, UserId];
const plain = {
  otherIds: [ann, bob, cid],
  cameraIds: [cid],
  hasScreen: false,
  layout: 'grid' as const,
  enlarged: null,
  speakerId: null,
};
const namesOf = (items: readonly StageItem[]) => items.map((item) => (item.kind === 'screen' ? 'screen' : item.id));

test('[CALL-452] in the grid nobody is large, and everybody keeps their place', () => {
  const { large, rest } = stageOf(plain);
  expect([large, namesOf(rest)]).toEqual([null, [ann, bob, cid]]);
});

const inSpeakerLayout = { ...plain, layout: 'speaker' as const };

test.each([
  ['the speaker', { ...inSpeakerLayout, speakerId: bob }, bob],
  ['the first camera while nobody has spoken', inSpeakerLayout, cid],
  ['the first camera when the speaker has left', { ...inSpeakerLayout, speakerId: asId<UserId>('dan') }, cid],
  ['a shared screen, no matter who speaks', { ...inSpeakerLayout, hasScreen: true, speakerId: bob }, 'screen'],
  [
    'the participant who was clicked, even beside a screen',
    { ...plain, hasScreen: true, enlarged: personItem(ann) },
    ann,
  ],
  ['the screen that was clicked', { ...plain, hasScreen: true, enlarged: screenItem }, 'screen'],
])('[CALL-452] large is %s', (_what, input, expected) => {
  const { large, rest } = stageOf(input);
  expect(large && namesOf([large])).toEqual([expected]);
  expect(namesOf(rest)).not.toContain(expected);
  expect(rest).toHaveLength(input.hasScreen ? 3 : 2);
});

test('[CALL-452] what was clicked and is gone makes room for the grid', () => {
  expect(stageOf({ ...plain, enlarged: screenItem }).large).toBeNull();
  expect(stageOf({ ...plain, enlarged: personItem(asId<UserId>('dan')) }).large).toBeNull();
});

test('[CALL-452] beside something large, cameras come first', () => {
  expect(namesOf(stageOf({ ...plain, hasScreen: true }).rest)).toEqual([cid, ann, bob]);
});

test('[CALL-453] the first speaker is large at once, another one only after speaking for a moment', () => {
  expect(nextSpeaker(null, [bob])).toEqual({ id: bob, afterMs: 0 });
  expect(nextSpeaker(ann, [bob])?.afterMs).toBeGreaterThan(1_000);
});

test('[CALL-453] nobody takes the place of somebody who still speaks, and silence changes nothing', () => {
  expect(nextSpeaker(ann, [bob, ann])).toBeNull();
  expect(nextSpeaker(ann, [])).toBeNull();
});
