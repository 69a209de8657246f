import { expect, test } from 'vitest';
import { answersOffer, markAnswer } from './answer-mark.ts';

const offer = 'v=0\r\no=- 4611 2 IN IP4 127.0.0.1\r\ns=-\r\n';
const laterOffer = 'v=0\r\no=- 9977 2 IN IP4 127.0.0.1\r\ns=-\r\n';
const answer = 'v=0\r\no=- 1200 2 IN IP4 127.0.0.1\r\ns=-\r\n';

test('[TRF-26] an answer matches only the offer it was made for', () => {
  const marked = markAnswer(answer, offer);
  expect(marked.startsWith(answer)).toBe(true);
  expect(answersOffer(marked, offer)).toBe(true);
  expect(answersOffer(marked, laterOffer)).toBe(false);
});

test('[TRF-26] an answer without a mark is accepted', () => {
  expect(answersOffer(answer, offer)).toBe(true);
  expect(markAnswer(answer, 'v=0')).toBe(answer);
});
