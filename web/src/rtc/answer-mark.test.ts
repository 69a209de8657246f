import { expect, test } from 'vitest';
import { isStaleAnswer, markAnswer } from './answer-mark.ts';

const sdpOf = (sessionId: number, ufrag: string, version = 2) =>
  `v=0\r\no=- ${sessionId} ${version} IN IP4 127.0.0.1\r\ns=-\r\nm=application 9 UDP/DTLS/SCTP webrtc-datachannel\r\na=ice-ufrag:${ufrag}\r\n`;
const offer = sdpOf(4611, 'aaaa');
const laterOffer = sdpOf(9977, 'bbbb');
const answer = sdpOf(1200, 'cccc');

test('[TRF-26] an answer matches only the offer it was made for', () => {
  const marked = markAnswer(answer, offer);
  expect(marked).toBe(`${answer}a=x-answer-to:aaaa\r\na=x-answer-to-version:2\r\n`);
  expect(isStaleAnswer(marked, offer)).toBe(false);
  expect(isStaleAnswer(marked, laterOffer)).toBe(true);
});

test('[CALL-434] the second answer to an offer is not taken for that to the next one', () => {
  const marked = markAnswer(answer, offer);
  expect(isStaleAnswer(marked, sdpOf(4611, 'aaaa', 3))).toBe(true);
  expect(isStaleAnswer(markAnswer(answer, sdpOf(4611, 'aaaa', 3)), sdpOf(4611, 'aaaa', 3))).toBe(false);
});

test('[CALL-434] an answer of the previous release, which names no version, is accepted', () => {
  expect(isStaleAnswer(`${answer}a=x-answer-to:aaaa\r\n`, sdpOf(4611, 'aaaa', 3))).toBe(false);
});

test('[TRF-26] an answer without a mark is accepted', () => {
  expect(isStaleAnswer(answer, offer)).toBe(false);
  expect(markAnswer(answer, 'v=0')).toBe(answer);
});

test('[TRF-26] an answer with the mark of the previous release is accepted', () => {
  expect(isStaleAnswer(`${answer}a=x-answers:4611\r\n`, offer)).toBe(false);
  expect(isStaleAnswer(`${answer}a=x-answers:4611\r\n`, laterOffer)).toBe(false);
});
