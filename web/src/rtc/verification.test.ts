import { expect, test } from 'vitest';
import { verificationEmoji } from './verification-emoji.ts';
import { emojiOf } from './verification.ts';

const hex = (byte: number) => byte.toString(16).padStart(2, '0').toUpperCase();
const fingerprint = (first: number) =>
  `sha-256 ${Array.from({ length: 32 }, (_, at) => hex((first + at) % 256)).join(':')}`;
const sdpOf = (...fingerprints: string[]) =>
  ['v=0', ...fingerprints.flatMap((each) => ['m=audio 9 UDP/TLS/RTP/SAVPF 111', `a=fingerprint:${each}`]), ''].join(
    '\r\n',
  );
const [ann, bob, eve] = [sdpOf(fingerprint(1)), sdpOf(fingerprint(2)), sdpOf(fingerprint(3))];

test('[CALL-429] both ends compute the same four emoji', async () => {
  const emoji = await emojiOf([ann, bob]);
  expect(emoji).toHaveLength(4);
  expect(await emojiOf([bob, ann])).toEqual(emoji);
  expect(await emojiOf([sdpOf(fingerprint(1), fingerprint(1)).toLowerCase(), bob])).toEqual(emoji);
});

test('[CALL-429] somebody in between would have to show other emoji to each of them', async () => {
  expect(await emojiOf([ann, eve])).not.toEqual(await emojiOf([eve, bob]));
});

test('[CALL-429] the emoji of given certificates never change', async () => {
  expect((await emojiOf([ann, bob]))?.join('')).toBe('🍔🎥🍐🛴');
});

test.each([
  ['no fingerprint', 'v=0\r\n'],
  ['no description', undefined],
  ['two different ones', sdpOf(fingerprint(2), fingerprint(3))],
  ['a weaker one besides', sdpOf(fingerprint(2), 'sha-1 AA:BB')],
  ['a weaker one', sdpOf('sha-1 4A:AD:B9:B1:3F:82:18:3B:54:02:12:DF:3E:5D:49:6B:19:E5:7C:AB')],
  ['one that is cut off', sdpOf(fingerprint(2).slice(0, -3))],
  ['one that is written differently', sdpOf(fingerprint(2)).replace('a=fingerprint', 'a=fingerprint :')],
])('[CALL-429] there are no emoji for a description with %s', async (_what, sdp) => {
  expect(await emojiOf([ann, sdp])).toBeNull();
});

test('[CALL-429] there are 256 different emoji, which all browsers show in color', () => {
  expect(new Set(verificationEmoji).size).toBe(256);
  expect(verificationEmoji.filter((each) => !/^(?:\p{Emoji_Presentation}|\p{Emoji}\uFE0F)$/u.test(each))).toEqual([]);
});
