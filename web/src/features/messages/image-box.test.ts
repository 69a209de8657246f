import { expect, test } from 'vitest';
import { imageBox } from './image-box.ts';

test.each([
  ['a small one as it is', { width: 120, height: 80 }, { width: 120, height: 80 }],
  ['a high one 200 px high', { width: 400, height: 1200 }, { width: 67, height: 200 }],
  ['a wide one as wide as a bubble', { width: 4200, height: 1000 }, { width: 420, height: 100 }],
  ['a hair-thin one wide enough to click', { width: 2, height: 9000 }, { width: 44, height: 200 }],
  ['an unknown one in a fixed place', {}, { width: 260, height: 200 }],
  ['nonsense in a fixed place', { width: 0, height: -5 }, { width: 260, height: 200 }],
])('[MSG-49] the box of an image is known before it loads: %s', (_what, size, box) => {
  expect(imageBox(size)).toEqual(box);
});
