import { expect, test } from 'vitest';
import { isStaleAnswer, markAnswer } from './answer-mark.ts';

const sdpOf = (sessionId: number, ufrag: string) =>
  `v=0\r\no=- ${sessionId} 2 IN IP4 127.0.0.1\r\ns=-\r\nm=application 9 UDP/DTLS/SCTP webrtc-datachannel\r\na=ice-ufrag:${ufrag}\r\n`;
const offer = sdpOf(4611, 'aaaa');
const laterOffer = sdpOf(9977, 'bbbb');
const answer = sdpOf(1200, 'cccc');

test('[TRF-26] an answer matches only the offer it was made for', () => {
  const marked = markAnswer(answer, offer);
  expect(marked).toBe(`${answer}a=x-answer-to:aaaa\r\n`);
  expect(isStaleAnswer(marked, offer)).toBe(false);
  expect(isStaleAnswer(marked, laterOffer)).toBe(true);
});

test('[TRF-26] an answer without a mark is accepted', () => {
  expect(isStaleAnswer(answer, offer)).toBe(false);
  expect(markAnswer(answer, 'v=0')).toBe(answer);
});

test('[TRF-26] an answer with the mark of the previous release is accepted', () => {
  expect(isStaleAnswer(`${answer}a=x-answers:4611\r\n`, offer)).toBe(false);
  expect(isStaleAnswer(`${answer}a=x-answers:4611\r\n`, laterOffer)).toBe(false);
});
