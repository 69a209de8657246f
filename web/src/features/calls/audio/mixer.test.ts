import type { UserId } from '@chat-app/contract';
import { expect, test } from 'vitest';
import { asId } from '../../../../test/as-id.ts';
import { createSpeakingDetector } from './mixer.ts';

test('[CALL-25] the speaking ring is cleared 500 ms after the last sound', () => {
  const detectSpeaking = createSpeakingDetector();
  const at = (nowMs: number, bob: number, cid: number) =>
    detectSpeaking(
      new Map<UserId, number>([
        [asId('bob'), bob],
        [asId('cid'), cid],
      ]),
      nowMs,
    );
  expect(at(0, 0, 0.001)).toEqual([]);
  expect(at(100, 0.2, 0)).toEqual(['bob']);
  expect(at(200, 0, 0.05)).toEqual(['bob', 'cid']);
  expect(at(599, 0, 0)).toEqual(['bob', 'cid']);
  expect(at(600, 0, 0)).toEqual(['cid']);
  expect(at(700, 0, 0)).toEqual([]);
  expect(detectSpeaking(new Map(), 700)).toEqual([]);
});
