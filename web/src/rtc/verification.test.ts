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

test('[CALL-429] both ends compute the same four emoji, which never change; somebody in between cannot', async () => {
  const same = [
    [ann, bob],
    [bob, ann],
    [sdpOf(fingerprint(1), fingerprint(1)).toLowerCase(), bob],
  ];
  const emoji = ['🍔', '🎥', '🍐', '🛴'];
  expect(await Promise.all(same.map(emojiOf))).toEqual([emoji, emoji, emoji]);
  expect(await emojiOf([ann, eve])).not.toEqual(await emojiOf([eve, bob]));
});

test('[CALL-429] there are no emoji for a description without exactly one good fingerprint', async () => {
  const rows: [string, string | undefined][] = [
    ['none', 'v=0\r\n'],
    ['no description', undefined],
    ['two different ones', sdpOf(fingerprint(2), fingerprint(3))],
    ['a weaker one besides', sdpOf(fingerprint(2), 'sha-1 AA:BB')],
    ['a weaker one', sdpOf('sha-1 4A:AD:B9:B1:3F:82:18:3B:54:02:12:DF:3E:5D:49:6B:19:E5:7C:AB')],
    ['one that is cut off', sdpOf(fingerprint(2).slice(0, -3))],
    ['one that is written differently', sdpOf(fingerprint(2)).replace('a=fingerprint', 'a=fingerprint :')],
  ];
  const computed = await Promise.all(rows.map(async ([what, sdp]) => [what, await emojiOf([ann, sdp])]));
  expect(computed).toEqual(rows.map(([what]) => [what, null]));
});

test('[CALL-429] there are 256 different emoji, which all browsers show in color', () => {
  expect(new Set(verificationEmoji).size).toBe(256);
  expect(verificationEmoji.filter((each) => !/^(?:\p{Emoji_Presentation}|\p{Emoji}\uFE0F)$/u.test(each))).toEqual([]);
});
