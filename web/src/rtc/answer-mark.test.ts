import { expect, test } from 'vitest';
import { isStaleAnswer, markAnswer } from './answer-mark.ts';

const sdpOf = (sessionId: number, ufrag: string, version = 2) =>
  `v=0\r\no=- ${sessionId} ${version} IN IP4 127.0.0.1\r\ns=-\r\nm=application 9 UDP/DTLS/SCTP webrtc-datachannel\r\na=ice-ufrag:${ufrag}\r\n`;
const offer = sdpOf(4611, 'aaaa');
const laterOffer = sdpOf(9977, 'bbbb');
const answer = sdpOf(1200, 'cccc');

test('[CALL-434] [TRF-26] an answer is taken only for the offer that it was made for', () => {
  const [marked, sameAgain] = [markAnswer(answer, offer), sdpOf(4611, 'aaaa', 3)];
  expect(marked).toBe(`${answer}a=x-answer-to:aaaa\r\na=x-answer-to-version:2\r\n`);
  const rows: [string, answer: string, offer: string, isStale: boolean][] = [
    ['for its offer', marked, offer, false],
    ['for another one', marked, laterOffer, true],
    ['the second one to an offer, for the next', marked, sameAgain, true],
    ['the one to the next', markAnswer(answer, sameAgain), sameAgain, false],
    ['of the previous release, without a version', `${answer}a=x-answer-to:aaaa\r\n`, sameAgain, false],
    ['without a mark', answer, offer, false],
    ['with an older mark', `${answer}a=x-answers:4611\r\n`, offer, false],
    ['with an older mark, for another offer', `${answer}a=x-answers:4611\r\n`, laterOffer, false],
  ];
  expect(rows.map(([what, sdp, to]) => [what, isStaleAnswer(sdp, to)])).toEqual(
    rows.map(([what, , , is]) => [what, is]),
  );
  expect(markAnswer(answer, 'v=0')).toBe(answer);
});
